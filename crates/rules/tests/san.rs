//! Algebraic notation: exact when written, liberal when read.

mod data_files;

use data_files::{bytes, rows};
use regence_rules::{Color, Move, Position, San, SanError};

#[track_caller]
fn position(fen: &str) -> Position {
    Position::from_fen_chess960(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The move of this UCI text is written exactly so, and read back.
#[track_caller]
fn check(fen: &str, uci: &str, san: &str) {
    let position = position(fen);
    let mv = position.resolve(uci.parse().unwrap()).unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
    assert_eq!(position.san(mv).to_string(), san, "{fen} {uci}");
    assert_eq!(san.parse(), Ok(position.san(mv)), "{fen} {uci}");
    assert_eq!(position.parse_san(san), Ok(mv), "{fen} {uci}");
}

/// What was made of a text, in the words of the table.
fn answer(result: Result<Move, SanError>) -> String {
    match result {
        Ok(mv) => mv.to_string(),
        Err(SanError::Syntax(_)) => "syntax".into(),
        Err(SanError::Ambiguous { .. }) => "ambiguous".into(),
        Err(_) => "illegal".into(),
    }
}

/// The text is read as this move, or refused for this kind of reason.
#[track_caller]
fn check_liberal(fen: &str, text: &[u8], expected: &str) {
    let result = position(fen).parse_san_bytes(text);
    let (shown, found) = (text[..text.len().min(60)].escape_ascii(), answer(result));
    assert!(expected.split('|').any(|one| one == found), "{fen} {shown}: expected {expected}, found {found}");
    if let Err(error) = result {
        let message = error.to_string();
        assert!(!message.chars().any(char::is_control) && message.len() < 300, "{shown}: {message:?}");
    }
    if let Err(SanError::Syntax(error)) = result {
        assert!(error.at <= text.len(), "{shown}: {error:?}");
    }
}

#[test]
fn moves_are_written_exactly_and_read_back() {
    for row in rows(include_str!("data/san.tsv")) {
        check(row[0], row[1], row[2]);
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    for row in rows(include_str!("data/san-liberal.tsv")) {
        check_liberal(row[0], &bytes(row[1]), row[2]);
    }
}

#[test]
fn an_ambiguous_move_names_the_pieces() {
    let error = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_san("Rd1").unwrap_err();
    assert_eq!(error.to_string(), "several rooks can go to d1: say which, from a1 or h1");
}

#[test]
fn an_illegal_move_says_why() {
    let error = position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").parse_san("Nc3").unwrap_err();
    assert_eq!(error.to_string(), "the king on e1 would be in check from the rook on e8");
}

#[test]
fn a_wrong_origin_is_told_with_the_right_one() {
    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        assert_eq!(position(fen).parse_san(text).unwrap_err().to_string(), expected, "{fen} {text}");
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "Nb1f3", "no such knight can go to f3, only the one on g1");
    check(start, "Nf4", "no knight can go to f4");
    let pawns = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    check(pawns, "dxd5", "no such pawn can go to d5, only those on c4 and e4");
    check(pawns, "d5", "no such pawn can go to d5, only those on c4 and e4");
    // The rook pins the other one.
    check("2r1k3/8/8/3p4/2P1P3/8/8/2K5 w - - 0 1", "d5", "no such pawn can go to d5, only the one on e4");
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kd1g1", "no king can go to g1");
}

#[test]
fn moves_are_written_with_figurines_and_spoken() {
    #[track_caller]
    fn check(text: &str, figurine: &str, spoken: &str) {
        let san: San = text.parse().unwrap();
        assert_eq!(san.figurine(Color::White).to_string(), figurine, "{text}");
        assert_eq!(san.spoken().to_string(), spoken, "{text}");
    }
    check("Nf3", "♘f3", "knight f3");
    check("Nxe5+", "♘xe5+", "knight takes e5, check");
    check("e4", "e4", "e4");
    check("O-O-O", "O-O-O", "castles queen side");
    check("O-O#", "O-O#", "castles king side, checkmate");
    check("exd8=Q", "exd8=♕", "e takes d8, promotes to queen");
    check("b8=N#", "b8=♘#", "b8, promotes to knight, checkmate");
}

/// What is read is written so that it is read as the same again.
#[test]
fn a_pawn_move_with_both_squares_stays_a_pawn_move() {
    for text in ["Pe2e4", "Pe4xd5", "Pe7e8=Q", "e2e4", "g1f3"] {
        let san: San = text.parse().unwrap();
        assert_eq!(san.to_string().parse(), Ok(san), "{text}");
    }
}

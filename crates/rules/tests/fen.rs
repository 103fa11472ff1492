//! FEN in and out: what is taken and how it is written back, what is refused and why.
#![cfg(feature = "alloc")]

mod data_files;

use data_files::{bytes, perft_positions, rows};
use regence_rules::{Excerpt, FenProblem, ParseFenError, Position, Setup, SetupError, chess960};

/// A position is what its FENs and its set-up say.
#[track_caller]
fn check_round_trip(position: &Position) {
    let shredder = position.shredder_fen();
    assert_eq!(Position::from_fen_chess960(&position.fen()).as_ref(), Ok(position));
    assert_eq!(Position::from_fen_chess960(&shredder).as_ref(), Ok(position), "{shredder}");
    assert_eq!(Position::from_fen_chess960_bytes(shredder.as_bytes()).as_ref(), Ok(position), "{shredder}");
    assert_eq!(Position::from_fen_lenient(&shredder).as_ref(), Ok(position), "{shredder}");
    assert_eq!(Setup::from(*position).build().as_ref(), Ok(position));
    assert_eq!(position.to_string(), position.fen());
    assert_eq!(position.fen_text().as_str(), position.fen());
    assert_eq!(position.shredder_fen_text().as_str(), shredder);
}

/// A good FEN is read, and written in its normal form.
#[track_caller]
fn check(fen: &str, normal: &str) {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.fen(), normal, "{fen}");
    assert_eq!(Position::from_fen(normal), Ok(position), "{fen}");
    assert_eq!(normal.parse(), Ok(position), "{fen}");
    assert_eq!(Position::from_fen_bytes(fen.as_bytes()), Ok(position), "{fen}");
    assert_eq!(Position::from_fen_lenient(fen), Ok(position), "{fen}");
    check_round_trip(&position);
}

/// The part of the FEN to blame, in the words of the table.
fn kind(problem: FenProblem) -> &'static str {
    match problem {
        FenProblem::TooLong(_) | FenProblem::Fields(_) | FenProblem::StraySpace => "fields",
        FenProblem::NotAPiece(_)
        | FenProblem::AdjacentDigits
        | FenProblem::RankTooLong(_)
        | FenProblem::RankTooShort(..)
        | FenProblem::TooManyRanks
        | FenProblem::TooFewRanks(_) => "placement",
        FenProblem::Turn(_) => "turn",
        FenProblem::CastlingLetter(_)
        | FenProblem::NotOrthodox { .. }
        | FenProblem::NoCastling { .. }
        | FenProblem::NoCastlingRook(_) => "castling",
        FenProblem::EnPassant(_) => "en_passant",
        FenProblem::HalfmoveClock(_) => "halfmove",
        FenProblem::FullmoveNumber(_) => "fullmove",
        FenProblem::Illegal(error) => match error {
            SetupError::Kings { .. } => "kings",
            SetupError::TooManyPieces { .. } | SetupError::TooManyPawns { .. } => "material",
            SetupError::PawnsOnBackRank(_) => "pawns",
            SetupError::OpponentInCheck { .. } | SetupError::ImpossibleCheck(_) => "check",
            SetupError::Castling { .. } => "castling",
            SetupError::EnPassant { .. } => "en_passant",
            SetupError::FullmoveZero => "fullmove",
            other => panic!("the table has no word for {other:?}"),
        },
        other => panic!("the table has no word for {other:?}"),
    }
}

/// The field in which a byte stands, or which it ends.
fn field_at(fen: &[u8], at: usize) -> &'static str {
    const FIELDS: [&str; 6] = ["placement", "turn", "castling", "en_passant", "halfmove", "fullmove"];
    let before = fen[..at].split(|&byte| byte == b' ').count() - 1;
    FIELDS.get(before).unwrap_or(&"fields")
}

/// The message is one line that a terminal may safely show, and the place is in the text.
#[track_caller]
fn check_message(fen: &[u8], error: &ParseFenError) {
    let (message, fen_shown) = (error.to_string(), fen.escape_ascii());
    assert!(error.at <= fen.len(), "{fen_shown}: {error:?}");
    assert!(!message.chars().any(char::is_control), "{fen_shown}: {message:?}");
    assert!(message.is_ascii(), "{fen_shown}: {message:?}");
    assert!(message.len() < 150, "{fen_shown}: {message:?}");
    assert!(message.starts_with(&format!("FEN, column {}: ", error.at + 1)), "{fen_shown}: {message:?}");
}

/// Whether a place is where this kind of trouble belongs.
fn belongs(kind: &str, fen: &[u8], at: usize) -> bool {
    let field = field_at(fen, at);
    match kind {
        // Where a field begins, or where the next one would.
        "fields" => at == 0 || at == fen.len() || fen[at - 1] == b' ',
        "kings" | "pawns" | "material" => field == "placement",
        // Either the pieces are to blame or whose turn it is.
        "check" => field == "placement" || field == "turn",
        _ => field == kind,
    }
}

/// A bad FEN is refused for one of these kinds of reason, where that kind belongs, and in these words.
#[track_caller]
fn check_refused(fen: &[u8], kinds: &str, message: &str) {
    let shown = fen[..fen.len().min(100)].escape_ascii();
    let error = match Position::from_fen_bytes(fen) {
        Err(error) => error,
        Ok(position) => panic!("{shown} was read as {position}"),
    };
    check_message(fen, &error);
    assert_eq!(error.to_string(), message, "{shown}");
    let (found, field) = (kind(error.problem), field_at(fen, error.at));
    let fits = |kind: &str| match error.problem {
        // Where a text has become too long for any FEN is a place in whatever field that is.
        FenProblem::TooLong(_) => kind == "fields" || kind == field,
        _ => found == kind && belongs(kind, fen, error.at),
    };
    assert!(kinds.split('|').any(fits), "{shown}: expected {kinds}, found {found} in {field}: {error}");
    if let Ok(text) = str::from_utf8(fen) {
        assert_eq!(Position::from_fen(text), Err(error), "{shown}");
    }
}

#[test]
fn good_fens_are_read_and_written_in_normal_form() {
    for row in rows(include_str!("data/good-fen.tsv")) {
        check(row[0], row[1]);
    }
    for (fen, _) in perft_positions() {
        check_round_trip(&Position::from_fen(fen).unwrap());
    }
}

#[test]
fn bad_fens_are_refused_and_the_place_named() {
    for row in rows(include_str!("data/bad-fen.tsv")) {
        check_refused(&bytes(row[0]), row[1], row[2]);
    }
}

#[test]
fn the_column_is_where_the_trouble_starts() {
    #[track_caller]
    fn check(fen: &str, at: usize, problem: FenProblem) {
        assert_eq!(Position::from_fen(fen), Err(ParseFenError { at, problem }), "{fen}");
    }
    check("4k3/8/8/8/8/8/8/4K3 w - - 0", 27, FenProblem::Fields(5));
    check("4k3/8/8/8/8/8/8/4K3  w - - 0 1", 20, FenProblem::StraySpace);
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", 30, FenProblem::Fields(7));
    check("4k3/8/8/8/7/8/8/4K3 w - - 0 1", 11, FenProblem::RankTooShort(regence_rules::Rank::Fourth, 7));
    check("4k3/8/8/8/x7/8/8/4K3 w - - 0 1", 10, FenProblem::NotAPiece(b'x'));
    check("4k3/8/8/8/8/8/8/4K3 x - - 0 1", 20, FenProblem::Turn(Excerpt::of(b"x")));
    check("4k3/8/8/8/8/8/8/4K3 w -x - 0 1", 22, FenProblem::CastlingLetter(b'-'));
    check("4k2r/8/8/8/8/8/8/4K3 w kx - 0 1", 24, FenProblem::CastlingLetter(b'x'));
    check("4k3/8/8/8/8/8/8/4K3 w - e 0 1", 24, FenProblem::EnPassant(Excerpt::of(b"e")));
    check("4k3/8/8/8/8/8/8/4K3 w - - 00 1", 26, FenProblem::HalfmoveClock(Excerpt::of(b"00")));
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 28, FenProblem::FullmoveNumber(Excerpt::of(b"0")));
}

/// Chess960 is worth a hint only if it could read the right: there is a king on its rank, and a rook on that side of it.
#[test]
fn chess960_is_named_only_where_it_would_help() {
    #[track_caller]
    fn check(fen: &str, expected: bool) {
        let message = Position::from_fen(fen).unwrap_err().to_string();
        assert_eq!(message.contains("Chess960"), expected, "{fen}: {message}");
        assert_eq!(Position::from_fen_chess960(fen).is_ok(), expected, "{fen}");
    }
    check("4k3/8/8/8/8/8/8/4K3 w K - 0 1", false);
    check("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", false);
    check("4k3/8/8/8/8/8/4K3/7R w K - 0 1", false);
    check("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", true);
    check("4k3/8/8/8/8/8/8/3K3R w K - 0 1", true);
}

#[test]
fn all_960_starts_can_be_written_in_both_dialects() {
    for number in 0..chess960::STARTS {
        check_round_trip(&chess960::start(number).unwrap());
    }
}

#[test]
fn chess960_rights_are_written_as_short_as_can_be() {
    for row in rows(include_str!("data/chess960-midgame.epd")) {
        let position = Position::from_fen_chess960(row[0]).unwrap();
        assert_eq!(position.fen(), row[0]);
        check_round_trip(&position);
    }
}

#[test]
fn chess960_rights_are_read_in_every_dialect() {
    #[track_caller]
    fn check(castling: &str, normal: &str, shredder: &str) {
        let fen = |castling: &str| format!("1r2k1rr/8/8/8/8/8/8/1R2K1RR w {castling} - 0 1");
        let position = Position::from_fen_chess960(&fen(castling)).unwrap();
        assert_eq!((position.fen(), position.shredder_fen()), (fen(normal), fen(shredder)), "{castling}");
    }
    check("KQkq", "KQkq", "HBhb");
    check("HBhb", "KQkq", "HBhb");
    check("BHbh", "KQkq", "HBhb");
    check("qkQK", "KQkq", "HBhb");
    check("hH", "Kk", "Hh");
    check("GBgb", "GQgq", "GBgb");
    check("GQkb", "GQkq", "GBhb");
    check("Gg", "Gg", "Gg");
    check("Bh", "Qk", "Bh");
    check("-", "-", "-");
}

#[test]
fn chess960_rights_that_cannot_be_are_refused() {
    let refused = |castling: &str| {
        let fen = format!("1r2k1rr/8/8/8/8/8/8/1R2K1RR w {castling} - 0 1");
        let error = Position::from_fen_chess960(&fen).unwrap_err();
        assert_eq!(
            (kind(error.problem), field_at(fen.as_bytes(), error.at)),
            ("castling", "castling"),
            "{fen}"
        );
        check_message(fen.as_bytes(), &error);
    };
    ["A", "C", "E", "a", "GH", "HG", "KG", "HK", "KK", "HH", "i", "I", "--", "H-", "BHbhB", "KkK"]
        .into_iter()
        .for_each(refused);
}

#[test]
fn the_lenient_reader_makes_the_best_of_it() {
    #[track_caller]
    fn check(text: &str, normal: &str) {
        let position = Position::from_fen_lenient(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(position.fen(), normal, "{text:?}");
        check_round_trip(&position);
    }
    let start = Position::START.fen();
    // Fields missing from the end.
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", &start);
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &start);
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", &start);
    check("4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
    check("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    // Spaces of any number and kind.
    check(" \t4k3/8/8/8/8/8/8/4K2R\n\nw\tK   -\r\n7  9 ", "4k3/8/8/8/8/8/8/4K2R w K - 7 9");
    // Castling letters in any order, of any dialect.
    check("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w aAhH - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w K?x-Kk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1");
    // Castling rights and en passant squares that cannot be are dropped.
    check("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    check("4k3/8/8/8/8/8/4K3/7R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - f6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - z9z 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 2", "4k3/8/8/3pP3/8/8/8/4K3 w - - 7 2");
    // Clocks that are no numbers start anew.
    check("4k3/8/8/8/8/8/8/4K2R w - - x -3", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    check("4k3/8/8/8/8/8/8/4K2R w - - 65536 0", "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    check("4k3/8/8/8/8/8/8/4K2R w - - 65535 4294967295", "4k3/8/8/8/8/8/8/4K2R w - - 65535 4294967295");
}

/// Rights of three rooks on one side, and of two on one side beside a good one on the other.
#[test]
fn the_lenient_reader_drops_rights_of_too_many_rooks() {
    for fen in ["4k3/8/8/8/8/8/8/K4RRR w FGH - 0 1", "4k3/8/8/8/8/8/8/R3KR1R w AFH - 0 1"] {
        let position = Position::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        check_round_trip(&position);
    }
    let position = Position::from_fen_lenient("4k3/8/8/8/8/8/8/R3KR1R w AFH - 0 1").unwrap();
    assert!(
        position.castling_rooks().contains(regence_rules::Square::A1),
        "the good right stays: {position}"
    );
}

#[test]
fn the_lenient_reader_takes_no_illegal_board() {
    for row in rows(include_str!("data/bad-fen.tsv")) {
        let fen = bytes(row[0]);
        let Ok(text) = str::from_utf8(&fen) else { continue };
        match Position::from_fen_lenient(text) {
            Ok(position) => {
                assert!(!["kings", "pawns", "material", "check", "placement"].contains(&row[1]), "{text:?}");
                check_round_trip(&position);
            }
            Err(error) => check_message(&fen, &error),
        }
    }
    for text in ["", " ", "\n", "8", "4k3/8/8/8/8/8/8/4K3 x", "4k3/8/8/8/8/8/8/4K3 wb"] {
        check_message(text.as_bytes(), &Position::from_fen_lenient(text).unwrap_err());
    }
}

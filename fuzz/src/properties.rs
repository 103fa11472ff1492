//! What must hold of any bytes whatever: nothing panics, and what can be read can be written and read again.
//!
//! The fuzz targets throw bytes of libFuzzer's at these functions; a test of the rules throws the saved ones.

use regence_rules::house::{HousePosition, HouseRules, NoMoves, TwoStep};
use regence_rules::{Epd, Move, ParseFenError, Position, San, SanError, Setup, UciMove};
use std::fmt::Display;

/// Positions in which written moves are tried: the start, castling and pins, en passant with checks, promotions.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "7k/8/8/Q1Q5/8/Q7/8/K7 w - - 99 80",
];

/// FENs: strict, Chess960 and lenient.
pub fn fen(bytes: &[u8]) {
    let (orthodox, chess960) = (Position::from_fen_bytes(bytes), Position::from_fen_chess960_bytes(bytes));
    for read in [&orthodox, &chess960] {
        match read {
            Ok(position) => check_position(position),
            Err(error) => check_fen_error(error, bytes),
        }
    }
    if let Ok(position) = orthodox {
        assert_eq!(chess960, Ok(position), "what orthodox chess can read, Chess960 can");
        assert_eq!(Position::from_fen(&position.fen()), Ok(position), "{position}");
    }
    if let Ok(text) = str::from_utf8(bytes) {
        match Position::from_fen_lenient(text) {
            Ok(position) => check_position(&position),
            Err(error) => {
                check_fen_error(&error, bytes);
                assert!(chess960.is_err(), "lenient refuses what strict reads: {error}");
            }
        }
        if let Ok(position) = chess960 {
            assert_eq!(Position::from_fen_lenient(text), Ok(position));
        }
    }
}

/// EPD lines: orthodox and Chess960.
pub fn epd(bytes: &[u8]) {
    let Ok(line) = str::from_utf8(bytes) else { return };
    let (orthodox, chess960) = (Epd::from_line(line), Epd::from_line_chess960(line));
    for read in [&orthodox, &chess960] {
        match read {
            Ok(epd) => {
                check_position(&epd.position);
                assert_eq!(Epd::from_line_chess960(&epd.to_string()).as_ref(), Ok(epd), "{epd}");
                for operation in &epd.operations {
                    let _ = epd.moves(&operation.opcode);
                }
            }
            Err(error) => check_visible(error),
        }
    }
    if orthodox.is_ok() {
        assert_eq!(orthodox, chess960, "what orthodox chess can read, Chess960 can");
    }
}

/// Moves in algebraic notation.
pub fn san(bytes: &[u8]) {
    let san = San::from_bytes(bytes);
    match san {
        Ok(san) => {
            check_visible(&san);
            check_visible(&san.spoken());
            let again = San::from_bytes(san.to_string().as_bytes());
            assert_eq!(again, Ok(san), "what was read is written so that it reads the same");
        }
        Err(error) => check_visible(&error),
    }
    for position in positions() {
        let read = position.parse_san_bytes(bytes);
        let patiently = san.map_err(SanError::Syntax).and_then(|san| position.resolve_san(&san));
        assert_eq!(read, patiently, "both readers find the same in {position}");
        match read {
            Ok(mv) => check_move(&position, mv),
            Err(error) => check_visible(&error),
        }
    }
}

/// Moves in UCI notation.
pub fn uci(bytes: &[u8]) {
    let written = match UciMove::from_bytes(bytes) {
        Ok(written) => written,
        Err(error) => return check_visible(&error),
    };
    assert_eq!(written.to_string().as_bytes(), bytes);
    for position in positions() {
        let resolved = position.resolve(written);
        assert_eq!(position.is_legal(written), resolved.is_ok(), "{written} in {position}");
        match resolved {
            Ok(mv) => check_move(&position, mv),
            Err(error) => check_visible(&error),
        }
    }
}

/// FENs of house rules.
pub fn house_fen(bytes: &[u8]) {
    let mixed = HouseRules {
        two_step: TwoStep::NeverMoved,
        no_moves: NoMoves::Loss,
        promotion: HouseRules::CLASSROOM.promotion,
        ..HouseRules::ORTHODOX
    };
    for rules in [HouseRules::ORTHODOX, HouseRules::CLASSROOM, mixed] {
        match HousePosition::from_fen_bytes(rules, bytes) {
            Ok(position) => check_house_position(&position),
            Err(error) => check_visible(&error),
        }
    }
}

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen).expect("these are good"))
}

/// What is written of a position is read back as the same, and each of its moves holds what a move promises.
fn check_position(position: &Position) {
    assert_eq!(Position::from_fen_chess960(&position.fen()), Ok(*position), "{position}");
    assert_eq!(Position::from_fen_chess960(&position.shredder_fen()), Ok(*position), "{position}");
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.legal_move_count(), "{position}");
    assert_eq!(!moves.is_empty(), position.has_legal_moves(), "{position}");
    assert_eq!(moves.len(), position.captures().len() + position.quiets().len(), "{position}");
    for &mv in &moves {
        check_move(position, mv);
    }
}

/// A move is legal, both notations name it and no other, and what it leads to is a position like any other.
fn check_move(position: &Position, mv: Move) {
    assert!(position.legal_moves_from(mv.from()).contains(&mv), "{mv:?} in {position}");
    assert_eq!(position.resolve(mv.uci_chess960()), Ok(mv), "{mv:?} in {position}");
    let san = position.san(mv).to_string();
    assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {position}");
    let (next, key) = position.play_keyed(mv, position.key());
    assert_eq!(key, next.key(), "{mv:?} in {position}");
    assert_eq!(Setup::from(next).build(), Ok(next), "{mv:?} in {position}");
    assert_eq!(Position::from_fen_chess960(&next.fen()), Ok(next), "{mv:?} in {position}");
}

fn check_house_position(position: &HousePosition) {
    let read = HousePosition::from_fen(position.rules(), &position.fen());
    assert_eq!(read.as_ref(), Ok(position), "{position}");
    let _ = position.outcome();
    for mv in position.legal_moves() {
        assert_eq!(position.resolve(mv.uci()), Ok(mv), "{mv:?} in {position}");
        let next = position.play(mv);
        assert_eq!(
            HousePosition::from_fen(next.rules(), &next.fen()).as_ref(),
            Ok(&next),
            "{mv:?} in {position}"
        );
    }
}

fn check_fen_error(error: &ParseFenError, bytes: &[u8]) {
    assert!(error.at <= bytes.len(), "{error} in {} bytes", bytes.len());
    check_visible(error);
}

/// A message is one line that a terminal can be trusted with.
fn check_visible(message: &impl Display) {
    let text = message.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
}

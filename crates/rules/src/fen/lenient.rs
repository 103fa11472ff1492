//! The lenient reader: makes the best of what looks like a FEN.

use super::read::{Castling, Field, board, castling_rook, number, right};
use super::{FenProblem, ParseFenError};
use crate::{Bitboard, Color, Position, Setup, SetupError, Square};

pub(super) fn read(fen: &[u8]) -> Result<Position, ParseFenError> {
    let mut words = words(fen);
    let placement = words.next().ok_or(ParseFenError { at: fen.len(), problem: FenProblem::Fields(0) })?;
    let board = board(placement)?;
    let turn = match words.next() {
        None | Some(Field { text: b"w" | b"W", .. }) => Color::White,
        Some(Field { text: b"b" | b"B", .. }) => Color::Black,
        Some(word) => return Err(word.unexpected(FenProblem::Turn)),
    };
    let mut texts = words.map(|word| word.text);
    let castling_rooks: Bitboard = texts
        .next()
        .unwrap_or_default()
        .iter()
        .filter_map(|&byte| right(byte, Castling::Chess960))
        .filter_map(|(color, right)| castling_rook(&board, color, right, Castling::Chess960))
        .collect();
    let en_passant = match texts.next() {
        Some(&[file, rank]) => Square::from_bytes(file.to_ascii_lowercase(), rank),
        _ => None,
    };
    let mut clock = || texts.next().and_then(padded_number);
    let halfmove_clock = clock().and_then(|clock| u16::try_from(clock).ok()).unwrap_or(0);
    let fullmove_number = clock().unwrap_or(1).max(1);
    let setup = Setup { board, turn, castling_rooks, en_passant, halfmove_clock, fullmove_number };
    without_impossible_rights(setup)
        .build()
        .map_err(|errors| ParseFenError { at: placement.at, problem: FenProblem::Illegal(errors[0]) })
}

/// What stands between white space, with its place.
fn words(fen: &[u8]) -> impl Iterator<Item = Field<'_>> {
    let mut at = 0;
    let fields = fen.split(u8::is_ascii_whitespace).map(move |text| {
        let field = Field { text, at };
        at += text.len() + 1;
        field
    });
    fields.filter(|field| !field.text.is_empty())
}

/// A number that may have zeros in front.
fn padded_number(digits: &[u8]) -> Option<u32> {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    number(&digits[zeros.min(digits.len().saturating_sub(1))..])
}

/// Drops the castling rights and the en passant square as long as they are among the problems.
fn without_impossible_rights(setup: Setup) -> Setup {
    let mut repaired = setup;
    for error in setup.problems().iter() {
        match *error {
            SetupError::Castling { rook, .. } => {
                repaired.castling_rooks = repaired.castling_rooks.without(rook);
            }
            SetupError::EnPassant { .. } => repaired.en_passant = None,
            _ => {}
        }
    }
    if repaired == setup { setup } else { without_impossible_rights(repaired) }
}

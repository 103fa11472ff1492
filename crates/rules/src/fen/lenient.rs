//! The lenient reader: makes the best of what looks like a FEN.

use super::read::{Castling, Field, board, castling_rook, number, right};
use super::{FenProblem, ParseFenError};
use crate::{Bitboard, Color, Position, Setup, SetupError, Square};

pub(super) fn read(fen: &[u8]) -> Result<Position, ParseFenError> {
    let mut words = fen.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(placement) = words.next() else {
        return Err(ParseFenError { at: fen.len(), problem: FenProblem::Fields(0) });
    };
    let start = fen.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    let board = board(Field { text: placement, at: start })?;
    let turn = match words.next() {
        None | Some(b"w" | b"W") => Color::White,
        Some(b"b" | b"B") => Color::Black,
        Some(_) => return Err(ParseFenError { at: start + placement.len() + 1, problem: FenProblem::Turn }),
    };
    let castling_rooks: Bitboard = words
        .next()
        .unwrap_or_default()
        .iter()
        .filter_map(|&byte| right(byte, Castling::Chess960))
        .filter_map(|(color, right)| castling_rook(&board, color, right, Castling::Chess960))
        .collect();
    let en_passant = match words.next() {
        Some(&[file, rank]) => Square::from_bytes(file.to_ascii_lowercase(), rank),
        _ => None,
    };
    let halfmove_clock =
        words.next().and_then(number).and_then(|clock| u16::try_from(clock).ok()).unwrap_or(0);
    let fullmove_number = words.next().and_then(number).unwrap_or(1).max(1);
    let setup = Setup { board, turn, castling_rooks, en_passant, halfmove_clock, fullmove_number };
    without_impossible_rights(setup)
        .build()
        .map_err(|errors| ParseFenError { at: start, problem: FenProblem::Illegal(errors[0]) })
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

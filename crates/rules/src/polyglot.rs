//! The key that Polyglot opening books use for a position.

use crate::polyglot_numbers::NUMBERS;
use crate::{CastlingSide, Color, Position};

/// Where the numbers for castling, en passant and the turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Position {
    /// The position's key in Polyglot opening books.
    ///
    /// Unlike [`key`](Self::key), and as the format wants it, en passant counts as soon as a pawn stands ready to take,
    /// even if it is pinned. Positions that are equal may differ in this key for that reason alone: a FEN that was
    /// written and read back has lost an en passant square that nobody may use.
    ///
    /// ```
    /// use regence_rules::Position;
    /// assert_eq!(Position::START.polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for (square, piece) in self.board.pieces() {
            // Kinds are numbered black pawn, white pawn, black knight, …
            let kind = 2 * (piece.role as usize - 1) + usize::from(piece.color == Color::White);
            key ^= NUMBERS[64 * kind + square.index()];
        }
        for color in Color::ALL {
            for (offset, side) in CastlingSide::ALL.into_iter().enumerate() {
                if self.castling_rook(color, side).is_some() {
                    key ^= NUMBERS[CASTLING + 2 * color.index() + offset];
                }
            }
        }
        if let Some(square) = self.en_passant {
            key ^= NUMBERS[EN_PASSANT + square.file().index()];
        }
        if self.turn == Color::White {
            key ^= NUMBERS[WHITE_TO_MOVE];
        }
        key
    }
}

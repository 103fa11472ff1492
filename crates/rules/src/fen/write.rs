//! The writer: every position has one FEN.

use crate::{CastlingSide, Color, File, Position, Rank, Role, Square};
use core::fmt;
use core::ops::Deref;

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CastlingStyle {
    /// `KQkq`, and a file letter only where an outer rook would be meant otherwise.
    XFen,
    /// Always file letters.
    Shredder,
}

/// The text of a FEN, kept on the stack.
#[derive(Clone, Copy)]
pub struct FenText {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl FenText {
    /// 71 for the pieces, 2 for the turn, 5 for castling, 3 for en passant, 6 and 11 for the clocks.
    const CAPACITY: usize = 98;

    pub(super) fn new(position: &Position, style: CastlingStyle) -> Self {
        let mut text = Self { bytes: [0; Self::CAPACITY], length: 0 };
        text.write_placement(position);
        text.push(b' ');
        text.push(if position.turn == Color::White { b'w' } else { b'b' });
        text.push(b' ');
        text.write_castling(position, style);
        text.push(b' ');
        match position.en_passant() {
            Some(square) => square.bytes().into_iter().for_each(|byte| text.push(byte)),
            None => text.push(b'-'),
        }
        text.push(b' ');
        text.write_number(u32::from(position.halfmoves));
        text.push(b' ');
        text.write_number(position.fullmoves);
        text
    }

    /// The FEN as a string slice.
    #[inline]
    pub fn as_str(&self) -> &str {
        // Only ASCII is ever pushed, so the fallback is never taken.
        str::from_utf8(self.bytes.get(..self.length).unwrap_or_default()).unwrap_or_default()
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    fn write_placement(&mut self, position: &Position) {
        let board = &position.board;
        for rank in (0..8).rev() {
            let mut expected = rank * 8;
            for square in board.occupied() & Rank::ALL[rank].bitboard() {
                self.write_gap(square.index() - expected);
                if let Some(piece) = board.piece_at(square) {
                    self.push(piece.byte());
                }
                expected = square.index() + 1;
            }
            self.write_gap(rank * 8 + 8 - expected);
            if rank > 0 {
                self.push(b'/');
            }
        }
    }

    #[inline]
    fn write_gap(&mut self, squares: usize) {
        if squares > 0 {
            self.push(b'0' + squares as u8);
        }
    }

    fn write_castling(&mut self, position: &Position, style: CastlingStyle) {
        if position.castling.is_empty() {
            self.push(b'-');
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = position.castling_rook(color, side) {
                    let letter = castling_letter(position, color, side, rook, style);
                    self.push(letter & !(u8::from(color == Color::White) << 5));
                }
            }
        }
    }

    fn write_number(&mut self, number: u32) {
        if number >= 10 {
            self.write_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }
}

/// The lower-case letter for a castling right.
fn castling_letter(
    position: &Position,
    color: Color,
    side: CastlingSide,
    rook: Square,
    style: CastlingStyle,
) -> u8 {
    let rooks = position.board.by_piece(Role::Rook.of(color)) & rook.rank().bitboard();
    let outermost = match side {
        CastlingSide::King => rooks.last(),
        CastlingSide::Queen => rooks.first(),
    };
    match side {
        CastlingSide::King if style == CastlingStyle::XFen && outermost == Some(rook) => b'k',
        CastlingSide::Queen if style == CastlingStyle::XFen && outermost == Some(rook) => b'q',
        _ => b'a' + (rook.file() as u8 - File::A as u8),
    }
}

impl Deref for FenText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

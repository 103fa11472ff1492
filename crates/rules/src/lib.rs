//! The rules of chess.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

mod bitboard;
mod color;
mod piece;
mod square;
mod uci;

pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub use piece::{Piece, Role};
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{ParseUciError, UciMove};

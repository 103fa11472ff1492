//! The rules of chess.
#![no_std]
#![allow(clippy::inline_always)] // The generator must melt into the function compiled for the CPU at hand.

#[cfg(feature = "alloc")]
extern crate alloc;

mod attacks;
mod bitboard;
mod board;
pub mod chess960;
mod collectors;
mod color;
mod fen;
mod generate;
#[cfg(feature = "alloc")]
pub mod house;
mod key;
mod legal;
mod move_list;
mod move_sets;
mod moves;
mod outcome;
mod perft;
mod piece;
mod play;
mod polyglot;
mod polyglot_numbers;
mod position;
mod resolve;
mod san;
mod setup;
mod side;
mod square;
mod stack_list;
mod uci;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color};
pub use fen::{FenProblem, FenText, ParseFenError};
pub use key::Key;
pub use move_list::{IntoMoves, MoveList};
pub use move_sets::PieceMoves;
pub use moves::{CastlingSide, Move};
pub use outcome::{Draw, Outcome, Win};
pub use piece::{Piece, Role};
pub use position::Position;
pub use resolve::{CastlingRefusal, IllegalMove};
pub use san::{ParseSanError, San, SanAction, SanError, SanSuffix};
pub use setup::{CastlingError, EnPassantError, Setup, SetupError, SetupErrors};
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{ParseUciError, UciMove};

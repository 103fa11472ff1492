//! The rules of chess: positions, legal moves, notation and outcomes.
//!
//! A [`Position`] is a small value that is always legal to play on. Ask it for its legal moves, play one, and get the
//! next position:
//!
//! ```
//! use regence_rules::Position;
//!
//! let mut position = Position::START;
//! for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
//!     let mv = position.parse_san(san)?;
//!     position = position.play(mv);
//! }
//! assert_eq!(position.outcome().unwrap().to_string(), "White wins by checkmate");
//! # Ok::<(), regence_rules::SanError>(())
//! ```
//!
//! # What is where
//!
//! - The words of the board: [`Color`], [`Role`], [`Piece`], [`File`], [`Rank`], [`Square`], and [`Bitboard`] for sets of
//!   squares.
//! - [`Board`] is pieces on squares; [`Position`] adds all else that FEN says and promises legality; [`Setup`] is a
//!   position still being set up, whose [`build`](Setup::build) names every reason why it is not legal.
//! - A written move is text, a [`UciMove`] or a [`San`]. Only a position makes it a legal [`Move`]:
//!   [`Position::resolve`], [`Position::resolve_san`].
//! - [`Outcome`] says how a position ends the game. Repetition is a matter of history: compare positions with
//!   [`Position::repeats`], or their [`Key`]s.
//! - [`attacks`] says which squares a piece attacks, for those who count more than moves.
//! - [`chess960`] numbers the start positions of Chess960; castling works from any of them.
//! - [`house`] plays other rules on boards from 3x3 to 8x8, written for clarity.
//!
//! # Promises
//!
//! - No input makes anything here panic: parsers take any bytes and answer with an error that names the place.
//! - No dependencies, no IO, no state that can be observed; `no_std`, with `alloc` only for what returns a `String` or a
//!   `Vec` and for [`Position::is_dead`], which remembers what it has tried.
//! - A position is legal, and so is a move for the position that made it; nothing else makes either.
#![no_std]
#![allow(clippy::inline_always)] // The generator must melt into the function compiled for the CPU at hand.

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod attacks;
mod bitboard;
mod board;
pub mod chess960;
mod collectors;
mod color;
#[cfg(feature = "alloc")]
mod dead;
mod ending;
#[cfg(feature = "alloc")]
mod epd;
mod excerpt;
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
#[cfg(feature = "alloc")]
pub use epd::{Epd, EpdProblem, Operand, Operation, ParseEpdError};
pub use excerpt::Excerpt;
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

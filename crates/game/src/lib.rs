//! Games of chess over time: what a position alone cannot know.
//!
//! - A [`Game`] is a tree of moves with a cursor. It plays through one door, takes back and plays again without limit,
//!   and knows the ends that need a history or a word: repetition, claims, resignation, agreement, time.
//! - It plays any [`Variant`]: chess, Chess960, or house rules on boards from 3x3 to 8x8. [`AnyPosition`] and [`AnyMove`]
//!   are what they have in common.
//! - A [`session`] is a table: who plays, people or computers, with which clock; or a [`FreeBoard`] to edit.
//! - [`computer`] has six simple opponents, [`person`] a dozen with names and ways of playing.
//! - [`notes`] are what people write about moves.
//! - [`clock`] keeps time as arithmetic: the time is told, never read.
//! - [`pgn`] reads games from text, as a stream.
//! - [`openings`] names positions and games, [`book`] keeps moves for them.
//! - [`epd`] reads files of positions.

mod any_move;
mod any_position;
pub mod book;
pub mod clock;
pub mod computer;
mod ending;
pub mod epd;
mod free_board;
mod game;
#[cfg(feature = "serde")]
pub mod json;
mod level;
pub mod notes;
pub mod openings;
pub mod person;
pub mod pgn;
mod random;
pub mod session;
mod tree;
mod variant;

pub use any_move::{AnyMove, MoveRecord, Refusal, WrittenMoveError};
pub use any_position::AnyPosition;
pub use ending::EndError;
pub use free_board::{Edit, FreeBoard};
pub use game::{Game, PlayError, Purpose};
pub use random::Random;
pub use tree::{NodeId, Ply};
pub use variant::{FenError, ParseVariantError, Variant};

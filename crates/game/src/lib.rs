//! Games of chess over time: what a position alone cannot know.
//!
//! - A [`Game`] is a tree of moves with a cursor. It plays through one door, takes back and plays again without limit,
//!   and knows the ends that need a history or a word: repetition, claims, resignation, agreement, time.
//! - [`clock`] keeps time as arithmetic: the time is told, never read.
//! - [`pgn`] reads games from text, as a stream.

pub mod clock;
mod ending;
mod game;
pub mod pgn;
mod tree;

pub use ending::EndError;
pub use game::{Game, PlayError, Purpose};
pub use tree::{NodeId, Notes, Ply};

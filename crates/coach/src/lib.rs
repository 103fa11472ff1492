//! Explains games: how accurate each move was, what was wrong with a bad one, and where the game turned.
//!
//! Whoever looks ahead tells what was [`Seen`] in each position of a game; a [`Review`] makes of that what people want to know.
//! Nothing here searches: a sentence says what the engine's lines show (a piece left to be taken, a fork, a mate), and where
//! they show nothing so plain, in which respect the position got worse by the evaluation that can be explained.
//!
//! ```
//! use regence_coach::{Seen, Verdict, Worth};
//! use regence_game::notes::Evaluation;
//! use regence_rules::Position;
//!
//! let position = Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")?;
//! let line = |position: &Position, moves: &str| {
//!     let mut at = *position;
//!     moves.split(' ').map(|san| { let mv = at.parse_san(san).unwrap(); at = at.play(mv); mv }).collect()
//! };
//! let seen = Seen { worth: Worth::Judged(Evaluation::Centipawns(-40)), line: line(&position, "g6 Qf3 Nf6") };
//! let played = position.parse_san("Nf6")?;
//! let after = position.play(played);
//! let next = Seen { worth: Worth::Judged(Evaluation::Mate(1)), line: line(&after, "Qxf7#") };
//! let verdict = Verdict::new(&position, played, &seen, &next);
//! assert_eq!(verdict.remark.as_deref(), Some("Allows mate: Qxf7#. Better was g6."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::cast_precision_loss, reason = "moves and worths are small numbers")]

mod accuracy;
mod annotate;
mod course;
mod explain;
mod judgement;
mod material;
mod motif;
mod review;
mod topic;
mod verdict;
mod words;
mod worth;

pub use judgement::Judgement;
pub use review::{Account, Played, Review, numbered};
pub use verdict::Verdict;
pub use worth::{Seen, Worth};

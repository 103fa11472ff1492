//! Finds good moves: search, evaluation, and the UCI protocol that other programs speak.
//!
//! - An [`Engine`] searches a [`Situation`] within [`Limits`], and can be stopped by a [`Control`].
//! - An [`Evaluator`] judges a position without looking ahead; [`Judge`] is the one we play with: a [`network`], or the written
//!   [`evaluation`] that can say why.

mod bench;
mod control;
mod engine;
pub mod evaluation;
mod evaluator;
mod judge;
mod limits;
mod memory;
mod named_file;
pub mod network;
mod score;
mod search;
mod see;
mod situation;
mod table;
mod tablebase;
#[cfg(feature = "tuning")]
pub mod tuning;
pub mod uci;
mod wdl;

pub use bench::{Bench, USUAL_DEPTH};
pub use control::Control;
pub use engine::{Engine, NoMemory};
pub use evaluation::Evaluation;
pub use evaluator::{Evaluator, Numbers};
pub use judge::Judge;
pub use limits::{Clock, Limits};
pub use score::Score;
pub use search::{Answer, Listener, Report};
pub use see::wins_at_least;
pub use situation::{LastMove, Situation};
pub use tablebase::{Tablebase, TablebaseError, Verdict};
pub use wdl::Wdl;

use table::Table;

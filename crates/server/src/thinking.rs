//! Thinking on threads of its own, bounded in number and fair among games: computers' moves, hints, reviews, and lines for
//! whoever looks.
//!
//! - Moves and hints, which are short, come before lines, which never end by themselves.
//! - Nobody waits for lines: if no thread is idle when a move is wanted, the lines that have run longest give way and
//!   queue up again. The engine's memory is warm by then, so that they are soon where they were.
//! - Among equals, first come, first served; each table has one question of a kind at most.

mod outside;
mod pool;
mod question;
mod review;
mod story;
mod written;

pub use outside::Outside;
pub use pool::{Asked, Pool};
pub use question::{Errand, Question};
pub use review::{Judged, Reviewed, Reviews};
pub use story::{Answer, Line, News};

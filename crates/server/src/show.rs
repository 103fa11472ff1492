//! From tables and positions to what goes over the wire.

mod clocks;
mod evaluation;
mod moves;
mod outcome;
mod position;
mod state;

pub use evaluation::evaluation;
pub use moves::{MoveList, legal, legal_moves};
pub use outcome::{kept_outcome, outcome, result, status};
pub use position::{check_square, fen, position, square};
pub use state::{is_open_to_engines, seat, state};

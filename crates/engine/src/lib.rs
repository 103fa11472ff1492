//! Finds good moves: search, evaluation, and the UCI protocol that other programs speak.
//!
//! - An [`Evaluator`] judges a position without looking ahead; [`Evaluation`] is the one we play with.

mod evaluation;
mod evaluator;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;

//! The seam between search and evaluation: all that the search wants to know of a judge.

use regence_rules::{Move, Position};

/// Numbers of the search that no theory gives: margins, shares and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// As they were guessed at first. They stay, for those who were measured with them.
    Guessed,
    /// As games have moved them, with the network for a judge.
    Tuned,
}

/// Judges positions without looking ahead.
///
/// The search tells it of every move played and taken back, so that it may keep what it has computed; one that keeps
/// nothing leaves `reset`, `play` and `undo` empty. Both may be called far more often than `evaluate`, so work is best put off
/// until it is asked for. Each thread of a search has its own clone.
///
/// A side that passes is not told of: no piece moves, and `evaluate` sees whose turn it is.
pub trait Evaluator: Clone + Send {
    /// The numbers that the search goes by with this judge.
    const NUMBERS: Numbers;

    /// A search begins here; all moves played before are forgotten.
    fn reset(&mut self, root: &Position);

    /// A move is played; `undo` will follow.
    fn play(&mut self, before: &Position, mv: Move, after: &Position);

    /// The last move that was played, and not yet taken back, is taken back.
    fn undo(&mut self);

    /// What the position is worth to the side to move, in hundredths of a pawn. Never asked in check.
    /// Beyond ±20,000 it counts as 20,000: what lies further out are mates, which only the search can know.
    fn evaluate(&mut self, position: &Position) -> i32;
}

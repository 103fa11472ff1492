//! What a search tells while it goes on, and at its end.

use crate::Score;
use crate::score::Value;
use regence_rules::Move;
use std::time::Duration;

/// One line that the search has found, and how hard it looked.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Half-moves searched, but for what was cut short or extended.
    pub depth: u32,
    /// Half-moves from the root to the furthest position looked at.
    pub deepest: u32,
    /// 1 for the best line, 2 for the second …
    pub rank: usize,
    /// What it leads to.
    pub score: Score,
    /// Positions looked at so far.
    pub nodes: u64,
    /// How long it has taken so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The moves.
    pub line: &'a [Move],
}

/// Is told what a search finds, and if it likes, what it is at.
pub trait Listener {
    /// A line was found.
    fn line(&mut self, report: &Report);

    /// A move of the root is about to be tried, the so manieth at this depth. This is told only of searches that take long.
    fn trying(&mut self, _mv: Move, _number: usize) {}
}

/// A listener for lines alone.
pub(crate) struct Lines<'a>(pub(crate) &'a mut dyn FnMut(&Report));

impl Listener for Lines<'_> {
    fn line(&mut self, report: &Report) {
        (self.0)(report);
    }
}

/// A line that the search believes in.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) depth: i32,
    pub(super) deepest: usize,
    pub(super) value: Value,
    pub(super) moves: Vec<Move>,
}

/// What a search has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best move; none if there is no legal one.
    pub best: Option<Move>,
    /// What the other side will probably reply.
    pub reply: Option<Move>,
    /// What the position is worth; none if there is nothing to search.
    pub score: Option<Score>,
}

//! How long a search may go on.

use regence_rules::{ByColor, Color, UciMove};
use std::time::{Duration, Instant};

/// What a search is asked for. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many half-moves deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// As long as is wise with what is left on the clocks.
    pub clock: Option<Clock>,
    /// On the other side's time: limits count from the moment when [`Control::ponder_hit`](crate::Control::ponder_hit) is told.
    pub ponder: bool,
    /// Until stopped, whatever the clocks say, and even when there is nothing more to find.
    pub infinite: bool,
    /// Only these moves; all if none of them is legal.
    pub moves: Vec<UciMove>,
    /// Since when time counts, if not since the search begins: whoever asks may have to wait before it does. For a search on the other
    /// side's time it does not matter.
    pub since: Option<Instant>,
}

impl Limits {
    /// What the clocks say, if that is to be heeded. Increments alone, which some programs always tell of, mean a clock that has
    /// run down only if nothing else limits the search.
    pub(crate) fn told_clock(&self) -> Option<Clock> {
        let clock = self.clock?;
        let tells_time = Color::ALL.iter().any(|&color| clock.left[color].is_some());
        let is_alone =
            self.time.is_none() && self.mate.is_none() && self.depth.is_none() && self.nodes.is_none();
        (tells_time || is_alone).then_some(clock)
    }
}

/// What is left on the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left; a side whose time is not told has as much as the other one.
    pub left: ByColor<Option<Duration>>,
    /// What each move adds.
    pub increment: ByColor<Duration>,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
}

//! For how long somebody may look.

use regence_engine::Control;
use std::time::{Duration, Instant};

/// How many positions are looked at between two looks at the clock.
const STEP: u32 = 64;

/// Ends when somebody says so, or after a time. Without either it never ends, and then what is found depends on neither.
#[derive(Clone)]
pub(crate) struct Patience<'a> {
    control: &'a Control,
    end: Option<Instant>,
    positions: u32,
    has_ended: bool,
}

impl<'a> Patience<'a> {
    pub(crate) fn new(control: &'a Control, longest: Option<Duration>) -> Self {
        let end = longest.and_then(|longest| Instant::now().checked_add(longest));
        Self { control, end, positions: 0, has_ended: false }
    }

    /// Counts a position, and says whether it is one too many.
    pub(crate) fn ends(&mut self) -> bool {
        self.positions = self.positions.wrapping_add(1);
        if self.positions.is_multiple_of(STEP) {
            self.has_ended |= self.is_over();
        }
        self.has_ended
    }

    /// Whether it is at its end by now.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) || self.control.is_stopped()
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }
}

//! The hand on a running search: how it is told to stop, and that its pondering has come true.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Shared by a search and whoever started it. Each search has its own, or follows on one that has ended.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// When pondering came true.
    hit: OnceLock<Instant>,
    finished: AtomicBool,
    // Guards nothing; whoever waits for a change holds it, so that no change is missed.
    gate: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// For a search that begins on the other side's time, or not.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Ends the search as soon as may be.
    pub fn stop(&self) {
        self.change(|| self.stopped.store(true, Ordering::Relaxed));
    }

    /// The move pondered on has been played: from now on the search uses its own time.
    pub fn ponder_hit(&self) {
        self.change(|| {
            if self.is_pondering() {
                self.hit.get_or_init(Instant::now);
                // Whoever sees that sees since when, too.
                self.pondering.store(false, Ordering::Release);
            }
        });
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search goes on the other side's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// When its own time began, if the search had pondered until then.
    pub(crate) fn hit(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Whether the search has ended and will tell nothing more but its answer.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// The search has ended.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Waits until a search that has nothing more to do may say so: an infinite one when stopped, a pondering one also when
    /// its pondering has come true.
    pub(crate) fn wait_for_release(&self, infinite: bool) {
        let mut held = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            held = self.changed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl FnOnce()) {
        let _held = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }
}

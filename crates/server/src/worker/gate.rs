//! Lets what is urgent go first.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A gate that is passed before each position by those who have time. It is shut while somebody waits for a move, and
/// closed for good when the worker stops.
#[derive(Default)]
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many moves are thought about.
    moves: usize,
    is_closed: bool,
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nothing is more urgent; `false` if the worker stops.
    pub fn pass(&self) -> bool {
        let mut state = self.state();
        while state.moves > 0 && !state.is_closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_closed
    }

    /// Whether the worker stops.
    pub fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// So many moves are thought about from now on.
    pub(super) fn set_moves(&self, moves: usize) {
        self.state().moves = moves;
        self.changed.notify_all();
    }

    /// The worker stops.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn who_has_time_waits_for_moves() {
        let gate = Gate::default();
        assert!(gate.pass());
        gate.set_moves(1);
        let (sender, passed) = channel();
        thread::scope(|scope| {
            scope.spawn(|| sender.send(gate.pass()));
            assert!(passed.try_recv().is_err(), "the gate is shut");
            gate.set_moves(0);
            assert_eq!(passed.recv(), Ok(true));
        });
        gate.set_moves(1);
        gate.close();
        assert!(!gate.pass() && gate.is_closed());
    }
}

//! A session on the desk, and how one looks at it.

use crate::keep::Log;
use regence_game::NodeId;
use regence_game::session::{Command, Event, Revision, Session, SessionError};
use regence_rules::UciMove;
use std::time::Duration;

/// A session, and how one looks at it.
#[derive(Clone, Debug)]
pub struct Play {
    /// The session.
    pub log: Log,
    /// The session's time, and the outside time at which that was.
    pub epoch: (Duration, Duration),
    /// An earlier place that one looks at.
    pub viewing: Option<NodeId>,
    /// A move to be played as soon as the computer has moved.
    pub premove: Option<UciMove>,
    /// A computer's move that waits for its moment, because somebody watches.
    pub held: Option<Held>,
    /// When the last move was played, in outside time.
    pub moved_at: Duration,
    /// Whether the game stops again after the next move.
    pub steps: bool,
}

/// A computer's move that waits for its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The move.
    pub mv: UciMove,
    /// The state it belongs to.
    pub revision: Revision,
    /// Its moment, in outside time.
    pub due: Duration,
}

impl Play {
    /// A session that begins or goes on at this moment.
    pub fn new(log: Log, session_time: Duration, now: Duration) -> Self {
        Self {
            log,
            epoch: (session_time, now),
            viewing: None,
            premove: None,
            held: None,
            moved_at: now,
            steps: false,
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.log.session()
    }

    /// The session's time.
    pub fn time(&self, now: Duration) -> Duration {
        self.epoch.0 + now.saturating_sub(self.epoch.1)
    }

    /// Does something.
    pub fn apply(&mut self, command: Command, now: Duration) -> Result<Vec<Event>, SessionError> {
        let events = self.log.apply(command, self.time(now))?;
        self.viewing = None;
        self.held = None;
        if events.iter().any(|event| matches!(event, Event::Played(_))) {
            self.moved_at = now;
        }
        Ok(events)
    }
}

//! What a thinker can be asked.

use regence_engine::Limits;
use regence_game::Game;
use regence_game::session::{Revision, Session};
use regence_levels::Task;
use std::time::Duration;

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Errand {
    /// To be played.
    Reply,
    /// To be shown to a person who asked for advice.
    Hint,
    /// To be shown as long as somebody looks at the position.
    Analysis,
}

/// How long, and how variedly, computers think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Decides what simple computers choose among equally good moves.
    pub seed: u64,
    /// How long the engine thinks about a move at most; with a clock it may be less.
    pub time: Option<Duration>,
    /// How many half-moves the engine looks ahead, at most.
    pub depth: Option<u32>,
    /// How many positions the engine looks at, at most. Without any other limit its moves can be repeated.
    pub nodes: Option<u64>,
}

impl Default for Pace {
    /// A second a move.
    fn default() -> Self {
        Self { seed: 0, time: Some(Duration::from_secs(1)), depth: None, nodes: None }
    }
}

impl Pace {
    fn limits(&self) -> Limits {
        Limits { time: self.time, depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }
}

/// A question about a session as it is at one moment.
#[derive(Clone, Debug)]
pub struct Question {
    pub(super) errand: Errand,
    pub(super) ticket: u64,
    pub(super) revision: Revision,
    pub(super) task: Task,
}

impl Question {
    /// Which move a computer is to play; `None` if the session waits for none, or if the engine does not know its rules.
    pub fn reply(session: &Session, pace: &Pace, now: Duration) -> Option<Self> {
        let task = Task::reply(session, pace.seed, pace.limits(), now)?;
        Some(Self { errand: Errand::Reply, ticket: 0, revision: session.revision(), task })
    }

    /// Which move the engine would play; `None` if it does not know the rules.
    pub fn hint(session: &Session, pace: &Pace) -> Option<Self> {
        Self::glance(session.game()?, session.revision(), pace.limits())
    }

    /// Which move the engine would play in a game's position, and what that is worth, within limits; `None` if it does
    /// not know the rules. The revision is that of the session the game belongs to.
    pub fn glance(game: &Game, revision: Revision, limits: Limits) -> Option<Self> {
        Some(Self { errand: Errand::Hint, ticket: 0, revision, task: Task::search(game, limits, 1)? })
    }

    /// The same question with a number, to know its answers by.
    #[must_use]
    pub fn with_ticket(self, ticket: u64) -> Self {
        Self { ticket, ..self }
    }

    /// What the engine thinks of a game's position, for so many lines, until it is cancelled; `None` if it does not know
    /// the rules. The revision is that of the session the game belongs to.
    pub fn analysis(game: &Game, revision: Revision, lines: usize) -> Option<Self> {
        let limits = Limits { infinite: true, ..Limits::default() };
        Some(Self { errand: Errand::Analysis, ticket: 0, revision, task: Task::search(game, limits, lines)? })
    }
}

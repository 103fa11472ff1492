//! What can be asked.

use super::written::Past;
use regence_engine::{Limits, Situation};
use regence_game::computer::SimpleComputer;
use regence_game::session::Session;
use regence_game::{AnyPosition, Game};
use regence_levels::{Search, Task};
use std::time::Duration;

/// The computer that gives hints where the engine does not know the rules.
const SUBSTITUTE: SimpleComputer = SimpleComputer::Planner;

/// What an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Errand {
    /// To be played.
    Reply,
    /// To be shown to whoever asked for advice.
    Advice,
    /// To decide whether the computer takes the draw that it was offered.
    Judgement,
    /// To be shown as long as somebody looks.
    Lines,
    /// To be part of a review.
    Review,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the answer is for.
    pub errand: Errand,
    pub(super) task: Task,
    /// How the position has come about, to be written down; none if it is not for others.
    pub(super) past: Option<Past>,
}

impl Question {
    /// Which move a computer is to play, thinking no longer than this; `None` if the session waits for none.
    pub fn reply(session: &Session, seed: u64, longest: Duration, now: Duration) -> Option<Self> {
        let limits = Limits { time: Some(longest), ..Limits::default() };
        let task = Task::reply(session, seed, limits, now)?;
        Some(Self { errand: Errand::Reply, task, past: Some(Past::of(session.game()?)) })
    }

    /// The same for somebody who has waited already: half the time has to do.
    pub fn hurried(mut self) -> Self {
        if let Task::Search(search) = &mut self.task {
            search.limits.time = search.limits.time.map(|time| time / 2);
        }
        self
    }

    /// Which move is good.
    pub fn hint(game: &Game, seed: u64, longest: Duration) -> Self {
        let limits = Limits { time: Some(longest), ..Limits::default() };
        let task = Task::search(game, limits, 1).unwrap_or_else(|| Task::choose(game, SUBSTITUTE, seed));
        Self { errand: Errand::Advice, task, past: Some(Past::of(game)) }
    }

    /// What the side that is not to move would play if it were; `None` if nobody can pass, or the engine does not know
    /// the rules.
    pub fn threat(game: &Game, longest: Duration) -> Option<Self> {
        let Some(AnyPosition::Standard(passed)) = game.position().pass() else { return None };
        let limits = Limits { time: Some(longest), ..Limits::default() };
        // Whoever passes repeats nothing.
        let situation = Situation::new(passed);
        let search = Search { situation, variant: game.variant(), limits, lines: 1 };
        Some(Self { errand: Errand::Advice, task: Task::Search(Box::new(search)), past: None })
    }

    /// What the position is worth; `None` if the engine does not know the rules.
    pub fn judgement(game: &Game, longest: Duration) -> Option<Self> {
        let limits = Limits { time: Some(longest), ..Limits::default() };
        Some(Self {
            errand: Errand::Judgement,
            task: Task::search(game, limits, 1)?,
            past: Some(Past::of(game)),
        })
    }

    /// What a position of a game is worth, looked at so hard; `None` if the engine does not know the rules.
    pub fn review(game: &Game, nodes: u64) -> Option<Self> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Some(Self { errand: Errand::Review, task: Task::search(game, limits, 1)?, past: None })
    }

    /// What the engine thinks, for so many lines, for no longer than this; `None` if it does not know the rules.
    pub fn lines(game: &Game, lines: usize, longest: Duration) -> Option<Self> {
        let limits = Limits { time: Some(longest), ..Limits::default() };
        Some(Self { errand: Errand::Lines, task: Task::search(game, limits, lines)?, past: None })
    }
}

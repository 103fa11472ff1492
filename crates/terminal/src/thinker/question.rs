//! What a thinker can be asked.

use regence_engine::{Limits, Situation};
use regence_game::computer::SimpleComputer;
use regence_game::session::{Awaiting, Level, Revision, Session};
use regence_game::{AnyPosition, Game, Random, Variant};
use regence_levels::{Remaining, clocks, remaining, situation};
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

/// A question about a session as it is at one moment.
#[derive(Clone, Debug)]
pub struct Question {
    pub(super) errand: Errand,
    pub(super) ticket: u64,
    pub(super) revision: Revision,
    pub(super) task: Task,
}

/// The work that answers it.
#[derive(Clone, Debug)]
pub(super) enum Task {
    Choose { computer: SimpleComputer, position: AnyPosition, variant: Variant, random: Random },
    Play(Box<Play>),
    Search(Box<Search>),
}

/// A move to be played at a level.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) situation: Situation,
    pub(super) variant: Variant,
    pub(super) level: Level,
    pub(super) seed: u64,
    /// What is left on the player's clock, if there is one.
    pub(super) remaining: Option<Remaining>,
}

#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) situation: Situation,
    pub(super) variant: Variant,
    pub(super) limits: Limits,
    pub(super) lines: usize,
}

impl Question {
    /// Which move a computer is to play; `None` if the session waits for none, or if the engine does not know its rules.
    pub fn reply(session: &Session, pace: &Pace, now: Duration) -> Option<Self> {
        let game = session.game()?;
        let task = match session.awaiting() {
            Awaiting::Computer { computer, .. } => {
                let random = Random::of(pace.seed, game.path().len() as u64);
                Task::Choose { computer, position: *game.position(), variant: game.variant(), random }
            }
            Awaiting::Engine { level: level @ (Level::Elo(_) | Level::Person(_)), .. } => {
                let (situation, variant, seed) = (situation(game)?, game.variant(), pace.seed);
                let remaining = remaining(session, now);
                Task::Play(Box::new(Play { situation, variant, level, seed, remaining }))
            }
            Awaiting::Engine { level: Level::Full, .. } => {
                let limits = Limits {
                    clock: clocks(session, now),
                    time: pace.time,
                    depth: pace.depth,
                    nodes: pace.nodes,
                    ..Limits::default()
                };
                search(game, limits, 1)?
            }
            _ => return None,
        };
        Some(Self { errand: Errand::Reply, ticket: 0, revision: session.revision(), task })
    }

    /// Which move the engine would play; `None` if it does not know the rules.
    pub fn hint(session: &Session, pace: &Pace) -> Option<Self> {
        let limits = Limits { time: pace.time, depth: pace.depth, nodes: pace.nodes, ..Limits::default() };
        Self::glance(session.game()?, session.revision(), limits)
    }

    /// Which move the engine would play in a game's position, and what that is worth, within limits; `None` if it does
    /// not know the rules. The revision is that of the session the game belongs to.
    pub fn glance(game: &Game, revision: Revision, limits: Limits) -> Option<Self> {
        Some(Self { errand: Errand::Hint, ticket: 0, revision, task: search(game, limits, 1)? })
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
        Some(Self { errand: Errand::Analysis, ticket: 0, revision, task: search(game, limits, lines)? })
    }
}

fn search(game: &Game, limits: Limits, lines: usize) -> Option<Task> {
    let situation = situation(game)?;
    Some(Task::Search(Box::new(Search { situation, variant: game.variant(), limits, lines })))
}

//! What can be asked.

use super::story::Answer;
use super::written::Past;
use regence_engine::{Control, Limits, Situation};
use regence_game::computer::{Computer, SimpleComputer};
use regence_game::session::{Awaiting, Level, Session};
use regence_game::{AnyPosition, Game, Random, Variant};
use regence_levels::{Mind, Remaining, clocks, remaining, situation, write};
use std::sync::Arc;
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

impl Task {
    /// The answer of a simple computer or of somebody at a level; `None` if this is for the engine.
    pub(super) fn choose(&self, control: &Arc<Control>) -> Option<Answer> {
        match self {
            Self::Choose { computer, position, variant, random } => {
                let mut random = random.clone();
                let best = computer.choose(position, &mut random).map(|mv| mv.uci(*variant));
                Some(Answer { best, score: None, natural: Duration::ZERO })
            }
            Self::Play(play) => {
                let longest = play.remaining.map(Remaining::longest);
                let choice =
                    Mind::new(play.level, play.seed).choose_within(&play.situation, control, longest);
                let natural = choice.map(|choice| choice.thinking_time(play.remaining)).unwrap_or_default();
                Some(Answer {
                    best: choice.map(|choice| write(play.variant, choice.mv)),
                    score: None,
                    natural,
                })
            }
            Self::Search(_) => None,
        }
    }
}

impl Question {
    /// Which move a computer is to play, thinking no longer than this; `None` if the session waits for none.
    pub fn reply(session: &Session, seed: u64, longest: Duration, now: Duration) -> Option<Self> {
        let game = session.game()?;
        let task = match session.awaiting() {
            Awaiting::Computer { computer, .. } => choose(game, computer, seed),
            Awaiting::Engine { level: level @ (Level::Elo(_) | Level::Person(_)), .. } => {
                let (situation, variant) = (situation(game)?, game.variant());
                let remaining = remaining(session, now);
                Task::Play(Box::new(Play { situation, variant, level, seed, remaining }))
            }
            Awaiting::Engine { level: Level::Full, .. } => {
                let limits = Limits { clock: clocks(session, now), time: Some(longest), ..Limits::default() };
                search(game, limits, 1)?
            }
            _ => return None,
        };
        Some(Self { errand: Errand::Reply, task, past: Some(Past::of(game)) })
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
        let task = search(game, limits, 1).unwrap_or_else(|| choose(game, SUBSTITUTE, seed));
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
        Some(Self { errand: Errand::Judgement, task: search(game, limits, 1)?, past: Some(Past::of(game)) })
    }

    /// What a position of a game is worth, looked at so hard; `None` if the engine does not know the rules.
    pub fn review(game: &Game, nodes: u64) -> Option<Self> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Some(Self { errand: Errand::Review, task: search(game, limits, 1)?, past: None })
    }

    /// What the engine thinks, for so many lines, for no longer than this; `None` if it does not know the rules.
    pub fn lines(game: &Game, lines: usize, longest: Duration) -> Option<Self> {
        let limits = Limits { time: Some(longest), ..Limits::default() };
        Some(Self { errand: Errand::Lines, task: search(game, limits, lines)?, past: None })
    }
}

fn choose(game: &Game, computer: SimpleComputer, seed: u64) -> Task {
    let random = Random::of(seed, game.path().len() as u64);
    Task::Choose { computer, position: *game.position(), variant: game.variant(), random }
}

fn search(game: &Game, limits: Limits, lines: usize) -> Option<Task> {
    let situation = situation(game)?;
    Some(Task::Search(Box::new(Search { situation, variant: game.variant(), limits, lines })))
}

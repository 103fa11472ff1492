//! The work behind a question that somebody asks at a game: a computer's move, a hint, a look at the position. Whoever has threads
//! and engines does it.

use crate::asking::{clocks, remaining, situation, write};
use crate::choice::Remaining;
use crate::mind::Mind;
use regence_engine::{Control, Limits, Situation};
use regence_game::computer::{Computer, SimpleComputer};
use regence_game::session::{Awaiting, Level, Session};
use regence_game::{AnyPosition, Game, Random, Variant};
use regence_rules::UciMove;
use std::sync::Arc;
use std::time::Duration;

/// Work that answers a question.
#[derive(Clone, Debug)]
pub enum Task {
    /// A move of a simple computer.
    Choose {
        /// Which one.
        computer: SimpleComputer,
        /// Where it is to move.
        position: AnyPosition,
        /// How its move is written.
        variant: Variant,
        /// What decides between moves that it likes equally.
        random: Random,
    },
    /// A move at a level.
    Play(Box<Play>),
    /// A search by the engine itself.
    Search(Box<Search>),
}

/// A move to be played at a level.
#[derive(Clone, Debug)]
pub struct Play {
    /// The position, and how it has come about.
    pub situation: Situation,
    /// How the move is written.
    pub variant: Variant,
    /// Who plays.
    pub level: Level,
    /// What decides whatever chance decides.
    pub seed: u64,
    /// What is left on the player's clock, if there is one.
    pub remaining: Option<Remaining>,
}

/// A search of the engine.
#[derive(Clone, Debug)]
pub struct Search {
    /// The position, and how it has come about.
    pub situation: Situation,
    /// How moves are written.
    pub variant: Variant,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines are wanted.
    pub lines: usize,
}

/// What somebody who needs no engine of his own decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The move, if there is one.
    pub best: Option<UciMove>,
    /// How long a person would have thought about it.
    pub natural: Duration,
}

impl Task {
    /// The move of the computer that a session waits for. Where that is the engine itself it keeps to limits, and to its clock.
    /// `None` if the session waits for no computer, or if the engine does not know the rules.
    pub fn reply(session: &Session, seed: u64, limits: Limits, now: Duration) -> Option<Self> {
        let game = session.game()?;
        match session.awaiting() {
            Awaiting::Computer { computer, .. } => Some(Self::choose(game, computer, seed)),
            Awaiting::Engine { level: level @ (Level::Elo(_) | Level::Person(_)), .. } => {
                let (situation, variant) = (situation(game)?, game.variant());
                let remaining = remaining(session, now);
                Some(Self::Play(Box::new(Play { situation, variant, level, seed, remaining })))
            }
            Awaiting::Engine { level: Level::Full, .. } => {
                Self::search(game, Limits { clock: clocks(session, now), ..limits }, 1)
            }
            _ => None,
        }
    }

    /// A simple computer's move in a game.
    pub fn choose(game: &Game, computer: SimpleComputer, seed: u64) -> Self {
        let random = Random::of(seed, game.path().len() as u64);
        Self::Choose { computer, position: *game.position(), variant: game.variant(), random }
    }

    /// The engine's search of a game's position; `None` if it does not know the rules.
    pub fn search(game: &Game, limits: Limits, lines: usize) -> Option<Self> {
        let situation = situation(game)?;
        Some(Self::Search(Box::new(Search { situation, variant: game.variant(), limits, lines })))
    }

    /// What a simple computer or somebody at a level decides; `None` if this is for the engine.
    pub fn decide(&self, control: &Arc<Control>) -> Option<Decision> {
        match self {
            Self::Choose { computer, position, variant, random } => {
                let best = computer.choose(position, &mut random.clone());
                Some(Decision { best: best.map(|mv| mv.uci(*variant)), natural: Duration::ZERO })
            }
            Self::Play(play) => {
                let longest = play.remaining.map(Remaining::longest);
                let choice =
                    Mind::new(play.level, play.seed).choose_within(&play.situation, control, longest);
                Some(Decision {
                    best: choice.map(|choice| write(play.variant, choice.mv)),
                    natural: choice.map(|choice| choice.thinking_time(play.remaining)).unwrap_or_default(),
                })
            }
            Self::Search(_) => None,
        }
    }
}

//! Whoever sits at a table: an engine behind a process, or one of our own opponents.

use crate::client::{Client, Treatment};
use crate::engine_spec::{EngineSpec, Program};
use crate::level_player::LevelPlayer;
use crate::player::Player;
use crate::start_error::StartError;

/// A player who is ready.
pub(crate) enum Seated {
    Own(Box<LevelPlayer>),
    Engine(Box<Client>),
}

impl Seated {
    /// Has somebody sit down; an engine is started for it.
    pub(crate) fn start(spec: &EngineSpec, treatment: &Treatment) -> Result<Self, StartError> {
        match spec.program {
            Program::Level(opponent) => {
                let Treatment { chess960, time, stop, .. } = treatment;
                Ok(Self::Own(Box::new(LevelPlayer::new(opponent, *chess960, *time, stop.clone()))))
            }
            Program::Own | Program::Path(_) => Ok(Self::Engine(Box::new(Client::start(spec, treatment)?))),
        }
    }

    /// Says of which seed the next game is, to whom that matters.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        if let Self::Own(player) = self {
            player.set_seed(seed);
        }
    }

    /// What an engine had to say about its settings.
    pub(crate) fn remarks(&self) -> &[String] {
        match self {
            Self::Own(_) => &[],
            Self::Engine(client) => client.remarks(),
        }
    }

    pub(crate) fn player(&mut self) -> &mut dyn Player {
        match self {
            Self::Own(player) => &mut **player,
            Self::Engine(client) => &mut **client,
        }
    }

    /// Leaves politely.
    pub(crate) fn quit(self) {
        if let Self::Engine(client) = self {
            client.quit();
        }
    }
}

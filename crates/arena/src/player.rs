//! Whoever can be asked for a move.

use crate::fault::Halt;
use crate::uci::Info;
use core::time::Duration;

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, as a UCI command.
    pub position: &'a str,
    /// How long to think, as a UCI command.
    pub go: &'a str,
    /// How long to wait before the player is told to move at once.
    pub within: Duration,
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move as it was written.
    pub best: String,
    /// The time it is charged.
    pub time: Duration,
    /// What it computed meanwhile, all its threads together, where the system tells.
    pub computed: Option<Duration>,
    /// What it thought.
    pub info: Info,
}

/// A side of a game.
pub trait Player {
    /// Prepares for another game.
    fn new_game(&mut self) -> Result<(), Halt>;

    /// Finds a move.
    fn think(&mut self, question: &Question<'_>) -> Result<Reply, Halt>;

    /// What it said last, for a report on what went wrong.
    fn last_words(&self) -> Vec<String>;
}

//! A game of a match, as it is remembered.

use crate::play::{Cause, Played};
use crate::schedule::Encounter;
use crate::start_error::Quoted;
use core::fmt;
use regence_rules::{ByColor, Color};
use std::time::SystemTime;

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Of which encounter.
    pub encounter: Encounter,
    /// Whether it is the second game of it, with colours reversed.
    pub is_return: bool,
    /// When it began.
    pub began: SystemTime,
    /// The game.
    pub played: Played,
}

impl GameRecord {
    /// Its number in the schedule, from 1.
    pub fn number(&self) -> usize {
        2 * self.encounter.index + 1 + usize::from(self.is_return)
    }

    /// Which engine had which colour.
    pub fn engines(&self) -> ByColor<usize> {
        let Encounter { first, second, .. } = self.encounter;
        if self.is_return {
            ByColor { white: second, black: first }
        } else {
            ByColor { white: first, black: second }
        }
    }

    /// The half points of the engine that had White in the first game: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.played.end.outcome.winner() {
            None => 1,
            Some(winner) => 2 * usize::from(self.engines()[winner] == self.encounter.first),
        }
    }

    /// What an engine did wrong, if one did: who, and the story for a reader who was not there.
    pub fn incident<'a>(&'a self, names: &'a [String]) -> Option<Incident<'a>> {
        matches!(self.played.end.cause, Cause::Fault { .. }).then_some(Incident { record: self, names })
    }
}

/// The story of what went wrong in a game, in one line.
#[derive(Clone, Copy, Debug)]
pub struct Incident<'a> {
    record: &'a GameRecord,
    names: &'a [String],
}

impl fmt::Display for Incident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cause::Fault { color, fault, last_words } = &self.record.played.end.cause else { return Ok(()) };
        let engines = self.record.engines();
        let name = |color: Color| self.names.get(engines[color]).map_or("?", String::as_str).escape_debug();
        let position = self.record.played.game.position();
        let dots = if position.turn() == Color::White { "." } else { "..." };
        let place = if position.turn() == *color {
            format!("at move {}{dots}", position.fullmove_number())
        } else {
            "before its first move".to_owned()
        };
        write!(
            f,
            "game {} ({} - {}), {place}: {} {fault}{}",
            self.record.number(),
            name(Color::White),
            name(Color::Black),
            name(*color),
            Quoted(last_words)
        )
    }
}

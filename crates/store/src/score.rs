//! What players have scored: counted from finished games whenever somebody asks, never kept beside them.

use crate::Player;
use core::ops::AddAssign;
use regence_rules::{ByColor, Color};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Tally {
    /// How many games that is.
    pub fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Adds so many games that ended with this winner, seen from a colour.
    pub(crate) fn add(&mut self, seen_from: Color, winner: Option<Color>, games: u64) {
        match winner {
            None => self.drawn += games,
            Some(winner) if winner == seen_from => self.won += games,
            Some(_) => self.lost += games,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// What a player has scored with each colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// With White, and with Black.
    pub with: ByColor<Tally>,
}

impl Default for Score {
    fn default() -> Self {
        Self { with: ByColor { white: Tally::default(), black: Tally::default() } }
    }
}

impl Score {
    /// With both colours together.
    pub fn total(&self) -> Tally {
        let mut total = self.with[Color::White];
        total += self.with[Color::Black];
        total
    }
}

/// What a player has scored against each opponent, the most frequent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    /// Opponents and the score against them; nobody stands for those of whom no name is known.
    pub against: Vec<(Option<Player>, Score)>,
}

impl Scores {
    /// Against all of them together.
    pub fn total(&self) -> Score {
        let mut total = Score::default();
        for (_, score) in &self.against {
            for color in Color::ALL {
                total.with[color] += score.with[color];
            }
        }
        total
    }
}

//! Games added up.

use super::GameFacts;
use regence_game::openings::Opening;
use regence_game::pgn::GameResult;
use regence_rules::Color;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What games come to.
#[derive(Default)]
pub struct Tally {
    pub results: Results,
    plies: u64,
    openings: HashMap<Option<Opening>, Results>,
    players: HashMap<String, Score>,
}

/// Games by their results.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Results {
    pub white: u64,
    pub draws: u64,
    pub black: u64,
    pub unknown: u64,
}

/// A player's games.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub unknown: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &GameFacts) {
        let result = game.end.result;
        self.results.add(result);
        self.plies += game.end.plies;
        self.openings.entry(game.opening).or_default().add(result);
        for color in Color::ALL {
            let name = game.names[color].as_str();
            // Unknown players are not one player.
            if name.is_empty() || name == "?" {
                continue;
            }
            if !self.players.contains_key(name) {
                self.players.insert(name.to_owned(), Score::default());
            }
            if let Some(score) = self.players.get_mut(name) {
                score.add(color, result);
            }
        }
    }

    /// Half-moves of a game on average; none without games.
    #[allow(clippy::cast_precision_loss)] // One decimal is shown.
    pub fn average_plies(&self) -> Option<f64> {
        let games = self.results.games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }

    /// How many different openings there are, those without a name as one.
    pub fn opening_count(&self) -> usize {
        self.openings.len()
    }

    /// How many different players there are.
    pub fn player_count(&self) -> usize {
        self.players.len()
    }

    /// The most frequent openings, the most frequent first.
    pub fn openings(&self, top: usize) -> Vec<(Option<Opening>, Results)> {
        let mut openings: Vec<_> =
            self.openings.iter().map(|(&opening, &results)| (opening, results)).collect();
        openings.sort_unstable_by_key(|&(opening, results)| (Reverse(results.games()), opening));
        openings.truncate(top);
        openings
    }

    /// The players with the most games, those first.
    pub fn players(&self, top: usize) -> Vec<(&str, Score)> {
        let mut players: Vec<_> = self.players.iter().map(|(name, &score)| (name.as_str(), score)).collect();
        players.sort_unstable_by_key(|&(name, score)| (Reverse(score.games()), name));
        players.truncate(top);
        players
    }
}

impl Results {
    fn add(&mut self, result: GameResult) {
        let count = match result {
            GameResult::WhiteWins => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black,
            GameResult::Unknown => &mut self.unknown,
        };
        *count += 1;
    }

    /// How many there are.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }
}

impl Score {
    fn add(&mut self, color: Color, result: GameResult) {
        let count = match (result, color) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => &mut self.wins,
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => &mut self.losses,
            (GameResult::Draw, _) => &mut self.draws,
            (GameResult::Unknown, _) => &mut self.unknown,
        };
        *count += 1;
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }

    /// Points of a hundred, a draw being half a win; none without results.
    #[allow(clippy::cast_precision_loss)] // One decimal is shown.
    pub fn percent(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        (known > 0).then(|| 50.0 * (2 * self.wins + self.draws) as f64 / known as f64)
    }
}

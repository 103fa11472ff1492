//! Makes a book of what was played.

use super::entry::{Entry, WrittenMove};
use crate::pgn::{Follow, GameResult};
use regence_rules::{Color, Move, Position};
use std::collections::HashMap;
use std::io::{self, Write};

/// Which moves a book takes, and how they weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookRules {
    /// Moves played in fewer games are left out.
    pub min_games: u32,
    /// How many half-moves of each game count.
    pub max_ply: u32,
    /// What makes a move weigh.
    pub weights: Weights,
    /// How many different moves are remembered at most while games are added, at about 40 bytes each.
    pub most_moves: usize,
}

impl Default for BookRules {
    fn default() -> Self {
        Self { min_games: 3, max_ply: 40, weights: Weights::Result, most_moves: 8_000_000 }
    }
}

/// What makes a move weigh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weights {
    /// 2 for each game won by the side that moved, 1 for each drawn or without a result. A move that only lost is left
    /// out.
    Result,
    /// 1 for each game.
    Games,
}

/// Collects moves of games for a book.
///
/// A move counts once for each game in which it was played in a position. When more than [`BookRules::most_moves`] different
/// ones have come up, all that were played only once so far are forgotten, then those played twice, and so on, until no
/// more than half of them are left: so memory has a bound, and only rare moves of very large collections are lost.
#[derive(Clone, Debug)]
pub struct BookMaker {
    rules: BookRules,
    counts: HashMap<(u64, WrittenMove), Count>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Count {
    games: u32,
    points: u32,
}

impl BookMaker {
    /// Ready for games.
    pub fn new(rules: BookRules) -> Self {
        Self { rules, counts: HashMap::new() }
    }

    /// Somebody who notes down those first moves of a game that this maker wants.
    pub fn opening(&self) -> OpeningMoves {
        OpeningMoves { max_ply: self.rules.max_ply as usize, moves: Vec::new(), plies: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, opening: &OpeningMoves, result: GameResult) {
        // What was repeated counts once.
        let mut moves = opening.moves.clone();
        moves.sort_unstable_by_key(|&(key, mv, _)| (key, mv));
        moves.dedup_by_key(|&mut (key, mv, _)| (key, mv));
        for (key, mv, turn) in moves {
            let count = self.counts.entry((key, mv)).or_default();
            count.games = count.games.saturating_add(1);
            count.points = count.points.saturating_add(self.rules.weights.of(turn, result));
        }
        if self.counts.len() > self.rules.most_moves {
            self.forget_rare_moves();
        }
    }

    fn forget_rare_moves(&mut self) {
        let mut rare = 1;
        while self.counts.len() > self.rules.most_moves / 2 {
            self.counts.retain(|_, count| count.games > rare);
            rare += 1;
        }
    }

    /// The book.
    pub fn finish(self) -> Collected {
        let Self { rules, counts } = self;
        let is_wanted = |count: &Count| count.games >= rules.min_games && count.points > 0;
        let wanted = counts.into_iter().filter(|(_, count)| is_wanted(count));
        let mut moves: Vec<_> = wanted.map(|((key, mv), count)| (key, count.points, mv)).collect();
        // The heaviest first, and otherwise in an order that depends on nothing else.
        moves.sort_unstable_by_key(|&(key, points, mv)| (key, u32::MAX - points, mv));
        let mut entries = Vec::with_capacity(moves.len());
        for position in moves.chunk_by(|a, b| a.0 == b.0) {
            let heaviest = position[0].1;
            let entry = |&(key, points, mv)| Entry { key, mv, weight: scaled(points, heaviest), learn: 0 };
            entries.extend(position.iter().map(entry));
        }
        Collected { entries }
    }
}

impl Weights {
    fn of(self, turn: Color, result: GameResult) -> u32 {
        match (self, result) {
            (Self::Games, _) | (Self::Result, GameResult::Draw | GameResult::Unknown) => 1,
            (Self::Result, GameResult::WhiteWins) => {
                if turn == Color::White {
                    2
                } else {
                    0
                }
            }
            (Self::Result, GameResult::BlackWins) => {
                if turn == Color::Black {
                    2
                } else {
                    0
                }
            }
        }
    }
}

/// Points as a weight: as they are, or, if the heaviest of the position does not fit 16 bits, in proportion to it. What
/// has any points keeps some weight.
fn scaled(points: u32, heaviest: u32) -> u16 {
    let most = u32::from(u16::MAX);
    let weight = if heaviest > most {
        u64::from(points) * u64::from(most) / u64::from(heaviest)
    } else {
        u64::from(points)
    };
    weight.clamp(1, u64::from(most)) as u16
}

/// The first moves of a game, as it is followed. Null moves are no moves for a book.
#[derive(Clone, Debug)]
pub struct OpeningMoves {
    max_ply: usize,
    plies: usize,
    moves: Vec<(u64, WrittenMove, Color)>,
}

impl Follow for OpeningMoves {
    fn begin(&mut self) {
        self.moves.clear();
        self.plies = 0;
    }

    fn play(&mut self, before: &Position, mv: Option<Move>, _: &Position) {
        if self.plies < self.max_ply {
            self.moves.extend(mv.map(|mv| (before.polyglot_key(), mv.into(), before.turn())));
        }
        self.plies += 1;
    }
}

/// The entries of a new book.
#[derive(Clone, Debug)]
pub struct Collected {
    entries: Vec<Entry>,
}

impl Collected {
    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.entries.len()
    }

    /// How many positions they are for.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|a, b| a.key == b.key).count()
    }

    /// The book as a file holds it.
    pub fn bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.bytes()).collect()
    }

    /// Writes the book.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.entries.iter().try_for_each(|entry| out.write_all(&entry.bytes()))
    }
}

//! What has come out of a match so far.

use crate::play::Cause;
use crate::record::GameRecord;
use crate::stats::{Encounters, Pentanomial};
use core::time::Duration;
use regence_rules::{Color, Outcome};
use std::collections::{BTreeMap, HashMap};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Points {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Points {
    /// All of them.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points won, from 0 to 1; one half without any game.
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (2 * self.wins + self.draws) as f64 / (2 * games) as f64,
        }
    }

    /// As the other side sees it.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// What two engines made of each other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Meeting {
    /// All games, as the first engine sees them.
    pub points: Points,
    /// Those of them in which it had White.
    pub as_white: Points,
    /// The encounters of which both games are over.
    pub pairs: Pentanomial,
}

/// How an engine has used its time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Moves it thought about.
    pub moves: u64,
    /// The time it was charged for them.
    pub time: Duration,
    /// The positions it says it looked at.
    pub nodes: u64,
    /// The depths it says it reached, added up, and over how many moves.
    pub depths: (u64, u64),
    /// Games it lost by doing something wrong.
    pub faults: u64,
}

/// The results of a match.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Half points of encounters with one game yet to come.
    half_done: HashMap<usize, usize>,
    usage: Vec<Usage>,
    endings: BTreeMap<&'static str, u64>,
    incidents: Vec<String>,
}

impl Tally {
    /// Nothing yet, of so many engines.
    pub fn new(engines: usize) -> Self {
        Self { usage: vec![Usage::default(); engines], ..Self::default() }
    }

    /// Adds a game. The names are those of the engines.
    pub fn add(&mut self, record: &GameRecord, names: &[String]) {
        let half_points = record.half_points();
        let meeting = self.meetings.entry((record.encounter.first, record.encounter.second)).or_default();
        meeting.points.add(half_points);
        if !record.is_return {
            meeting.as_white.add(half_points);
        }
        match self.half_done.remove(&record.encounter.index) {
            Some(other) => meeting.pairs.add(half_points + other),
            None => {
                self.half_done.insert(record.encounter.index, half_points);
            }
        }
        *self.endings.entry(ending(record)).or_default() += 1;
        self.incidents.extend(record.incident(names).map(|incident| incident.to_string()));
        self.add_usage(record);
    }

    fn add_usage(&mut self, record: &GameRecord) {
        let (engines, first) = (record.engines(), record.played.game.start().turn());
        for (index, thought) in record.played.thoughts.iter().enumerate() {
            let mover = if index % 2 == 0 { first } else { !first };
            if let (Some(thought), Some(usage)) = (thought, self.usage.get_mut(engines[mover])) {
                usage.moves += 1;
                usage.time += thought.time;
                usage.nodes = usage.nodes.saturating_add(thought.info.nodes.unwrap_or(0));
                if let Some(depth) = thought.info.depth {
                    usage.depths = (usage.depths.0 + u64::from(depth), usage.depths.1 + 1);
                }
            }
        }
        if let Cause::Fault { color, .. } = record.played.end.cause
            && let Some(usage) = self.usage.get_mut(engines[color])
        {
            usage.faults += 1;
        }
    }

    /// What two engines made of each other, as the first sees it.
    pub fn meeting(&self, first: usize, second: usize) -> Meeting {
        self.meetings.get(&(first, second)).copied().unwrap_or_default()
    }

    /// Who has met whom, with what result.
    pub fn meetings(&self) -> impl Iterator<Item = ((usize, usize), Meeting)> + '_ {
        self.meetings.iter().map(|(&who, &meeting)| (who, meeting))
    }

    /// All encounters, for a rating.
    pub fn encounters(&self) -> Vec<Encounters> {
        self.meetings().map(|((first, second), met)| Encounters { first, second, pairs: met.pairs }).collect()
    }

    /// An engine's games against everybody.
    pub fn points_of(&self, engine: usize) -> Points {
        let mut sum = Points::default();
        for ((first, second), meeting) in self.meetings() {
            let points = match engine {
                _ if engine == first => meeting.points,
                _ if engine == second => meeting.points.reversed(),
                _ => continue,
            };
            sum.wins += points.wins;
            sum.draws += points.draws;
            sum.losses += points.losses;
        }
        sum
    }

    /// How an engine has used its time.
    pub fn usage(&self, engine: usize) -> Usage {
        self.usage.get(engine).copied().unwrap_or_default()
    }

    /// How many games are over.
    pub fn games(&self) -> u64 {
        self.meetings.values().map(|meeting| meeting.points.games()).sum()
    }

    /// In which ways games ended, and how many in each.
    pub fn endings(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.endings.iter().map(|(&word, &count)| (word, count))
    }

    /// What went wrong, a line for each game in which something did.
    pub fn incidents(&self) -> &[String] {
        &self.incidents
    }
}

/// The word under which the end of a game is counted.
fn ending(record: &GameRecord) -> &'static str {
    use regence_rules::Draw;
    match (&record.played.end.cause, record.played.end.outcome) {
        (Cause::Fault { fault, .. }, _) => fault.word(),
        (Cause::Adjudication(_), Outcome::Win { .. }) => "adjudicated win",
        (Cause::Adjudication(_), Outcome::Draw(_)) => "adjudicated draw",
        (Cause::Rules, Outcome::Win { winner: Color::White, .. }) => "mate by White",
        (Cause::Rules, Outcome::Win { winner: Color::Black, .. }) => "mate by Black",
        (Cause::Rules, Outcome::Draw(draw)) => match draw {
            Draw::Stalemate => "stalemate",
            Draw::InsufficientMaterial => "insufficient material",
            Draw::FiftyMoves | Draw::SeventyFiveMoves => "fifty moves",
            Draw::ThreefoldRepetition | Draw::FivefoldRepetition => "repetition",
            _ => "other draw",
        },
    }
}

//! Who is measured, and against whom.

use crate::engine_spec::{EngineSpec, Program};
use crate::limits::Limits;
use regence_game::computer::SimpleComputer;
use regence_game::person::Person;
use regence_game::session::{Level, RATINGS};
use regence_levels::Opponent;
use std::path::Path;

/// Somebody who takes part.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What the ledger calls it.
    pub name: String,
    /// What it should come out at, roughly or for certain.
    pub expected: f64,
    /// Who it is.
    pub who: Who,
}

/// Who a contestant is.
#[derive(Clone, Debug)]
pub enum Who {
    /// One of our own.
    Own(Opponent),
    /// An engine whose rating is known.
    Anchor(Box<EngineSpec>),
}

impl Contestant {
    /// The rating, if it is known for certain.
    pub fn known(&self) -> Option<f64> {
        matches!(self.who, Who::Anchor(_)).then_some(self.expected)
    }
}

/// Two who meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Who has White in the first game of a pair.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How many pairs of games they play.
    pub pairs: usize,
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Pairs of games between neighbours on the ladder; others play fewer.
    pub pairs: usize,
    /// Elo between the levels that are measured.
    pub step: u16,
    /// Whether the people are measured as well.
    pub people: bool,
}

/// All who take part, and who meets whom.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

/// The ratings of Stockfish 15.1 with `Skill Level` 0, 1, 2 … and one half-move more of depth than that, on the scale of the
/// computer rating lists. It was measured once against engines that are rated there; no other strength of it depends so
/// little on the machine.
pub const STOCKFISH: [u16; 11] = [1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788];

/// How far apart two may be and still learn something from each other.
const NEAR: f64 = 260.0;

/// What the simple computers should come out at.
const COMPUTERS: [(SimpleComputer, f64); 6] = [
    (SimpleComputer::Random, 100.0),
    (SimpleComputer::Finisher, 150.0),
    (SimpleComputer::Taker, 350.0),
    (SimpleComputer::Rescuer, 500.0),
    (SimpleComputer::Careful, 700.0),
    (SimpleComputer::Planner, 800.0),
];

impl Ladder {
    /// The ladder for so much effort; without a path to Stockfish nobody on it has a known rating.
    pub fn new(effort: Effort, stockfish: Option<&Path>) -> Self {
        let mut contestants = Vec::new();
        for elo in RATINGS.step_by(usize::from(effort.step)) {
            contestants.push(own(Opponent::Level(Level::Elo(elo)), f64::from(elo)));
        }
        let levels = contestants.len();
        contestants.extend(COMPUTERS.map(|(computer, elo)| own(Opponent::Computer(computer), elo)));
        if effort.people {
            let people = Person::all()
                .map(|person| own(Opponent::Level(Level::Person(person)), f64::from(person.elo())));
            contestants.extend(people);
        }
        if let Some(path) = stockfish {
            contestants.extend((0..STOCKFISH.len()).map(|skill| anchor(skill, path)));
        }
        let pairings = pairings(&contestants, levels, effort);
        Self { contestants, pairings }
    }
}

fn own(opponent: Opponent, expected: f64) -> Contestant {
    Contestant { name: opponent.to_string(), expected, who: Who::Own(opponent) }
}

fn anchor(skill: usize, path: &Path) -> Contestant {
    let name = format!("stockfish-{skill}");
    let option = |name: &str, value: String| (name.to_owned(), value);
    let spec = EngineSpec {
        name: name.clone(),
        program: Program::Path(path.into()),
        arguments: Vec::new(),
        folder: None,
        environment: Vec::new(),
        options: vec![option("Skill Level", skill.to_string()), option("Hash", "4".into())],
        limits: Limits { depth: Some(skill as u32 + 1), ..Limits::default() },
    };
    Contestant { name, expected: f64::from(STOCKFISH[skill]), who: Who::Anchor(Box::new(spec)) }
}

/// From here on games take long, and there are fewer of them.
const STRONG: f64 = 2300.0;

/// Levels meet their neighbours, half as often the next but one; everybody else meets the levels nearby, and simple
/// computers the next of their kind.
fn pairings(contestants: &[Contestant], levels: usize, effort: Effort) -> Vec<Pairing> {
    let some = effort.pairs.div_ceil(2);
    let is_strong = |who: usize| contestants.get(who).is_some_and(|who| who.expected > STRONG);
    let mut pairings = Vec::new();
    for first in 0..levels {
        for (second, pairs) in [(first + 1, effort.pairs), (first + 2, some)] {
            if second < levels {
                let pairs = if is_strong(first) { pairs.div_ceil(2) } else { pairs };
                pairings.push(Pairing { first, second, pairs });
            }
        }
    }
    for second in levels..contestants.len() {
        let mut near: Vec<usize> = (0..levels).collect();
        let apart = |&level: &usize| (contestants[level].expected - contestants[second].expected).abs();
        near.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
        // The weakest are below all levels, and meet the lowest nevertheless.
        let met =
            near.iter().take(3).enumerate().filter(|(index, level)| *index == 0 || apart(level) <= NEAR);
        pairings.extend(met.map(|(_, &first)| Pairing { first, second, pairs: some }));
        let is_computer = |index: usize| {
            contestants.get(index).is_some_and(|who| matches!(who.who, Who::Own(Opponent::Computer(_))))
        };
        if is_computer(second) && is_computer(second + 1) {
            pairings.push(Pairing { first: second, second: second + 1, pairs: some });
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_somebody_near() {
        let effort = Effort { pairs: 10, step: 200, people: true };
        let ladder = Ladder::new(effort, Some(Path::new("stockfish")));
        assert_eq!(ladder.contestants.len(), 13 + 6 + 12 + 11);
        for (index, contestant) in ladder.contestants.iter().enumerate() {
            let games = ladder.pairings.iter().filter(|met| met.first == index || met.second == index);
            assert!(games.count() > 0, "{}", contestant.name);
        }
        let pair = ladder.pairings[0];
        assert_eq!((pair.first, pair.second, pair.pairs), (0, 1, 10));
        assert_eq!(ladder.contestants[14].known(), None);
        assert_eq!(ladder.contestants.last().and_then(Contestant::known), Some(2788.0));
    }
}

//! Who is measured, and against whom.

use super::design::design;
use crate::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::engine_spec::{EngineSpec, Program};
use crate::limits::Limits;
use regence_game::computer::SimpleComputer;
use regence_game::person::Person;
use regence_game::session::{Level, RATINGS};
use regence_levels::Opponent;
use std::collections::BTreeSet;
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

/// Two who meet for a few pairs of games in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Who has White in the first game of a pair.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How many pairs they have played before.
    pub from: usize,
    /// How many they play now.
    pub pairs: usize,
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Pairs of games at most.
    pub pairs: usize,
    /// How well the levels that are promised to be right are to be known, and the people: half a 95 % interval, in Elo.
    pub error: u16,
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
    /// Who meets whom, in this order.
    pub pairings: Vec<Pairing>,
}

/// The ratings of Stockfish 15.1 with `Skill Level` 0, 1, 2 … and one half-move more of depth than that, on the scale of the
/// computer rating lists. It was measured once against engines that are rated there; no other strength of it depends so
/// little on the machine.
pub const STOCKFISH: [u16; 11] = [1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788];

/// From this rating on, whoever is nine pawns up in the eyes of both wins.
const SURE: f64 = 1600.0;

/// No game of weak players need last longer.
const MOST_MOVES: u32 = 200;

/// Levels that are measured besides those of the step: just past where the engine's search takes over from looking ahead as a
/// person does, for nobody may be weaker there than before.
const PAST_THE_SEAM: [u16; 3] = [1850, 1900, 1950];

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
        let levels: BTreeSet<u16> = RATINGS.step_by(usize::from(effort.step)).chain(PAST_THE_SEAM).collect();
        for elo in levels {
            contestants.push(own(Opponent::Level(Level::Elo(elo)), f64::from(elo)));
        }
        contestants.extend(COMPUTERS.map(|(computer, elo)| own(Opponent::Computer(computer), elo)));
        if effort.people {
            let people = Person::all()
                .map(|person| own(Opponent::Level(Level::Person(person)), f64::from(person.elo())));
            contestants.extend(people);
        }
        if let Some(path) = stockfish {
            contestants.extend((0..STOCKFISH.len()).map(|skill| anchor(skill, path)));
        }
        let pairings = design(&contestants, effort);
        Self { contestants, pairings }
    }

    /// When games of these two are cut short. The weak have to win what is won, for many of them cannot.
    pub fn adjudication(&self, first: usize, second: usize) -> Adjudication {
        let can_win = [first, second].iter().all(|&who| self.contestants[who].expected >= SURE);
        Adjudication {
            resign: can_win.then_some(ResignRule { moves: 4, score: 900, two_sided: true }),
            draw: can_win.then_some(DrawRule { from_move: 60, moves: 8, score: 20 }),
            max_moves: Some(MOST_MOVES),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_are_to_be_measured_take_part() {
        let effort = Effort { pairs: 10, error: 35, step: 200, people: true };
        let ladder = Ladder::new(effort, Some(Path::new("stockfish")));
        assert_eq!(ladder.contestants.len(), 13 + 3 + 6 + 12 + 11);
        assert_eq!(ladder.contestants[17].known(), None);
        assert_eq!(ladder.contestants.last().and_then(Contestant::known), Some(2788.0));
        let few = Ladder::new(Effort { people: false, ..effort }, None);
        assert_eq!(few.contestants.len(), 13 + 3 + 6);
        let fine = Ladder::new(Effort { step: 50, people: false, ..effort }, None);
        assert_eq!(fine.contestants.len(), 49 + 6, "nobody takes part twice");
    }

    #[test]
    fn games_are_cut_short_only_where_both_know_how_to_win() {
        let ladder = Ladder::new(Effort { pairs: 0, error: 35, step: 200, people: false }, None);
        let place = |name: &str| ladder.contestants.iter().position(|who| who.name == name).expect("there");
        let weak = ladder.adjudication(place("1400"), place("1600"));
        assert_eq!((weak.resign, weak.draw), (None, None));
        let strong = ladder.adjudication(place("1800"), place("1600"));
        assert!(strong.resign.is_some_and(|rule| rule.two_sided) && strong.draw.is_some());
    }
}

//! Everybody one can ask for a game, in one list: levels, people, simple computers.

use crate::choice::Choice;
use crate::mind::Mind;
use core::fmt;
use core::str::FromStr;
use regence_engine::Situation;
use regence_game::computer::SimpleComputer;
use regence_game::person::Person;
use regence_game::session::{Level, Preset, Seat};
use regence_game::{AnyMove, AnyPosition, Random};
use regence_rules::Move;
use std::sync::Arc;
use std::time::Duration;

/// Somebody to play against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opponent {
    /// The engine at a level.
    Level(Level),
    /// A simple computer.
    Computer(SimpleComputer),
}

impl Opponent {
    /// The list: the four presets, the people, the simple computers, and the engine at full strength.
    // A chain of iterators, inlined where the list is searched, costs LLVM 22 many minutes.
    #[inline(never)]
    pub fn all() -> impl Iterator<Item = Self> {
        let mut list = Vec::new();
        list.extend(Preset::ALL.map(|preset| Self::Level(preset.level())));
        list.extend(Person::all().map(|person| Self::Level(Level::Person(person))));
        list.extend(SimpleComputer::ALL.map(Self::Computer));
        list.push(Self::Level(Level::Full));
        list.into_iter()
    }

    /// What it is called: `Easy`, `Wren`, `taker`, `Level 1350`, `Full strength`.
    pub fn name(self) -> String {
        let preset = Preset::ALL.into_iter().find(|preset| Self::Level(preset.level()) == self);
        match (self, preset) {
            (_, Some(preset)) => preset.name().into(),
            (Self::Level(Level::Elo(elo)), _) => format!("Level {elo}"),
            (Self::Level(Level::Person(person)), _) => person.name().into(),
            (Self::Level(Level::Full), _) => "Full strength".into(),
            (Self::Computer(computer), _) => computer.name().into(),
        }
    }

    /// What one should know beforehand, in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Self::Level(Level::Elo(elo)) => format!("Plays as people rated {elo} do."),
            Self::Level(Level::Person(person)) => person.sentence().into(),
            Self::Level(Level::Full) => "Plays as well as it can.".into(),
            Self::Computer(computer) => format!("A simple computer: {}.", computer.description()),
        }
    }

    /// The seat it takes.
    pub fn seat(self) -> Seat {
        match self {
            Self::Level(level) => Seat::Engine(level),
            Self::Computer(computer) => Seat::Computer(computer),
        }
    }
}

/// As programs write it: `1200`, `Wren`, `full`, `taker`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Computer(computer) => computer.fmt(f),
        }
    }
}

/// A level or a simple computer, by what it is called or written.
impl FromStr for Opponent {
    type Err = ParseOpponentError;

    fn from_str(text: &str) -> Result<Self, ParseOpponentError> {
        let listed = Self::all().find(|opponent| opponent.name().eq_ignore_ascii_case(text));
        let written = || text.parse().map(Self::Level).or_else(|_| text.parse().map(Self::Computer)).ok();
        listed.or_else(written).ok_or_else(|| ParseOpponentError(text.into()))
    }
}

/// The text names nobody to play against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseOpponentError(pub String);

impl fmt::Display for ParseOpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Opponent::all().map(Opponent::name).collect();
        write!(
            f,
            "{:?} is no opponent, expected a rating from 400 to 2800, or one of {}",
            self.0,
            names.join(", ")
        )
    }
}

impl core::error::Error for ParseOpponentError {}

/// An opponent in one game.
pub enum Partner {
    /// Plays at a level.
    Mind(Box<Mind>),
    /// Is simple, and chooses among equals by this seed.
    Computer(SimpleComputer, u64),
}

impl Partner {
    /// The opponent, in the game of this seed.
    pub fn new(opponent: Opponent, seed: u64) -> Self {
        match opponent {
            Opponent::Level(level) => Self::Mind(Box::new(Mind::new(level, seed))),
            Opponent::Computer(computer) => Self::Computer(computer, seed),
        }
    }

    /// The move it plays; none if there is none.
    pub fn choose(&mut self, situation: &Situation) -> Option<Choice> {
        self.choose_within(situation, None)
    }

    /// The same, but thinking no longer than this.
    pub fn choose_within(&mut self, situation: &Situation, longest: Option<Duration>) -> Option<Choice> {
        match self {
            Self::Mind(mind) => mind.choose_within(situation, &Arc::default(), longest),
            Self::Computer(computer, seed) => choose_simply(*computer, situation, &[], *seed),
        }
    }
}

/// What a simple computer plays among some of the legal moves; among all of them if none is named.
pub(crate) fn choose_simply(
    computer: SimpleComputer,
    situation: &Situation,
    among: &[Move],
    seed: u64,
) -> Option<Choice> {
    let position = situation.position();
    let ply = 2 * u64::from(position.fullmove_number()) + position.turn().index() as u64;
    let mut random = Random::of(seed, ply);
    let (any, named) = (AnyPosition::Standard(*position), among.iter().copied().map(AnyMove::Standard));
    let moves = if among.is_empty() { any.legal_moves() } else { named.collect() };
    match computer.choose_among(&any, moves, &mut random)? {
        AnyMove::Standard(mv) => Some(Choice { mv, worth: None, effort: 0.1, seed: random.next() }),
        // Chess has no such moves.
        AnyMove::House(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_on_the_list_is_known_by_name() {
        assert_eq!(Opponent::all().count(), 4 + 12 + 6 + 1);
        for opponent in Opponent::all() {
            assert_eq!(opponent.name().parse(), Ok(opponent), "{}", opponent.name());
            assert_eq!(opponent.to_string().parse(), Ok(opponent), "{opponent}");
            assert!(opponent.sentence().ends_with('.'), "{}", opponent.sentence());
        }
        assert_eq!("1350".parse(), Ok(Opponent::Level(Level::Elo(1350))));
        assert!("nobody".parse::<Opponent>().unwrap_err().to_string().contains("Very hard, Pip"));
    }
}

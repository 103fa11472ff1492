//! Who sits on each side of the board.

use crate::computer::{ParseComputerError, SimpleComputer};
use crate::level::{Level, ParseLevelError};
use core::fmt;
use core::str::FromStr;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A person; the name may be empty.
    Human(String),
    /// The engine, as strong as this.
    Engine(Level),
    /// One of the simple computers.
    Computer(SimpleComputer),
}

impl Seat {
    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    /// As programs write it; [`parse`](str::parse) reads it.
    pub fn code(&self) -> String {
        match self {
            Self::Human(name) => format!("human:{name}"),
            Self::Engine(level) => format!("engine:{level}"),
            Self::Computer(computer) => format!("computer:{computer}"),
        }
    }
}

impl Default for Seat {
    fn default() -> Self {
        Self::Human(String::new())
    }
}

/// As people see it: `Ada`, `Level 1200`, `Wren (1350)`, `Engine`, `Computer (taker)`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(name) if name.is_empty() => f.write_str("Human"),
            Self::Human(name) => f.write_str(name),
            Self::Engine(Level::Elo(elo)) => write!(f, "Level {elo}"),
            Self::Engine(Level::Person(person)) => write!(f, "{person} ({})", person.elo()),
            Self::Engine(Level::Full) => f.write_str("Engine"),
            Self::Computer(computer) => write!(f, "Computer ({computer})"),
        }
    }
}

/// As programs write it: `human`, `human:Ada`, `engine:1200`, `engine:easy`, `engine:Wren`, `engine:full`, `computer:taker`.
impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("human", name) => Ok(Self::Human(name.into())),
            ("engine", level) => level.parse().map(Self::Engine).map_err(ParseSeatError::Level),
            ("computer", name) => name.parse().map(Self::Computer).map_err(ParseSeatError::Computer),
            _ => Err(ParseSeatError::Unknown(text.into())),
        }
    }
}

/// The text says of nobody that they play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseSeatError {
    /// It is no kind of player.
    Unknown(String),
    /// There is no such level.
    Level(ParseLevelError),
    /// There is no such simple computer.
    Computer(ParseComputerError),
}

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => {
                write!(f, "{text:?} is no player, expected human:NAME, engine:LEVEL or computer:NAME")
            }
            Self::Level(error) => error.fmt(f),
            Self::Computer(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseSeatError {}

//! Who sits on each side of the board.

use crate::computer::{ParseComputerError, SimpleComputer};
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

/// As people see it: `Ada`, `Level 1200`, `Engine`, `Computer (taker)`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(name) if name.is_empty() => f.write_str("Human"),
            Self::Human(name) => f.write_str(name),
            Self::Engine(Level::Elo(elo)) => write!(f, "Level {elo}"),
            Self::Engine(Level::Full) => f.write_str("Engine"),
            Self::Computer(computer) => write!(f, "Computer ({computer})"),
        }
    }
}

/// How strong the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// As a person with this Elo rating would.
    Elo(u16),
    /// As strong as it can.
    Full,
}

/// `1200` or `full`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo(elo) => write!(f, "{elo}"),
            Self::Full => f.write_str("full"),
        }
    }
}

/// As programs write it: `human`, `human:Ada`, `engine:1200`, `engine:full`, `computer:taker`.
impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("human", name) => Ok(Self::Human(name.into())),
            ("engine", "full") => Ok(Self::Engine(Level::Full)),
            ("engine", elo) => match elo.parse() {
                Ok(elo) => Ok(Self::Engine(Level::Elo(elo))),
                Err(_) => Err(ParseSeatError::Unknown(text.into())),
            },
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
    /// There is no such simple computer.
    Computer(ParseComputerError),
}

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "{text:?} is no player, expected human:NAME, engine:ELO, engine:full or computer: and a name"
            ),
            Self::Computer(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseSeatError {}

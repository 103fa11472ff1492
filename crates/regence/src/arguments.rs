//! The words after a command, read one at a time: flags that the command takes, and everything else.

use crate::commands::Command;
use crate::error::Error;
use lexopt::Arg;
use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;

/// A flag of some command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Letters instead of figurines.
    Ascii,
    /// Games that began before a date.
    Before,
    /// Who plays Black.
    Black,
    /// Castling as in Chess960.
    Chess960,
    /// The folder in which games are kept.
    Data,
    /// When a game was played.
    Date,
    /// Count each root move.
    Divide,
    /// Codes of openings.
    Eco,
    /// The position to start from, or to look for.
    Fen,
    /// Memory for positions already counted.
    Hash,
    /// Answer in JSON.
    Json,
    /// How many answers at most.
    Limit,
    /// The pieces that are left.
    Material,
    /// How many half-moves at most.
    MaxPlies,
    /// In how many games a move must have been played.
    MinGames,
    /// How many half-moves at least.
    MinPlies,
    /// A part of an opening's name.
    Opening,
    /// The file to write.
    Output,
    /// Who plays either side.
    Player,
    /// How a game ended.
    Result,
    /// A number that chance depends on.
    Seed,
    /// Games that began on a date or later.
    Since,
    /// Whether games have ended.
    State,
    /// How many threads work.
    Threads,
    /// The form to convert to.
    To,
    /// How many of the most frequent to show.
    Top,
    /// What makes a move weigh.
    Weights,
    /// Who plays White.
    White,
}

impl Flag {
    /// The flag as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Ascii => "--ascii",
            Self::Before => "--before",
            Self::Black => "--black",
            Self::Chess960 => "--chess960",
            Self::Data => "--data",
            Self::Date => "--date",
            Self::Divide => "--divide",
            Self::Eco => "--eco",
            Self::Fen => "--fen",
            Self::Hash => "--hash",
            Self::Json => "--json",
            Self::Limit => "--limit",
            Self::Material => "--material",
            Self::MaxPlies => "--max-plies",
            Self::MinGames => "--min-games",
            Self::MinPlies => "--min-plies",
            Self::Opening => "--opening",
            Self::Output => "--output",
            Self::Player => "--player",
            Self::Result => "--result",
            Self::Seed => "--seed",
            Self::Since => "--since",
            Self::State => "--state",
            Self::Threads => "--threads",
            Self::To => "--to",
            Self::Top => "--top",
            Self::Weights => "--weights",
            Self::White => "--white",
        }
    }

    /// Whether a value follows.
    pub const fn takes_value(self) -> bool {
        !matches!(self, Self::Ascii | Self::Chess960 | Self::Divide | Self::Json)
    }

    /// Whether this is how the flag is written, without its hyphens.
    fn is(self, written: &Arg) -> bool {
        match written {
            Arg::Long(name) => self.text().strip_prefix("--") == Some(name),
            Arg::Short(letter) => self == Self::Output && *letter == 'o',
            Arg::Value(_) => false,
        }
    }
}

/// One argument of a command.
pub enum Argument {
    /// A flag that the command takes, for the first time.
    Flag(Flag),
    /// Anything that is not a flag.
    Word(OsString),
}

/// The arguments of a command.
pub struct Arguments {
    parser: lexopt::Parser,
    command: Command,
    seen: Vec<Flag>,
}

impl Arguments {
    /// The arguments that follow a command's name.
    pub fn new(parser: lexopt::Parser, command: Command) -> Self {
        Self { parser, command, seen: Vec::new() }
    }

    /// The command they belong to.
    pub fn command(&self) -> Command {
        self.command
    }

    /// Whether `--help` or `-h` is among them, wherever it stands.
    pub fn ask_for_help(&mut self) -> bool {
        self.parser.try_raw_args().is_some_and(|rest| {
            let mut flags = rest.as_slice().iter().take_while(|word| *word != "--");
            flags.any(|word| word == "--help" || word == "-h")
        })
    }

    /// The next argument; an error if it is a flag that the command does not take, or has been given before.
    pub fn next(&mut self) -> Result<Option<Argument>, Error> {
        let command = self.command;
        let written = match self.parser.next().map_err(|error| Error::from_parser(error, Some(command)))? {
            None => return Ok(None),
            Some(Arg::Value(word)) => return Ok(Some(Argument::Word(word))),
            Some(flag) => flag,
        };
        let known = command.flags().iter().copied().find(|flag| flag.is(&written));
        match known {
            None => Err(Error::unknown_flag(&written, Some(command))),
            Some(flag) if self.seen.contains(&flag) => Err(Error::Repeated { flag, command }),
            Some(flag) => {
                self.seen.push(flag);
                Ok(Some(Argument::Flag(flag)))
            }
        }
    }

    /// The value of the flag just read.
    pub fn value(&mut self, flag: Flag) -> Result<OsString, Error> {
        let command = self.command;
        self.parser.value().map_err(|_| Error::NoValue { flag, command })
    }

    /// The value of the flag just read, a number.
    pub fn number(&mut self, flag: Flag, range: RangeInclusive<u32>) -> Result<u32, Error> {
        let text = self.value(flag)?;
        let found = number(&text, &range);
        found.ok_or(Error::BadNumber { name: flag.text(), text, range, command: self.command })
    }
}

/// A number in plain digits, if it is within the range.
pub fn number(text: &OsStr, range: &RangeInclusive<u32>) -> Option<u32> {
    let digits = text.to_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok().filter(|number| range.contains(number))
}

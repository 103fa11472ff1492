//! The words after a command, read one at a time: flags that the command takes, and everything else.

use crate::commands::Command;
use crate::error::Error;
use lexopt::Arg;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A flag of some command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// Where other servers reach this one.
    Advertise,
    /// Letters instead of figurines.
    Ascii,
    /// Games that began before a date.
    Before,
    /// Who plays Black.
    Black,
    /// By what servers and workers wake each other.
    Bus,
    /// Castling as in Chess960.
    Chess960,
    /// The time each side has.
    Clock,
    /// The computer in the classroom.
    Computer,
    /// How many games at the same time.
    Concurrency,
    /// Engines are charged what they computed, not what passed.
    CpuTime,
    /// The folder in which games are kept.
    Data,
    /// The database in which games are kept.
    Database,
    /// When a game was played.
    Date,
    /// How far the engine looks ahead.
    Depth,
    /// Count each root move.
    Divide,
    /// When games are called drawn.
    Draw,
    /// What holds for every engine.
    Each,
    /// Codes of openings.
    Eco,
    /// An engine.
    Engine,
    /// How narrow error bars are to be.
    Error,
    /// What a match is called.
    Event,
    /// How many games are looked at.
    Examine,
    /// The position to start from, or to look for.
    Fen,
    /// Who meets whom.
    Format,
    /// Memory for positions already counted.
    Hash,
    /// A name by which the server is called.
    Host,
    /// Whether people come by HTTPS.
    Https,
    /// Answer in JSON.
    Json,
    /// How strong the opponent is.
    Level,
    /// How many answers at most.
    Limit,
    /// Where to wait for people.
    Listen,
    /// The pieces that are left.
    Material,
    /// After how many moves games are called drawn.
    MaxMoves,
    /// How many half-moves at most.
    MaxPlies,
    /// In how many games a move must have been played.
    MinGames,
    /// How many half-moves at least.
    MinPlies,
    /// How long the engine thinks about a move.
    MoveTime,
    /// How many best lines to find.
    MultiPv,
    /// How many positions to look at.
    Nodes,
    /// The browser is not opened.
    NoOpen,
    /// A part of an opening's name.
    Opening,
    /// Where games begin.
    Openings,
    /// In which order openings are used.
    Order,
    /// The file to write.
    Output,
    /// How many pairs of games are played.
    Pairs,
    /// How long to wait for a sign of life.
    Patience,
    /// The games to look at.
    Pgn,
    /// Where games are written to.
    PgnOut,
    /// The people with names as well.
    People,
    /// Lines of text instead of a full screen.
    Plain,
    /// Who plays either side.
    Player,
    /// How many half-moves of an opening are played.
    Plies,
    /// The port to listen at.
    Port,
    /// A program before the server that is believed.
    Proxy,
    /// Workers do it.
    Queue,
    /// When games are given up.
    Resign,
    /// How a game ended.
    Result,
    /// How many openings are played.
    Rounds,
    /// A house rule.
    Rule,
    /// A number that chance depends on.
    Seed,
    /// Games that began on a date or later.
    Since,
    /// Words instead of drawings.
    Speech,
    /// When a result is clear enough.
    Sprt,
    /// Whether games have ended.
    State,
    /// How far apart levels are.
    Step,
    /// Where Stockfish is.
    Stockfish,
    /// How many threads work.
    Threads,
    /// How long to look at a position.
    Time,
    /// The form to convert to.
    To,
    /// How many of the most frequent to show.
    Top,
    /// Which chess.
    Variant,
    /// What makes a move weigh.
    Weights,
    /// Who plays White.
    White,
}

impl Flag {
    /// The flag as it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Advertise => "--advertise",
            Self::Ascii => "--ascii",
            Self::Before => "--before",
            Self::Black => "--black",
            Self::Bus => "--bus",
            Self::Chess960 => "--chess960",
            Self::Clock => "--clock",
            Self::Computer => "--computer",
            Self::Concurrency => "--concurrency",
            Self::CpuTime => "--cpu-time",
            Self::Data => "--data",
            Self::Database => "--database",
            Self::Date => "--date",
            Self::Depth => "--depth",
            Self::Divide => "--divide",
            Self::Draw => "--draw",
            Self::Each => "--each",
            Self::Eco => "--eco",
            Self::Engine => "--engine",
            Self::Error => "--error",
            Self::Event => "--event",
            Self::Examine => "--examine",
            Self::Fen => "--fen",
            Self::Format => "--format",
            Self::Hash => "--hash",
            Self::Host => "--host",
            Self::Https => "--https",
            Self::Json => "--json",
            Self::Level => "--level",
            Self::Limit => "--limit",
            Self::Listen => "--listen",
            Self::Material => "--material",
            Self::MaxMoves => "--max-moves",
            Self::MaxPlies => "--max-plies",
            Self::MinGames => "--min-games",
            Self::MinPlies => "--min-plies",
            Self::MoveTime => "--movetime",
            Self::MultiPv => "--multipv",
            Self::Nodes => "--nodes",
            Self::NoOpen => "--no-open",
            Self::Opening => "--opening",
            Self::Openings => "--openings",
            Self::Order => "--order",
            Self::Output => "--output",
            Self::Pairs => "--pairs",
            Self::Patience => "--patience",
            Self::Pgn => "--pgn",
            Self::PgnOut => "--pgn-out",
            Self::People => "--people",
            Self::Plain => "--plain",
            Self::Player => "--player",
            Self::Plies => "--plies",
            Self::Port => "--port",
            Self::Proxy => "--proxy",
            Self::Queue => "--queue",
            Self::Resign => "--resign",
            Self::Result => "--result",
            Self::Rounds => "--rounds",
            Self::Rule => "--rule",
            Self::Seed => "--seed",
            Self::Since => "--since",
            Self::Speech => "--speech",
            Self::Sprt => "--sprt",
            Self::State => "--state",
            Self::Step => "--step",
            Self::Stockfish => "--stockfish",
            Self::Threads => "--threads",
            Self::Time => "--time",
            Self::To => "--to",
            Self::Top => "--top",
            Self::Variant => "--variant",
            Self::Weights => "--weights",
            Self::White => "--white",
        }
    }

    /// Whether a value follows.
    pub const fn takes_value(self) -> bool {
        !matches!(
            self,
            Self::Ascii
                | Self::Chess960
                | Self::CpuTime
                | Self::Divide
                | Self::Https
                | Self::Json
                | Self::NoOpen
                | Self::People
                | Self::Plain
                | Self::Queue
                | Self::Speech
        )
    }

    /// Whether this is how the flag is written, without its hyphens.
    pub fn is(self, written: &Arg) -> bool {
        match written {
            Arg::Long(name) => self.text().strip_prefix("--") == Some(name),
            Arg::Short(letter) => self == Self::Output && *letter == 'o',
            Arg::Value(_) => false,
        }
    }

    /// Whether it may be given more than once.
    pub const fn is_repeatable(self) -> bool {
        matches!(self, Self::Engine | Self::Host | Self::Proxy | Self::Rule)
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
            Some(flag) if self.seen.contains(&flag) && !flag.is_repeatable() => {
                Err(Error::Repeated { flag, command })
            }
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

    /// All words up to the next flag, which may be none, as one text.
    pub fn words(&mut self) -> Result<String, OsString> {
        let Ok(words) = self.parser.values() else { return Ok(String::new()) };
        let words: Result<Vec<String>, OsString> = words.map(OsString::into_string).collect();
        words.map(|words| words.join(" "))
    }

    /// The value of the flag just read, as whatever reads itself from text.
    pub fn parsed<T>(&mut self, flag: Flag) -> Result<T, Error>
    where
        T: FromStr<Err: fmt::Display>,
    {
        let text = self.value(flag)?;
        let parsed = text.to_str().map_or_else(
            || Err("it is no text".to_owned()),
            |text| text.parse().map_err(|error: T::Err| error.to_string()),
        );
        parsed.map_err(|why| Error::Unreadable { flag, why, command: self.command })
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

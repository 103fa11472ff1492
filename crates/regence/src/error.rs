//! What can go wrong on the command line, each with the line that tells the user.

use crate::arguments::Flag;
use crate::commands::pgn::Task;
use crate::commands::{Command, MatchError};
use lexopt::Arg;
use regence_game::book::BookError;
use regence_rules::{Color, FenProblem, ParseFenError};
use regence_store::{ParseGameIdError, ParsePlaceError, StoreError};
use regence_terminal::suggestion::nearest;
use regence_terminal::visible::Visible;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::ops::RangeInclusive;

/// Why a request cannot be answered. Its text is one line: what is wrong, where, and what to do instead.
#[derive(Debug)]
pub enum Error {
    /// The first word is no command.
    UnknownCommand(OsString),
    /// The command has no such flag; without a command, it stands before one.
    UnknownFlag {
        /// As it was written.
        flag: OsString,
        /// The command it was given to.
        command: Option<Command>,
    },
    /// A flag was given twice.
    Repeated {
        /// Which one.
        flag: Flag,
        /// Of which command.
        command: Command,
    },
    /// A flag stands at the end, but needs a value.
    NoValue {
        /// Which one.
        flag: Flag,
        /// Of which command.
        command: Command,
    },
    /// A flag that is just on or off was given a value.
    NeedlessValue {
        /// The flag as it was written.
        flag: String,
        /// Of which command.
        command: Option<Command>,
    },
    /// Two flags of which only one can hold.
    Together {
        /// Which ones.
        flags: [Flag; 2],
        /// Of which command.
        command: Command,
    },
    /// A word that nothing asked for.
    StrayWord {
        /// The word.
        word: OsString,
        /// The command it was given to.
        command: Command,
    },
    /// A FEN came as several words.
    UnquotedFen(Command),
    /// Something that must be said was not.
    Missing {
        /// What.
        what: &'static str,
        /// By which command.
        command: Command,
    },
    /// A number was expected.
    BadNumber {
        /// Of what.
        name: &'static str,
        /// What was given instead.
        text: OsString,
        /// What is possible.
        range: RangeInclusive<u32>,
        /// By which command.
        command: Command,
    },
    /// What follows a flag is not what belongs there.
    Unreadable {
        /// Which flag.
        flag: Flag,
        /// What is wrong with the value.
        why: String,
        /// Of which command.
        command: Command,
    },
    /// The FEN is not one, or not of a legal position.
    Fen {
        /// What is wrong with it.
        error: ParseFenError,
        /// Whether it was read as Chess960.
        chess960: bool,
    },
    /// So many megabytes cannot be had.
    NoMemory(u32),
    /// There is no memory for so many threads.
    NoMemoryForThreads(u32),
    /// The system has no thread for us.
    NoThread(io::Error),
    /// A game or position to begin with cannot be had.
    Unopened(String),
    /// There are more positions than 64 bits can count.
    TooManyToCount,
    /// A flag has a value that it cannot have.
    BadValue {
        /// Which one.
        flag: Flag,
        /// What was given.
        text: OsString,
        /// What was expected.
        expected: &'static str,
        /// By which command.
        command: Command,
    },
    /// `pgn` has no such task.
    UnknownTask(OsString),
    /// A task of `pgn` has no such flag.
    NotOfTask {
        /// Which one.
        flag: Flag,
        /// Which task.
        task: Task,
    },
    /// A task of `pgn` needs a flag.
    NoFlag {
        /// What is to be written.
        usage: &'static str,
        /// Which task.
        task: Task,
    },
    /// A move cannot be played.
    Move {
        /// As it was written.
        word: OsString,
        /// Whose move it would be.
        turn: Color,
        /// Of which number.
        number: u32,
        /// Why.
        reason: String,
    },
    /// A file is no opening book, or cannot be read.
    Book {
        /// Its name as it was given.
        file: OsString,
        /// Why.
        error: BookError,
    },
    /// A file cannot be written.
    OutputFile {
        /// Its name as it was given.
        file: OsString,
        /// Why.
        error: io::Error,
    },
    /// A file cannot be read.
    Input {
        /// Its name as it was given.
        file: OsString,
        /// Why.
        error: io::Error,
    },
    /// We know no such shell.
    UnknownShell(OsString),
    /// `store` has no such task.
    UnknownStoreTask(OsString),
    /// A URL leads to no database.
    Place(ParsePlaceError),
    /// There are no games in this folder.
    NoStore(OsString),
    /// `games` has no such task.
    UnknownGamesTask(OsString),
    /// A word is no game's name.
    NotAGame {
        /// The word.
        word: OsString,
        /// Why not.
        error: ParseGameIdError,
    },
    /// A task of `games` is told its games in another way than by this flag.
    NotOfGamesTask {
        /// Which one.
        flag: Flag,
        /// Which task.
        task: &'static str,
    },
    /// Both a folder and a database are named.
    TwoPlaces {
        /// By the arguments of this command.
        command: Command,
    },
    /// There is no place to keep games in.
    NoFolder,
    /// The store cannot do it.
    Store(Box<StoreError>),
    /// Only some of a file's games were taken in.
    Import {
        /// Of which file.
        file: OsString,
        /// So many, from the first.
        games: u64,
        /// Why no more.
        error: Box<Error>,
    },
    /// Nobody can be waited for at an address.
    Listen {
        /// Which one.
        address: std::net::SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// Opponents cannot be measured.
    Calibration(String),
    /// A match cannot begin.
    Match(MatchError),
    /// The answer cannot be written.
    Output(io::Error),
}

impl Error {
    /// A flag that the command does not take.
    pub fn unknown_flag(flag: &Arg, command: Option<Command>) -> Self {
        let flag = match flag {
            Arg::Short(letter) => format!("-{letter}").into(),
            Arg::Long(name) => format!("--{name}").into(),
            Arg::Value(word) => word.clone(),
        };
        Self::UnknownFlag { flag, command }
    }

    /// What the argument parser found wrong by itself: only ever `--flag=value` where no value belongs.
    pub fn from_parser(error: lexopt::Error, command: Option<Command>) -> Self {
        let flag = match error {
            lexopt::Error::UnexpectedValue { option, .. } => option,
            other => other.to_string(),
        };
        Self::NeedlessValue { flag, command }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(word) => unknown_command(f, word),
            Self::UnknownFlag { flag, command } => unknown_flag(f, flag, *command),
            Self::Repeated { flag, command } => {
                write!(f, "{} is given twice; ", flag.text())?;
                see_help(f, Some(*command))
            }
            Self::NoValue { flag, command } => {
                write!(f, "{} needs a value; ", flag.text())?;
                see_help(f, Some(*command))
            }
            Self::NeedlessValue { flag, command } => {
                write!(f, "{} takes no value; ", Visible(flag.as_ref()))?;
                see_help(f, *command)
            }
            Self::Together { flags: [one, other], command } => {
                write!(f, "either {} or {}, not both; ", one.text(), other.text())?;
                see_help(f, Some(*command))
            }
            Self::StrayWord { word, command } => {
                write!(f, "unexpected '{}' for `{}`; ", Visible(word), command.name())?;
                see_help(f, Some(*command))
            }
            Self::UnquotedFen(command) => {
                let flag = if *command == Command::Fen { "" } else { "--fen " };
                write!(
                    f,
                    "the FEN came as several words; put it in quotes: `regence {} {flag}\"… w KQkq - 0 1\"`",
                    command.name()
                )
            }
            Self::Missing { what, command } => {
                write!(f, "`{}` needs {what}; ", command.name())?;
                see_help(f, Some(*command))
            }
            Self::BadNumber { name, text, range, command } => {
                let (least, most) = (range.start(), range.end());
                write!(f, "{name}: expected a number from {least} to {most}, not '{}'; ", Visible(text))?;
                see_help(f, Some(*command))
            }
            Self::Fen { error, chess960 } => bad_fen(f, error, *chess960),
            Self::Unreadable { flag, why, command } => {
                write!(f, "{}: {why}; ", flag.text())?;
                see_help(f, Some(*command))
            }
            Self::NoThread(error) => write!(f, "cannot start a thread: {error}"),
            Self::NoMemoryForThreads(threads) => {
                write!(f, "no memory for {threads} threads; try a smaller number for --threads")
            }
            Self::NoMemory(megabytes) => {
                write!(f, "no {megabytes} MB of memory for --hash; try a smaller number")
            }
            Self::Unopened(why) | Self::Calibration(why) => f.write_str(why),
            Self::TooManyToCount => {
                write!(
                    f,
                    "more than {} positions, which is as far as we count; try a smaller depth",
                    u64::MAX
                )
            }
            Self::BadValue { flag, text, expected, command } => {
                write!(f, "{}: expected {expected}, not '{}'; ", flag.text(), Visible(text))?;
                see_help(f, Some(*command))
            }
            Self::UnknownTask(word) => unknown_task(f, word),
            Self::NotOfTask { flag, task } => not_of_task(f, Command::Pgn, task.name(), *flag),
            Self::NoFlag { usage, task } => {
                write!(f, "`pgn {}` needs {usage}; ", task.name())?;
                see_help(f, Some(Command::Pgn))
            }
            Self::Move { word, turn, number, reason } => {
                write!(f, "cannot play '{}' as move {number} of {turn}: {reason}", Visible(word))
            }
            Self::Book { file, error: BookError::Input(error) } => {
                write!(f, "cannot read '{}': {error}", Visible(file))
            }
            Self::Book { file, error } => write!(f, "'{}' is no opening book: {error}", Visible(file)),
            Self::OutputFile { file, error } => write!(f, "cannot write '{}': {error}", Visible(file)),
            Self::UnknownShell(word) => {
                write!(f, "expected bash, zsh or fish, not '{}'; ", Visible(word))?;
                see_help(f, Some(Command::Completions))
            }
            Self::UnknownStoreTask(word) => unknown_store_task(f, word),
            Self::Place(error) => error.fmt(f),
            Self::NoStore(folder) => write!(f, "nothing is kept in '{}'", Visible(folder)),
            Self::UnknownGamesTask(word) => unknown_games_task(f, word),
            Self::NotAGame { word, error } => write!(f, "'{}' is no game: {error}", Visible(word)),
            Self::NotOfGamesTask { flag, task } => not_of_task(f, Command::Games, task, *flag),
            Self::TwoPlaces { command } => two_places(f, *command),
            Self::NoFolder => f.write_str("no home folder to keep games in; name a folder with --data"),
            Self::Store(error) => error.fmt(f),
            Self::Import { file, games, error } => stopped(f, file, *games, error),
            Self::Input { file, error } => write!(f, "cannot read '{}': {error}", Visible(file)),
            Self::Listen { address, error } => {
                write!(f, "cannot listen at {address}: {error}; choose another port")
            }
            Self::Match(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

fn unknown_games_task(f: &mut fmt::Formatter<'_>, word: &OsStr) -> fmt::Result {
    write!(f, "`games` cannot '{}', only list, show, export, import and delete; ", Visible(word))?;
    see_help(f, Some(Command::Games))
}

fn unknown_flag(f: &mut fmt::Formatter<'_>, flag: &OsStr, command: Option<Command>) -> fmt::Result {
    write!(f, "unknown flag '{}'; ", Visible(flag))?;
    let known = command.map_or([].as_slice(), Command::flags).iter().map(|flag| flag.text());
    match nearest(flag, known) {
        Some(name) => write!(f, "did you mean `{name}`?"),
        None => see_help(f, command),
    }
}

fn unknown_command(f: &mut fmt::Formatter<'_>, word: &OsStr) -> fmt::Result {
    write!(f, "unknown command '{}'; ", Visible(word))?;
    if word.as_encoded_bytes().contains(&b'/') {
        return f.write_str("to see a position, `regence board --fen \"FEN\"`");
    }
    match nearest(word, Command::ALL.map(Command::name)) {
        Some(name) => write!(f, "did you mean `{name}`?"),
        None => f.write_str("see `regence help`"),
    }
}

fn bad_fen(f: &mut fmt::Formatter<'_>, error: &ParseFenError, chess960: bool) -> fmt::Result {
    write!(f, "{error}")?;
    match error.problem {
        FenProblem::NotOrthodox { .. } if !chess960 => f.write_str("; if it is, add --chess960"),
        FenProblem::CastlingLetter(b'A'..=b'H' | b'a'..=b'h') if !chess960 => {
            f.write_str("; for Chess960 add --chess960")
        }
        FenProblem::Fields(1) => f.write_str("; is it in quotes?"),
        _ => Ok(()),
    }
}

/// What stopped an import, and where.
fn stopped(f: &mut fmt::Formatter<'_>, file: &OsStr, games: u64, error: &Error) -> fmt::Result {
    let file = Visible(file);
    write!(f, "{error}; of '{file}' the first {games} games have been dealt with, none after them")
}

fn not_of_task(f: &mut fmt::Formatter<'_>, command: Command, task: &str, flag: Flag) -> fmt::Result {
    write!(f, "`{} {task}` takes no {}; ", command.name(), flag.text())?;
    see_help(f, Some(command))
}

fn unknown_task(f: &mut fmt::Formatter<'_>, word: &OsStr) -> fmt::Result {
    write!(f, "`pgn` cannot '{}'; ", Visible(word))?;
    match nearest(word, Task::ALL.map(Task::name)) {
        Some(name) => write!(f, "did you mean `pgn {name}`?"),
        None => see_help(f, Some(Command::Pgn)),
    }
}

fn unknown_store_task(f: &mut fmt::Formatter<'_>, word: &OsStr) -> fmt::Result {
    write!(f, "`store` cannot '{}', only copy; ", Visible(word))?;
    see_help(f, Some(Command::Store))
}

fn two_places(f: &mut fmt::Formatter<'_>, command: Command) -> fmt::Result {
    f.write_str("games are kept in one place: give --data or --database, not both; ")?;
    see_help(f, Some(command))
}

fn see_help(f: &mut fmt::Formatter<'_>, command: Option<Command>) -> fmt::Result {
    match command {
        Some(command) if command != Command::Help => write!(f, "see `regence help {}`", command.name()),
        _ => f.write_str("see `regence help`"),
    }
}

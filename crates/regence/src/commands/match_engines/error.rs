//! Why a match cannot begin, or cannot go on.

use crate::arguments::Flag;
use regence_arena::{EngineError, OpeningError, SettingError, StartError};
use regence_terminal::visible::Visible;
use std::ffi::OsString;
use std::fmt;
use std::io;

/// What is wrong with a match.
#[derive(Debug)]
pub enum MatchError {
    /// It takes two.
    TooFewEngines(usize),
    /// How much of openings is played was said, but not of which.
    PliesOfNothing,
    /// A test compares two.
    SprtOfMany(usize),
    /// This system does not tell what a process has computed.
    NoCpuTime,
    /// Settings cannot be understood.
    Setting {
        /// Of which flag.
        flag: Flag,
        /// What is wrong with them.
        error: SettingError,
    },
    /// Settings are not even text.
    NotText {
        /// Of which flag.
        flag: Flag,
        /// The word.
        word: OsString,
    },
    /// One of several words was expected.
    Choice {
        /// By which flag.
        flag: Flag,
        /// What was given instead.
        word: OsString,
        /// Which words.
        expected: Words,
    },
    /// An engine is not described well enough.
    Engine(EngineError),
    /// An engine does not start, or not as wished.
    Start(StartError),
    /// A file of openings cannot be read.
    Read(OsString, io::Error),
    /// A file of openings has an error.
    Opening(OsString, OpeningError),
    /// Games cannot be written; without a name, the system has no threads to play them.
    Write(Option<OsString>, io::Error),
    /// The system does not let us listen to Ctrl-C.
    Signals(io::Error),
}

/// Words to choose from.
#[derive(Debug)]
pub struct Words(pub Vec<&'static str>);

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HELP: &str = "see `regence help match`";
        match self {
            Self::TooFewEngines(given) => write!(f, "`match` needs two engines, not {given}; {HELP}"),
            Self::PliesOfNothing => write!(f, "--plies needs --openings with a PGN file; {HELP}"),
            Self::SprtOfMany(given) => write!(f, "--sprt compares two engines, not {given}; {HELP}"),
            Self::NoCpuTime => f.write_str("--cpu-time needs Linux: this system does not tell it"),
            Self::Setting { flag, error } => write!(f, "{}: {error}; {HELP}", flag.text()),
            Self::NotText { flag, word } => {
                write!(f, "{}: '{}' is not UTF-8; {HELP}", flag.text(), Visible(word))
            }
            Self::Choice { flag, word, expected } => {
                let (flag, expected) = (flag.text(), expected.0.join(" or "));
                write!(f, "{flag}: expected {expected}, not '{}'; {HELP}", Visible(word))
            }
            Self::Engine(error) => write!(f, "{error}; {HELP}"),
            Self::Start(error) => error.fmt(f),
            Self::Read(file, error) => write!(f, "cannot read '{}': {error}", Visible(file)),
            Self::Opening(file, error) => write!(f, "openings in '{}', {error}", Visible(file)),
            Self::Write(Some(file), error) => write!(f, "cannot write '{}': {error}", Visible(file)),
            Self::Write(None, error) => write!(f, "cannot play: {error}"),
            Self::Signals(error) => write!(f, "cannot listen to Ctrl-C: {error}"),
        }
    }
}

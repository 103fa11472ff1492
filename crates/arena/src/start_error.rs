//! Why an engine cannot even begin.

use crate::engine_spec::{OWN, Program};
use crate::fault::{Fault, Halt};
use crate::process::Process;
use crate::uci::OptionProblem;
use core::fmt;
use std::io;

/// An engine that could not be made ready to play.
#[derive(Debug)]
pub struct StartError {
    /// Its name.
    pub engine: String,
    /// What is wrong.
    pub problem: StartProblem,
}

/// What keeps an engine from playing.
#[derive(Debug)]
pub enum StartProblem {
    /// The system cannot run it.
    Process {
        /// Which program.
        program: Program,
        /// Why.
        error: io::Error,
    },
    /// It does not speak UCI, or no longer.
    Fault {
        /// What it did instead.
        fault: Fault,
        /// What it said last.
        last_words: Vec<String>,
    },
    /// It has no such option.
    UnknownOption {
        /// The name as the user wrote it.
        name: String,
        /// The names it has.
        known: Vec<String>,
    },
    /// It would not take the value of an option.
    Option(OptionProblem),
    /// It does not play Chess960.
    NoChess960,
    /// Everything is to stop.
    Stopped,
}

impl StartProblem {
    pub(crate) fn of(halt: Halt, process: &Process) -> Self {
        match halt {
            Halt::Fault(fault) => Self::Fault { fault, last_words: process.last_words() },
            Halt::Stopped => Self::Stopped,
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.engine.escape_debug();
        match &self.problem {
            StartProblem::Process { program, error } => {
                let program = match program {
                    Program::Own => OWN.into(),
                    Program::Path(path) => path.to_string_lossy(),
                    Program::Level(opponent) => opponent.to_string().into(),
                };
                write!(f, "{name}: cannot start '{}': {error}", program.escape_debug())
            }
            StartProblem::Fault { fault, last_words } => {
                write!(f, "{name} is no UCI engine, or not ready to play: it {fault}{}", Quoted(last_words))
            }
            StartProblem::UnknownOption { name: option, known } if known.is_empty() => {
                write!(f, "{name} has no option '{}', as it has none at all", option.escape_debug())
            }
            StartProblem::UnknownOption { name: option, known } => {
                let known = known.join(", ");
                write!(
                    f,
                    "{name} has no option '{}', expected one of: {}",
                    option.escape_debug(),
                    known.escape_debug()
                )
            }
            StartProblem::Option(problem) => write!(f, "{name}: {problem}"),
            StartProblem::NoChess960 => {
                write!(f, "{name} does not play Chess960: it has no option UCI_Chess960")
            }
            StartProblem::Stopped => write!(f, "{name} was stopped before it was ready"),
        }
    }
}

impl std::error::Error for StartError {}

/// What an engine said last, fit to be shown, as the end of a sentence; nothing if it said nothing.
pub(crate) struct Quoted<'a>(pub &'a [String]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 120;
        for (index, line) in self.0.iter().enumerate() {
            let cut: String = line.chars().take(LONGEST).collect();
            let dots = if cut.len() < line.len() { "…" } else { "" };
            let before = if index == 0 { "; last said: " } else { " / " };
            write!(f, "{before}'{}{dots}'", cut.escape_debug())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_without_options_is_said_to_have_none() {
        let refusal = |known: &[&str]| {
            let known = known.iter().map(|&name| name.to_owned()).collect();
            let problem = StartProblem::UnknownOption { name: "Hsh".to_owned(), known };
            StartError { engine: "Bad".to_owned(), problem }.to_string()
        };
        assert_eq!(refusal(&["Hash"]), "Bad has no option 'Hsh', expected one of: Hash");
        assert_eq!(refusal(&[]), "Bad has no option 'Hsh', as it has none at all");
    }
}

//! `regence play`: a game on the whole screen.

use super::Command;
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use regence_terminal::screen;

pub use screen::is_possible;

/// A wish to play.
#[derive(Default)]
pub struct Play {
    options: screen::Options,
}

impl Play {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut options = screen::Options::default();
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(_) => options.ascii = true,
                Argument::Word(word) if options.open.is_none() => {
                    options.open = Some(word.to_string_lossy().into_owned());
                }
                Argument::Word(word) => return Err(Error::StrayWord { word, command: Command::Play }),
            }
        }
        Ok(Self { options })
    }

    /// Plays until somebody quits.
    pub fn run(&self) -> Result<(), Error> {
        if !is_possible() {
            return Err(Error::NoTerminal);
        }
        Ok(screen::run(&self.options)?)
    }
}

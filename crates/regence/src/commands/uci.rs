//! `regence uci`: lets other programs talk to the engine.

use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use regence_engine::Judge;
use regence_engine::uci::Guests;
use regence_levels::Company;
use std::io::{self, Write};

/// A wish to talk.
pub struct Uci;

impl Uci {
    /// Reads the arguments, of which there are none.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        match arguments.next()? {
            Some(Argument::Word(word)) => Err(Error::StrayWord { word, command: arguments.command() }),
            _ => Ok(Self),
        }
    }

    /// Talks until the other program has had enough.
    #[allow(clippy::unused_self)] // As all commands have it.
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<(), Error> {
        let guests = Guests { deputies: Some(&Company), ..Guests::NONE };
        Ok(regence_engine::uci::run_with(&mut io::stdin().lock(), out, Judge::default(), guests)?)
    }
}

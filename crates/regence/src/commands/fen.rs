//! `regence fen`: checks a FEN and writes it in its normal form.

use crate::arguments::Arguments;
use crate::error::Error;
use crate::origin::{Origin, refuse_unquoted};
use regence_rules::Position;
use std::io::Write;

/// A wish for the normal form of a FEN.
pub struct Fen {
    position: Position,
}

impl Fen {
    /// Reads the arguments, and the FEN among them.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (mut origin, words) = Origin::read(arguments)?;
        let command = arguments.command();
        let mut words = words.into_iter();
        let fen = words.next().ok_or(Error::Missing { what: "a FEN", command })?;
        refuse_unquoted(&fen, words.as_slice(), command)?;
        origin.refuse_words(words.as_slice(), command)?;
        origin.fen = Some(fen);
        Ok(Self { position: origin.position()? })
    }

    /// Writes the normal form.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        Ok(writeln!(out, "{}", self.position)?)
    }
}

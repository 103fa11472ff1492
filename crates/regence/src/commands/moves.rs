//! `regence moves`: every legal move, as programs and as people write it.

use crate::arguments::Arguments;
use crate::error::Error;
use crate::origin::Origin;
use regence_rules::Position;
use std::io::Write;

/// A wish for the legal moves of a position.
pub struct Moves {
    origin: Origin,
    position: Position,
}

impl Moves {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (origin, words) = Origin::read(arguments)?;
        origin.refuse_words(&words, arguments.command())?;
        Ok(Self { position: origin.position()?, origin })
    }

    /// Lists them, one a line.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        for &mv in &self.position.legal_moves() {
            writeln!(out, "{}\t{}", self.origin.write(mv), self.position.san(mv))?;
        }
        Ok(())
    }
}

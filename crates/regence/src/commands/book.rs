//! `regence book`: the moves that an opening book knows in a position.

use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::origin::{Origin, refuse_unquoted};
use regence_game::Random;
use regence_game::book::{self, BookError};
use regence_rules::Position;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;

/// A wish to see what a book says.
pub struct Book {
    origin: Origin,
    position: Position,
    file: OsString,
    /// With a seed, one move is to be chosen.
    seed: Option<u32>,
}

impl Book {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let (mut origin, mut seed, mut words) = (Origin::default(), None, Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(Flag::Seed) => seed = Some(arguments.number(Flag::Seed, 0..=u32::MAX)?),
                Argument::Flag(flag) => origin.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        if let Some(fen) = &origin.fen {
            refuse_unquoted(fen, &words, command)?;
        }
        let mut words = words.into_iter();
        let file = words.next().ok_or(Error::Missing { what: "a book: `book FILE.bin`", command })?;
        origin.refuse_words(words.as_slice(), command)?;
        Ok(Self { position: origin.position()?, origin, file, seed })
    }

    /// Lists the moves, one a line, the heaviest first; or the one that a seed chooses.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let refuse = |error: BookError| Error::Book { file: self.file.clone(), error };
        let file = File::open(&self.file).map_err(|error| refuse(error.into()))?;
        let mut book = book::Book::new(file).map_err(refuse)?;
        let moves = book.moves(&self.position).map_err(refuse)?;
        if let Some(seed) = self.seed {
            let mut random = Random::new(u64::from(seed));
            if let Some(mv) = book.choose(&self.position, &mut random).map_err(refuse)? {
                writeln!(out, "{}\t{}", self.origin.write(mv), self.position.san(mv))?;
            }
            return Ok(());
        }
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        for known in &moves {
            #[allow(clippy::cast_precision_loss)] // One decimal is shown.
            let share = 100.0 * f64::from(known.weight) / total.max(1) as f64;
            let (uci, san) = (self.origin.write(known.mv), self.position.san(known.mv));
            writeln!(out, "{uci}\t{san}\t{}\t{share:.1} %", known.weight)?;
        }
        Ok(())
    }
}

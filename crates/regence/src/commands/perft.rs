//! `regence perft`: counts the positions some half-moves ahead.

use crate::arguments::{Argument, Arguments, Flag, number};
use crate::error::Error;
use crate::origin::{Origin, refuse_unquoted};
use crate::perft_count::Counting;
use crate::perft_table::PerftTable;
use crate::progress::Progress;
use regence_rules::Position;
use std::ffi::OsString;
use std::io::Write;

/// Below this depth a table costs more than it spares.
const SHALLOWEST_WITH_TABLE: u8 = 4;
const MOST_THREADS: u32 = 1024;
const MOST_MEGABYTES: u32 = 65_536;

/// A wish to count positions.
pub struct Perft {
    origin: Origin,
    position: Position,
    depth: u8,
    divide: bool,
    threads: u32,
    megabytes: u32,
}

impl Perft {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut origin = Origin::default();
        let (mut divide, mut threads, mut megabytes, mut words) = (false, 1, 0, Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(Flag::Divide) => divide = true,
                Argument::Flag(Flag::Threads) => {
                    threads = arguments.number(Flag::Threads, 1..=MOST_THREADS)?;
                }
                Argument::Flag(Flag::Hash) => megabytes = arguments.number(Flag::Hash, 0..=MOST_MEGABYTES)?,
                Argument::Flag(flag) => origin.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        let depth = depth(&origin, words, arguments)?;
        Ok(Self { position: origin.position()?, origin, depth, divide, threads, megabytes })
    }

    /// Counts and writes the counts.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        if self.depth == 0 {
            return Ok(writeln!(out, "nodes 1")?);
        }
        let table = match self.megabytes {
            0 => None,
            _ if self.depth < SHALLOWEST_WITH_TABLE => None,
            megabytes => Some(PerftTable::new(megabytes).ok_or(Error::NoMemory(megabytes))?),
        };
        let progress = Progress::start();
        let counting = Counting { threads: self.threads, table: table.as_ref(), progress: &progress };
        let counts = counting.count(&self.position, self.depth);
        let nodes = counts.iter().fold(0u64, |sum, &(_, count)| sum.saturating_add(count));
        if nodes == u64::MAX {
            return Err(Error::TooManyToCount);
        }
        if self.divide {
            for &(mv, count) in &counts {
                writeln!(out, "{}: {count}", self.origin.write(mv))?;
            }
        }
        Ok(writeln!(out, "nodes {nodes}")?)
    }
}

/// The depth, which is the one word that belongs here.
fn depth(origin: &Origin, words: Vec<OsString>, arguments: &Arguments) -> Result<u8, Error> {
    let command = arguments.command();
    if let Some(fen) = &origin.fen {
        refuse_unquoted(fen, &words, command)?;
    }
    let mut words = words.into_iter();
    let text = words.next().ok_or(Error::Missing { what: "a depth", command })?;
    origin.refuse_words(words.as_slice(), command)?;
    let range = 0..=u32::from(u8::MAX);
    let depth = number(&text, &range).and_then(|depth| u8::try_from(depth).ok());
    depth.ok_or(Error::BadNumber { name: "depth", text, range, command })
}

//! `regence bench`: measures the engine.

use crate::arguments::{Argument, Arguments, number};
use crate::error::Error;
use regence_engine::{Judge, USUAL_DEPTH};
use std::io::Write;

/// How deep the positions can be searched.
const DEEPEST: u32 = 60;

/// A wish to measure.
pub struct Bench {
    depth: u32,
}

impl Bench {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let Some(Argument::Word(text)) = arguments.next()? else { return Ok(Self { depth: USUAL_DEPTH }) };
        if let Some(Argument::Word(word)) = arguments.next()? {
            return Err(Error::StrayWord { word, command });
        }
        let range = 1..=DEEPEST;
        match number(&text, &range) {
            Some(depth) => Ok(Self { depth }),
            None => Err(Error::BadNumber { name: "depth", text, range, command }),
        }
    }

    /// Measures, and writes what came out.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let bench = regence_engine::Bench::run(Judge::default(), self.depth)
            .map_err(|error| Error::NoMemory(u32::try_from(error.megabytes).unwrap_or(u32::MAX)))?;
        writeln!(out, "positions {}", bench.positions)?;
        writeln!(out, "time {:.3} s", bench.time.as_secs_f64())?;
        writeln!(out, "nps {}", bench.speed())?;
        Ok(writeln!(out, "nodes {}", bench.nodes)?)
    }
}

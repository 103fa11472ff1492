//! `regence pgn`: what can be done with files of games. So far, checking them.

use super::Answer;
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use crate::pgn_check;
use crate::progress::Progress;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;

const MOST_THREADS: u32 = 1024;

/// A wish to have games checked.
pub struct Pgn {
    files: Vec<OsString>,
    threads: u32,
}

impl Pgn {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let (mut threads, mut words) = (None, Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) => threads = Some(arguments.number(flag, 1..=MOST_THREADS)?),
                Argument::Word(word) => words.push(word),
            }
        }
        let mut words = words.into_iter();
        match words.next() {
            Some(task) if task == "check" => {}
            Some(task) => return Err(Error::UnknownTask(task)),
            None => return Err(Error::Missing { what: "a task: `pgn check FILE`", command }),
        }
        let files: Vec<OsString> = words.collect();
        if files.is_empty() {
            return Err(Error::Missing { what: "a file, or - for standard input", command });
        }
        let cores = || thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        Ok(Self { files, threads: threads.unwrap_or_else(cores) })
    }

    /// Checks one file after another.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let progress = Progress::start();
        let mut answer = Answer::Yes;
        for file in &self.files {
            let input: Box<dyn Read + Send> = if file == "-" {
                Box::new(io::stdin())
            } else {
                Box::new(File::open(file).map_err(|error| Error::Input { file: file.clone(), error })?)
            };
            let checked = pgn_check::check(input, self.threads, out, &progress);
            progress.clear();
            let checked = checked.map_err(|failure| match failure {
                pgn_check::Failure::Input(error) => Error::Input { file: file.clone(), error },
                pgn_check::Failure::Output(error) => Error::Output(error),
            })?;
            if checked == Answer::No {
                answer = Answer::No;
            }
        }
        Ok(answer)
    }
}

//! `regence pgn`: what can be done with files of games. So far, checking them.

use super::Answer;
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use crate::pgn_check;
use crate::progress::Progress;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};

/// A wish to have games checked.
pub struct Pgn {
    files: Vec<OsString>,
}

impl Pgn {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let mut words = Vec::new();
        while let Some(argument) = arguments.next()? {
            if let Argument::Word(word) = argument {
                words.push(word);
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
        Ok(Self { files })
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
            let checked = pgn_check::check(input, out, &progress);
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

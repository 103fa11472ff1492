//! `regence pgn`: what can be done with files of games.

mod book;
mod check;
mod convert;
mod dates;
mod filter;
mod given;
mod material;
mod openings;
mod stats;

use super::Answer;
use crate::arguments::{Arguments, Flag};
use crate::error::Error;
use crate::pgn_games::{Failure, Game, Outcome, Search, each_game};
use crate::progress::Progress;
use crate::tell;
use given::Given;
use regence_terminal::visible::Visible;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::thread;

const MOST_THREADS: u32 = 1024;

/// What is done with games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Makes an opening book of them.
    Book,
    /// Says how they end, or what is wrong.
    Check,
    /// Writes them in another form.
    Convert,
    /// Picks some of them.
    Filter,
    /// Names their openings.
    Openings,
    /// Counts them.
    Stats,
}

/// The flags of all tasks.
pub const FLAGS: &[Flag] = &[
    Flag::Black,
    Flag::Chess960,
    Flag::Date,
    Flag::Eco,
    Flag::Fen,
    Flag::Json,
    Flag::Material,
    Flag::MaxPlies,
    Flag::MinGames,
    Flag::MinPlies,
    Flag::Opening,
    Flag::Output,
    Flag::Player,
    Flag::Result,
    Flag::Threads,
    Flag::To,
    Flag::Top,
    Flag::Weights,
    Flag::White,
];

impl Task {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Book, Self::Check, Self::Convert, Self::Filter, Self::Openings, Self::Stats];

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Book => "book",
            Self::Check => "check",
            Self::Convert => "convert",
            Self::Filter => "filter",
            Self::Openings => "openings",
            Self::Stats => "stats",
        }
    }

    /// The flags it takes besides `--threads`.
    const fn flags(self) -> &'static [Flag] {
        match self {
            Self::Book => book::FLAGS,
            Self::Check | Self::Openings => &[],
            Self::Convert => &[Flag::To],
            Self::Filter => filter::FLAGS,
            Self::Stats => &[Flag::Json, Flag::Top],
        }
    }

    fn from_word(word: OsString) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|task| word == task.name()).ok_or(Error::UnknownTask(word))
    }
}

/// A wish to have something done with games.
pub struct Pgn {
    input: Input,
    work: Work,
}

/// What is to be done, with everything it needs.
enum Work {
    Book(book::Book),
    Check,
    Convert(convert::Form),
    Filter(filter::Filter),
    Openings,
    Stats(stats::Stats),
}

impl Pgn {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let mut given = Given::read(arguments)?;
        let cores = || thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let threads = given.number(Flag::Threads, 1..=MOST_THREADS)?.unwrap_or_else(cores);
        let work = match given.task {
            Task::Book => Work::Book(book::Book::read(&mut given)?),
            Task::Check => Work::Check,
            Task::Convert => Work::Convert(convert::Form::read(&mut given)?),
            Task::Filter => Work::Filter(filter::Filter::read(&mut given)?),
            Task::Openings => Work::Openings,
            Task::Stats => Work::Stats(stats::Stats::read(&mut given)?),
        };
        if given.files.is_empty() {
            return Err(Error::Missing { what: "a file, or - for standard input", command });
        }
        Ok(Self { input: Input { files: given.files, threads }, work })
    }

    /// Does it with one file after another.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let input = &self.input;
        match &self.work {
            Work::Book(book) => book.run(input, out),
            Work::Check => check::run(input, out),
            Work::Convert(form) => convert::run(*form, input, out),
            Work::Filter(filter) => filter.run(input, out),
            Work::Openings => openings::run(input, out),
            Work::Stats(stats) => stats.run(input, out),
        }
    }
}

/// Files of games, and how many threads may read them.
struct Input {
    files: Vec<OsString>,
    threads: u32,
}

impl Input {
    /// How many bytes all files have, if they are files.
    fn size(&self) -> Option<u64> {
        let size = |file: &OsString| {
            let known = fs::metadata(file).ok().filter(|_| file != "-")?;
            known.is_file().then_some(known.len())
        };
        self.files.iter().map(size).sum()
    }

    /// Hands over what is found in each game, with the number of its file, from 0, and where to write about it. A file that
    /// cannot be read is told of, and the next one is read all the same.
    fn each_game<S: Search, W: Write>(
        &self,
        search: &S,
        out: &mut W,
        mut take: impl FnMut(&mut W, usize, Game<'_, Outcome<S>>) -> io::Result<()>,
    ) -> Result<(), Error> {
        let progress = Progress::of_size(self.size());
        let mut unread = None;
        for (number, file) in self.files.iter().enumerate() {
            let read = open(file).map_err(Failure::Input).and_then(|input| {
                let input = progress.watch(input);
                each_game(search, input, self.threads, &progress, out, &mut |out, game| {
                    take(out, number, game)
                })
            });
            progress.clear();
            match read {
                Ok(()) => {}
                Err(Failure::Output(error)) => return Err(Error::Output(error)),
                Err(Failure::Input(error)) => {
                    // The last one is told of by whoever hears that we failed.
                    if let Some(earlier) = unread.replace(Error::Input { file: file.clone(), error }) {
                        tell(&earlier);
                    }
                }
            }
        }
        unread.map_or(Ok(()), Err)
    }

    /// The same of games without errors. Of the others is told on standard error, and they make the answer "no".
    fn each_good_game<S: Search, W: Write>(
        &self,
        search: &S,
        out: &mut W,
        mut take: impl FnMut(&mut W, usize, Game<'_, S::Found>) -> io::Result<()>,
    ) -> Result<Answer, Error> {
        let mut answer = Answer::Yes;
        self.each_game(search, out, |out, file, Game { number, found, text }| match found {
            Ok(found) => take(out, file, Game { number, found, text }),
            Err(error) => {
                answer = Answer::No;
                tell(&format!("'{}', game {number}, {error}", Visible(&self.files[file])));
                Ok(())
            }
        })?;
        Ok(answer)
    }
}

fn open(file: &OsStr) -> io::Result<Box<dyn Read + Send>> {
    Ok(if file == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) })
}

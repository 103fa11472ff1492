//! `regence uci`: lets other programs talk to the engine.

use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use regence_engine::Judge;
use regence_engine::uci::{Guests, open_file};
use regence_game::Random;
use regence_game::book::Book;
use regence_levels::Company;
use regence_rules::{Move, Position};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

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
        let guests = Guests { deputies: Some(&Company), open_book: Some(&open) };
        let talked = regence_engine::uci::run_with(&mut io::stdin().lock(), out, Judge::default(), guests);
        talked.map_err(|error| Error::Input { file: "standard input".into(), error })
    }
}

/// A Polyglot book, and what chooses among its moves.
struct Polyglot {
    book: Book<File>,
    random: Random,
}

impl regence_engine::uci::Book for Polyglot {
    fn choose(&mut self, position: &Position) -> Option<Move> {
        // A book that can no longer be read is as good as none.
        self.book.choose(position, &mut self.random).ok().flatten()
    }
}

fn open(name: &str) -> Result<Box<dyn regence_engine::uci::Book>, String> {
    let refuse = |why: &dyn Display| format!("'{name}' is no opening book: {why}");
    let file = open_file(name).map_err(|error| refuse(&error))?;
    let book = Book::new(file).map_err(|error| refuse(&error))?;
    // Other games should see other openings.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    Ok(Box::new(Polyglot { book, random: Random::new(now) }))
}

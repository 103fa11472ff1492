//! The UCI protocol: how other programs talk to the engine.
//!
//! One thread reads what the client says and answers at once what can be answered; another one owns the engine and does
//! what takes time, one thing after the other. Everything is said in whole lines.

mod book;
mod command;
mod deputy;
mod options;
mod session;
mod words;
mod worker;

pub use crate::named_file::open_file;
pub use book::{Book, OpenBook};
pub use deputy::{Asked, Deputies, Deputy};

use crate::Judge;
use deputy::Strength;
use session::Session;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::thread;
use words::{Speaker, read_line};

/// Talks UCI until the client says `quit` or nothing more.
pub fn run(input: &mut impl BufRead, output: impl Write + Send, judge: Judge) -> io::Result<()> {
    run_with(input, output, judge, Guests::NONE)
}

/// Those who can do for a session what the engine cannot.
#[derive(Clone, Copy)]
pub struct Guests<'a> {
    /// Others whom the client may ask to play in the engine's place.
    pub deputies: Option<&'a dyn Deputies>,
    /// Who opens the books that the client names.
    pub open_book: Option<&'a OpenBook<'a>>,
}

impl Guests<'_> {
    /// Nobody.
    pub const NONE: Self = Self { deputies: None, open_book: None };
}

/// The same with guests.
pub fn run_with(
    input: &mut impl BufRead,
    output: impl Write + Send,
    judge: Judge,
    guests: Guests<'_>,
) -> io::Result<()> {
    let speaker = Speaker::new(output);
    let seed = RandomState::new().build_hasher().finish();
    thread::scope(|scope| {
        let (jobs, todo) = channel();
        scope.spawn(|| worker::work(judge, todo, &speaker, guests));
        let mut session = Session::new(&speaker, jobs, Strength::new(guests.deputies, seed));
        let mut line = Vec::new();
        while read_line(input, &mut line)? {
            if session.hear(&String::from_utf8_lossy(&line)).is_break() {
                break;
            }
        }
        Ok(())
        // The session ends here, stops its search, and the worker with it.
    })
}

//! The UCI protocol: how other programs talk to the engine.
//!
//! One thread reads what the client says and answers at once what can be answered; another one owns the engine and does
//! what takes time, one thing after the other. Everything is said in whole lines.

mod command;
mod deputy;
mod options;
mod session;
mod words;
mod worker;

pub use deputy::{Deputies, Deputy};

use crate::Evaluator;
use deputy::Strength;
use session::Session;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::thread;
use words::{Speaker, read_line};

/// Talks UCI until the client says `quit` or nothing more.
pub fn run(input: &mut impl BufRead, output: impl Write + Send, evaluator: impl Evaluator) -> io::Result<()> {
    talk(input, output, evaluator, None)
}

/// The same with others whom the client may ask to play in the engine's place.
pub fn run_with(
    input: &mut impl BufRead,
    output: impl Write + Send,
    evaluator: impl Evaluator,
    deputies: &dyn Deputies,
) -> io::Result<()> {
    talk(input, output, evaluator, Some(deputies))
}

fn talk(
    input: &mut impl BufRead,
    output: impl Write + Send,
    evaluator: impl Evaluator,
    deputies: Option<&dyn Deputies>,
) -> io::Result<()> {
    let speaker = Speaker::new(output);
    let seed = RandomState::new().build_hasher().finish();
    thread::scope(|scope| {
        let (jobs, todo) = channel();
        scope.spawn(|| worker::work(evaluator, todo, &speaker, deputies));
        let mut session = Session::new(&speaker, jobs, Strength::new(deputies, seed));
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

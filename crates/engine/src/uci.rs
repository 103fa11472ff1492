//! The UCI protocol: how other programs talk to the engine.
//!
//! One thread reads what the client says and answers at once what can be answered; another one owns the engine and does
//! what takes time, one thing after the other. Everything is said in whole lines.

mod command;
mod options;
mod session;
mod words;
mod worker;

use crate::Evaluator;
use session::Session;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::channel;
use std::thread;
use words::{Speaker, read_line};

/// Talks UCI until the client says `quit` or nothing more.
pub fn run(input: &mut impl BufRead, output: impl Write + Send, evaluator: impl Evaluator) -> io::Result<()> {
    let speaker = Speaker::new(output);
    thread::scope(|scope| {
        let (jobs, todo) = channel();
        scope.spawn(|| worker::work(evaluator, todo, &speaker));
        let mut session = Session::new(&speaker, jobs);
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

//! Regence on the command line: reads the arguments, does what they ask, and says in one line what went wrong.

mod arguments;
mod commands;
mod error;
mod fold;
mod games_import;
mod json;
mod keeping;
mod origin;
mod perft_count;
mod perft_table;
mod pgn_chunks;
mod pgn_games;
mod progress;

use commands::{Answer, Request};
use error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) => {
            tell(&error);
            ExitCode::from(2)
        }
    }
}

/// Says in one line what went wrong. If nobody can be told, the exit code still says it.
fn tell(problem: &impl ToString) {
    // Not `eprintln!`, which panics when nobody can be told.
    let _ = io::stderr().write_all(format!("regence: {}\n", one_line(&problem.to_string())).as_bytes());
}

/// The longest line that is told, in characters.
const LONGEST_LINE: usize = 1000;

/// What went wrong as a terminal may safely show it: whatever words from outside are in it, it is one line.
fn one_line(text: &str) -> String {
    let mut characters = text.chars();
    let mut line = String::new();
    for character in characters.by_ref().take(LONGEST_LINE) {
        if character.is_control() {
            line.extend(character.escape_unicode());
        } else {
            line.push(character);
        }
    }
    if characters.next().is_some() {
        line.push('…');
    }
    line
}

fn run() -> Result<Answer, Error> {
    let request = Request::read(lexopt::Parser::from_env())?;
    let mut out = BufWriter::new(io::stdout());
    match request.run(&mut out).and_then(|answer| Ok(out.flush().map(|()| answer)?)) {
        // Whoever read our output has seen enough, as `head` does.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Answer::Yes),
        result => result,
    }
}

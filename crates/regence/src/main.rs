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
            // Not `eprintln!`, which panics when nobody can be told.
            let _ = io::stderr().write_all(format!("regence: {error}\n").as_bytes());
            ExitCode::from(2)
        }
    }
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

//! Regence on the command line: reads the arguments, does what they ask, and says in one line what went wrong.

mod arguments;
mod commands;
mod error;
mod origin;
mod perft_count;
mod perft_table;
mod progress;
mod suggestion;
mod visible;

use commands::Request;
use error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `eprintln!`, which panics when nobody can be told.
            let _ = io::stderr().write_all(format!("regence: {error}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Error> {
    let request = Request::read(lexopt::Parser::from_env())?;
    let mut out = BufWriter::new(io::stdout().lock());
    match request.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        // Whoever read our output has seen enough, as `head` does.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

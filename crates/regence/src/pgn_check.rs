//! Checks the games of one stream, and writes a line about each.

use crate::commands::Answer;
use crate::progress::Progress;
use regence_game::pgn::{GameCheck, Reader};
use std::cell::Cell;
use std::io::{self, Read, Write};
use std::time::Instant;

/// Why a stream could not be checked to its end.
pub enum Failure {
    /// It cannot be read.
    Input(io::Error),
    /// The lines cannot be written.
    Output(io::Error),
}

/// Checks games, one after another.
pub fn check(input: impl Read, out: &mut impl Write, progress: &Progress) -> Result<Answer, Failure> {
    let bytes = Cell::new(0);
    let mut reader = Reader::new(Counted { input, bytes: &bytes });
    let mut game = GameCheck::new();
    let (mut number, mut answer, mut shown) = (0_u64, Answer::Yes, Instant::now());
    while reader.read_game(&mut game).map_err(Failure::Input)? {
        number += 1;
        write!(out, "{number}\t").map_err(Failure::Output)?;
        if write_verdict(&game, out).map_err(Failure::Output)? == Answer::No {
            answer = Answer::No;
        }
        if number.is_multiple_of(256) && shown.elapsed() >= Progress::INTERVAL {
            progress.show_games(number, bytes.get());
            shown = Instant::now();
        }
    }
    Ok(answer)
}

/// Writes what follows a game's number.
fn write_verdict(game: &GameCheck, out: &mut impl Write) -> io::Result<Answer> {
    match game.verdict() {
        Ok(summary) => {
            let fen = summary.position.fen_text();
            writeln!(
                out,
                "{}\t{}\t{}\t{}",
                summary.plies,
                fen.as_str(),
                summary.result,
                summary.termination
            )?;
            Ok(Answer::Yes)
        }
        Err(error) => {
            writeln!(out, "error\t{}\t{}", error.place, error.problem)?;
            Ok(Answer::No)
        }
    }
}

/// An input that counts what is read from it.
struct Counted<'a, R> {
    input: R,
    bytes: &'a Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}

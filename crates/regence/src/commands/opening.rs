//! `regence opening`: the name of an opening, and where it may lead.

use crate::arguments::Arguments;
use crate::error::Error;
use crate::origin::{Origin, refuse_unquoted};
use regence_game::AnyPosition;
use regence_game::openings::{self, LastNamed};
use regence_game::pgn::GameResult;
use regence_rules::Position;
use std::ffi::OsString;
use std::io::Write;

/// A wish to know an opening by its moves.
pub struct Opening {
    position: Position,
    name: Option<openings::Opening>,
}

impl Opening {
    /// Reads the arguments, and plays the moves among them.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (origin, words) = Origin::read(arguments)?;
        if let Some(fen) = &origin.fen {
            refuse_unquoted(fen, &words, arguments.command())?;
        }
        let mut position = origin.position()?;
        let mut last = LastNamed::new(&position);
        for word in &words {
            let text = word.to_string_lossy();
            for written in text.split_whitespace().filter(|word| !is_result(word)).filter_map(without_number)
            {
                let before = AnyPosition::Standard(position);
                let mv = before.read_move(written).map_err(|reason| Error::Move {
                    word: OsString::from(written),
                    turn: position.turn(),
                    number: position.fullmove_number(),
                    reason: reason.to_string(),
                })?;
                if let AnyPosition::Standard(next) = before.play(mv) {
                    position = next;
                }
                last.pass(&position);
            }
        }
        Ok(Self { position, name: last.opening() })
    }

    /// Writes code and name, then the moves that lead to other named openings.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        match self.name {
            Some(opening) => writeln!(out, "{}\t{}", opening.eco, opening.name)?,
            None => writeln!(out, "-\tno named opening")?,
        }
        for (mv, next) in openings::continuations(&self.position) {
            if Some(next) != self.name {
                writeln!(out, "{}\t{}\t{}", self.position.san(mv), next.eco, next.name)?;
            }
        }
        Ok(())
    }
}

/// Whether a word is the result behind the moves of a game.
fn is_result(word: &str) -> bool {
    GameResult::from_word(word.as_bytes()).is_some()
}

/// A word without the move number before it: `1.e4`, `1...`, `2`. What is left is a move, or nothing.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.is_empty() || rest.starts_with('.');
    let written = if is_number { rest.trim_start_matches('.') } else { word };
    (!written.is_empty()).then_some(written)
}

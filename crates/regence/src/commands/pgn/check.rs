//! `regence pgn check`: how each game ends, or what is wrong with it.

use super::Input;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::pgn::{GameCheck, GameError};
use std::io::Write;

/// Looks at every move of the main line.
struct Check;

impl Search for Check {
    type Visitor = GameCheck;
    /// What follows the game's number.
    type Found = String;

    fn visitor(&self) -> GameCheck {
        GameCheck::new()
    }

    fn found(&self, visitor: &mut GameCheck) -> Result<String, GameError> {
        let summary = visitor.verdict().map_err(Clone::clone)?;
        let (plies, fen) = (summary.plies, summary.position.fen_text());
        Ok(format!("{plies}\t{}\t{}\t{}", fen.as_str(), summary.result, summary.termination))
    }
}

/// Writes a line about each game, errors included.
pub fn run(input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
    let mut answer = Answer::Yes;
    input.each_game(&Check, |_, game| match game.found {
        Ok(line) => writeln!(out, "{}\t{line}", game.number),
        Err(error) => {
            answer = Answer::No;
            writeln!(out, "{}\terror\t{}\t{}", game.number, error.place, error.problem)
        }
    })?;
    Ok(answer)
}

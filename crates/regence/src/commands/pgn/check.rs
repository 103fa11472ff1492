//! `regence pgn check`: how each game ends, or what is wrong with it.

use super::Input;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::AnyPosition;
use regence_game::pgn::{GameCheck, GameError};
use std::io::Write;

/// Looks at every move of the main line.
struct Check;

impl Search for Check {
    type Visitor = GameCheck;
    /// What follows the game's number.
    type Found = String;

    fn visitor(&self) -> GameCheck {
        GameCheck::default()
    }

    fn found(&self, visitor: &mut GameCheck) -> Result<String, GameError> {
        let summary = visitor.verdict().map_err(Clone::clone)?;
        let (plies, result, termination) = (summary.plies, summary.result, summary.termination);
        Ok(match summary.position {
            AnyPosition::Standard(position) => {
                format!("{plies}\t{}\t{result}\t{termination}", position.fen_text().as_str())
            }
            AnyPosition::House(position) => format!("{plies}\t{}\t{result}\t{termination}", position.fen()),
        })
    }
}

/// Writes a line about each game, errors included.
pub fn run(input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
    let mut answer = Answer::Yes;
    input.each_game(&Check, out, |out, _, game| match game.found {
        Ok(line) => writeln!(out, "{}\t{line}", game.number),
        Err(error) => {
            answer = Answer::No;
            writeln!(out, "{}\terror\t{}\t{}", game.number, error.place, error.problem)
        }
    })?;
    Ok(answer)
}

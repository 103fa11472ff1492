//! `regence pgn openings`: the opening of each game.

use super::Input;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::openings::{LastNamed, Opening};
use regence_game::pgn::{Follow, GameError, MainLine};
use regence_rules::{Move, Position};
use std::io::Write;

/// Follows a game for the sake of its opening.
#[derive(Default)]
pub struct OpeningOf {
    last: LastNamed,
}

impl OpeningOf {
    /// The opening of the game.
    pub fn opening(&self) -> Option<Opening> {
        self.last.opening()
    }
}

impl Follow for OpeningOf {
    fn begin(&mut self) {
        self.last = LastNamed::default();
    }

    fn start(&mut self, position: &Position) {
        self.last = LastNamed::new(position);
    }

    fn play(&mut self, _: &Position, _: Option<Move>, after: &Position) {
        self.last.pass(after);
    }
}

struct Openings;

impl Search for Openings {
    type Visitor = MainLine<OpeningOf>;
    type Found = Option<Opening>;

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(OpeningOf::default())
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<Self::Found, GameError> {
        let (follow, end) = visitor.finish();
        end.map(|_| follow.opening())
    }
}

/// Writes a line about each game.
pub fn run(input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
    input.each_good_game(&Openings, out, |out, _, game| match game.found {
        Some(opening) => writeln!(out, "{}\t{}\t{}", game.number, opening.eco, opening.name),
        None => writeln!(out, "{}\t-\t-", game.number),
    })
}

//! `regence pgn stats`: how many games, with which results, in which openings, by whom.

mod json;
mod tally;
mod text;

use super::Input;
use super::given::Given;
use super::openings::OpeningOf;
use crate::arguments::Flag;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::openings::Opening;
use regence_game::pgn::{Follow, GameError, LineEnd, MainLine, decode};
use regence_rules::{ByColor, Color, Move, Position};
use std::io::Write;
use tally::Tally;

const USUAL_TOP: u32 = 10;

/// A wish for numbers.
pub struct Stats {
    /// How many openings and players are shown.
    top: usize,
    is_json: bool,
}

impl Stats {
    /// Reads the flags.
    pub fn read(given: &mut Given) -> Result<Self, Error> {
        let top = given.number(Flag::Top, 0..=u32::MAX)?.unwrap_or(USUAL_TOP) as usize;
        Ok(Self { top, is_json: given.value(Flag::Json).is_some() })
    }

    /// Counts all games, and writes what they come to.
    pub fn run(&self, input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
        let mut tally = Tally::default();
        let answer = input.each_good_game(&Games, out, |_, _, game| {
            tally.add(&game.found);
            Ok(())
        })?;
        if self.is_json {
            json::write(&tally, self.top, out)?;
        } else {
            text::write(&tally, self.top, out)?;
        }
        Ok(answer)
    }
}

/// What counts of a game.
struct GameFacts {
    names: ByColor<String>,
    opening: Option<Opening>,
    end: LineEnd,
}

struct Games;

impl Search for Games {
    type Visitor = MainLine<Facts>;
    type Found = GameFacts;

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(Facts::default())
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<GameFacts, GameError> {
        let (facts, end) = visitor.finish();
        let end = end?;
        Ok(GameFacts { names: std::mem::take(&mut facts.names), opening: facts.opening.opening(), end })
    }
}

/// Notes down who plays what.
#[derive(Default)]
struct Facts {
    names: ByColor<String>,
    opening: OpeningOf,
}

impl Follow for Facts {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        let color = match name {
            b"White" => Color::White,
            b"Black" => Color::Black,
            _ => return,
        };
        self.names[color] = decode(value.trim_ascii()).into_owned();
    }

    fn start(&mut self, position: &Position) {
        self.opening.start(position);
    }

    fn play(&mut self, before: &Position, mv: Option<Move>, after: &Position) {
        self.opening.play(before, mv, after);
    }
}

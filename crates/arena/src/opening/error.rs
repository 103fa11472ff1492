//! What can be wrong with a file of openings.

use core::fmt;
use regence_game::pgn::Problem;
use regence_rules::{Outcome, ParseEpdError};

/// An opening that cannot be used, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub problem: OpeningProblem,
}

/// What is wrong with an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningProblem {
    /// There is none at all.
    None,
    /// A line goes on and on.
    LongLine {
        /// How many bytes one may have.
        longest: usize,
    },
    /// A line is neither EPD nor FEN of a legal position.
    Epd(ParseEpdError),
    /// A game has an error.
    Game(Problem),
    /// There is nothing left to play.
    Over(Outcome),
    /// A game castles as only Chess960 does.
    NeedsChess960,
    /// A game is played under house rules, which no engine knows.
    HouseRules,
    /// A book cannot be read, for this reason.
    Book(String),
    /// A null move, which engines cannot be made to play.
    NullMove,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            OpeningProblem::None => {
                f.write_str("no openings, expected PGN, one FEN or EPD a line, or a Polyglot book")
            }
            OpeningProblem::LongLine { longest } => write!(f, "no end of it within {longest} bytes"),
            OpeningProblem::Epd(error) => error.fmt(f),
            OpeningProblem::Game(problem) => problem.fmt(f),
            OpeningProblem::Over(outcome) => write!(f, "the game would be over before it begins: {outcome}"),
            OpeningProblem::NeedsChess960 => f.write_str("a game of Chess960, which this match is not"),
            OpeningProblem::HouseRules => f.write_str("a game under house rules, which engines do not know"),
            OpeningProblem::Book(reason) => write!(f, "no opening book: {reason}"),
            OpeningProblem::NullMove => f.write_str("a null move, which engines cannot be made to play"),
        }
    }
}

impl core::error::Error for OpeningError {}

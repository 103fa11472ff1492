//! Judges the main line of each game by the rules: how it ends, or where it goes wrong.

use super::main_line::{Follow, MainLine};
use super::place::Place;
use super::termination::Termination;
use super::visitor::GameResult;
use crate::{AnyMove, AnyPosition, WrittenMoveError};
use regence_rules::house::ParseHouseFenError;
use regence_rules::{Color, Move, ParseFenError, Position, SanError};
use std::fmt::{self, Write};

/// A visitor that plays the moves of the main line and remembers what its end depends on.
pub type GameCheck = MainLine<Repeatable>;

/// The positions of a game that may still come up again: all since the last capture or pawn move.
#[derive(Default)]
pub struct Repeatable {
    /// The first so many of these count, and the present position besides.
    earlier: Vec<Position>,
    reversible: usize,
    /// The same under house rules.
    house: Vec<AnyPosition>,
}

/// What a game without errors came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Half-moves of the main line, null moves included.
    pub plies: u64,
    /// The position after the last one.
    pub position: AnyPosition,
    /// The result as the movetext says it; unknown if it says none.
    pub result: GameResult,
    /// In which ways the rules say that it is over.
    pub termination: Termination,
}

impl GameCheck {
    /// What the last game came to, or the first thing wrong with it.
    pub fn verdict(&self) -> Result<Summary, &GameError> {
        let position = self.position()?;
        let occurrences = 1 + self.follower().count(&position);
        Ok(Summary {
            plies: self.plies(),
            position,
            result: self.written_result().unwrap_or(GameResult::Unknown),
            termination: Termination::of(&position, occurrences),
        })
    }
}

impl Repeatable {
    /// A game remembers so many positions without a capture or a pawn move. Whoever shuffles on for longer is not told
    /// of repetitions of the oldest.
    const MEMORY: usize = 1 << 15;

    /// How often a position has come up before.
    fn count(&self, position: &AnyPosition) -> usize {
        match position {
            AnyPosition::Standard(position) => {
                self.earlier[..self.reversible].iter().filter(|earlier| earlier.repeats(position)).count()
            }
            AnyPosition::House(_) => self.house.iter().filter(|earlier| earlier.repeats(position)).count(),
        }
    }

    #[cold]
    fn make_room(&mut self) {
        if self.reversible == Self::MEMORY {
            self.earlier.copy_within(Self::MEMORY / 2.., 0);
            self.reversible = Self::MEMORY / 2;
        } else {
            self.earlier.resize((self.earlier.len() * 2).max(64), Position::START);
        }
    }
}

impl Follow for Repeatable {
    fn begin(&mut self) {
        self.reversible = 0;
        self.house.clear();
    }

    #[inline]
    fn play(&mut self, before: &Position, _: Option<Move>, after: &Position) {
        if self.reversible == self.earlier.len() {
            self.make_room();
        }
        // Kept in any case: it is hard to guess whether a move takes something.
        self.earlier[self.reversible] = *before;
        self.reversible = if after.halfmove_clock() == 0 { 0 } else { self.reversible + 1 };
    }

    fn play_house(&mut self, before: &AnyPosition, _: Option<AnyMove>, after: &AnyPosition) {
        if self.house.len() == Self::MEMORY {
            self.house.drain(..Self::MEMORY / 2);
        }
        self.house.push(*before);
        if after.halfmove_clock() == 0 {
            self.house.clear();
        }
    }
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The start of the offending token.
    pub place: Place,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A word is no move, nor anything else that PGN knows.
    Unknown {
        /// The word, fit to be shown.
        word: String,
        /// Whose move was expected.
        turn: Color,
    },
    /// A move is illegal or ambiguous.
    Refused {
        /// The move, fit to be shown.
        word: String,
        /// Why.
        error: SanError,
        /// Whose move it would be.
        turn: Color,
        /// Of which number.
        number: u32,
    },
    /// A move is none under the game's house rules.
    House {
        /// The move, fit to be shown.
        word: String,
        /// Why.
        error: WrittenMoveError,
        /// Whose move it would be.
        turn: Color,
        /// Of which number.
        number: u32,
    },
    /// A null move in check.
    PassInCheck {
        /// Who is in check.
        turn: Color,
    },
    /// The tag `FEN` holds no legal position.
    Fen(ParseFenError),
    /// The tag `FEN` holds no position of house rules.
    HouseFen(ParseHouseFenError),
    /// A `{` that nothing closes.
    Unterminated,
    /// A `(` that nothing closes.
    Unclosed,
}

impl Problem {
    pub(super) fn refused(word: &[u8], error: SanError, position: &Position) -> Self {
        let (word, turn) = (visible(word), position.turn());
        match error {
            SanError::Syntax(_) => Self::Unknown { word, turn },
            error => Self::Refused { word, error, turn, number: position.fullmove_number() },
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { word, turn } => {
                write!(
                    f,
                    "unknown token '{word}', expected a move of {turn} like Nf3, exd5, e8=Q or O-O, or a result"
                )
            }
            Self::Refused { word, error: error @ SanError::Ambiguous { .. }, turn, number } => {
                write!(f, "ambiguous move '{word}' of {turn} at move {number}: {error}")
            }
            Self::Refused { word, error, turn, number } => {
                write!(f, "illegal move '{word}' of {turn} at move {number}: {error}")
            }
            Self::House { word, error, turn, number } => {
                write!(f, "illegal move '{word}' of {turn} at move {number}: {error}")
            }
            Self::PassInCheck { turn } => {
                write!(f, "null move in check, expected a move that gets {turn} out of it")
            }
            Self::Fen(error) => write!(f, "bad FEN tag: {error}"),
            Self::HouseFen(error) => write!(f, "bad FEN tag: {error}"),
            Self::Unterminated => {
                f.write_str("unterminated comment, expected '}' before the next game or the end")
            }
            Self::Unclosed => {
                f.write_str("variation not closed, expected ')' before the next game or the end")
            }
        }
    }
}

impl std::error::Error for Problem {}

/// With its place: `3:14: illegal move …`.
impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for GameError {}

/// A word that cannot do anything to a terminal or a table, its end cut off if it is long.
pub(super) fn visible(word: &[u8]) -> String {
    const LONGEST: usize = 30;
    let text = super::decode(&word[..word.len().min(4 * LONGEST)]);
    let mut shown = String::new();
    for character in text.chars().take(LONGEST) {
        if character.is_ascii_graphic() || character.is_alphanumeric() {
            shown.push(character);
        } else {
            let _ = write!(shown, "{}", character.escape_unicode());
        }
    }
    if text.chars().count() > LONGEST {
        shown.push('…');
    }
    shown
}

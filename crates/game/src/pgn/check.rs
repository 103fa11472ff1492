//! Plays the main line of each game by the rules, and says how it ends or where it goes wrong.

use super::place::{At, Place};
use super::start::Start;
use super::termination::Termination;
use super::visitor::{GameResult, Movetext, Visitor};
use super::word::otherwise;
use crate::WrittenMoveError;
use regence_rules::house::ParseHouseFenError;
use regence_rules::{Color, ParseFenError, Position, SanError};
use std::fmt::{self, Write};

/// A visitor that plays the moves of the main line.
pub struct GameCheck {
    start: Start,
    is_set_up: bool,
    position: Position,
    /// The first so many of these are the positions since the last capture or pawn move, but for the present one.
    earlier: Vec<Position>,
    reversible: usize,
    plies: u64,
    result: Option<GameResult>,
    error: Option<GameError>,
}

impl Default for GameCheck {
    fn default() -> Self {
        Self {
            start: Start::default(),
            is_set_up: false,
            position: Position::START,
            earlier: Vec::new(),
            reversible: 0,
            plies: 0,
            result: None,
            error: None,
        }
    }
}

/// What a game without errors came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Half-moves of the main line, null moves included.
    pub plies: u64,
    /// The position after the last one.
    pub position: Position,
    /// The result as the movetext says it; unknown if it says none.
    pub result: GameResult,
    /// In which ways the rules say that it is over.
    pub termination: Termination,
}

impl GameCheck {
    /// A game remembers so many positions without a capture or a pawn move. Whoever shuffles on for longer is not told
    /// of repetitions of the oldest.
    const MEMORY: usize = 1 << 15;

    /// Ready for games.
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last game came to, or the first thing wrong with it.
    pub fn verdict(&self) -> Result<Summary, &GameError> {
        if let Some(error) = &self.error {
            return Err(error);
        }
        let occurrences = 1 + self.earlier[..self.reversible]
            .iter()
            .filter(|earlier| earlier.repeats(&self.position))
            .count();
        Ok(Summary {
            plies: self.plies,
            position: self.position,
            result: self.result.unwrap_or(GameResult::Unknown),
            termination: Termination::of(&self.position, occurrences),
        })
    }

    fn set_up(&mut self) {
        if self.is_set_up {
            return;
        }
        self.is_set_up = true;
        match self.start.position() {
            Ok(position) => self.position = position,
            Err((error, place)) => self.fail(place, Problem::Fen(error)),
        }
    }

    #[cold]
    fn fail(&mut self, place: Place, problem: Problem) {
        self.error.get_or_insert(GameError { place, problem });
    }

    #[inline]
    fn advance(&mut self, next: Position) {
        if self.reversible == self.earlier.len() {
            self.make_room();
        }
        // Kept in any case: it is hard to guess whether a move takes something.
        self.earlier[self.reversible] = self.position;
        self.reversible = if next.halfmove_clock() == 0 { 0 } else { self.reversible + 1 };
        self.position = next;
        self.plies += 1;
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

    /// What is not algebraic notation may still be a move, or stand behind one.
    #[cold]
    fn play_otherwise(&mut self, word: &[u8], error: SanError, at: At<'_>) {
        match otherwise(&self.position, word, error) {
            Ok(Some((_, next))) => self.advance(next),
            Ok(None) => {}
            Err(problem) => self.fail(at.place(), problem),
        }
    }
}

impl Visitor for GameCheck {
    fn begin_game(&mut self, _: At<'_>) {
        self.start.reset();
        self.is_set_up = false;
        self.position = Position::START;
        self.reversible = 0;
        self.plies = 0;
        self.result = None;
        self.error = None;
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.start.tag(name, value, at);
    }

    fn begin_movetext(&mut self) -> Movetext {
        self.set_up();
        if self.error.is_none() { Movetext::Read } else { Movetext::Skip }
    }

    #[inline]
    fn san(&mut self, word: &[u8], at: At<'_>) {
        if self.error.is_some() {
            return;
        }
        match self.position.parse_san_bytes(word) {
            Ok(mv) => self.advance(self.position.play(mv)),
            Err(error) => self.play_otherwise(word, error, at),
        }
    }

    fn begin_variation(&mut self) -> Movetext {
        Movetext::Skip
    }

    fn result(&mut self, result: GameResult, _: At<'_>) {
        self.result = Some(result);
    }

    fn unterminated(&mut self, at: At<'_>) {
        self.fail(at.place(), Problem::Unterminated);
    }

    fn end_game(&mut self) {
        self.set_up();
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

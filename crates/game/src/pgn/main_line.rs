//! Plays the main line of each game, and lets somebody follow it.

use super::check::{GameError, Problem};
use super::place::{At, Place};
use super::start::Start;
use super::visitor::{GameResult, Movetext, Visitor};
use super::word;
use crate::{AnyMove, AnyPosition};
use regence_rules::{Move, Position, SanError};

/// Is told of the main line of each game, as it is played by the rules. A game with an error is told as far as it goes.
#[allow(unused_variables, reason = "the names say what comes")]
pub trait Follow {
    /// A game begins.
    fn begin(&mut self) {}

    /// A tag, its value without quotation marks and backslashes.
    fn tag(&mut self, name: &[u8], value: &[u8]) {}

    /// The position before the first move. It comes after the tags and before the moves.
    fn start(&mut self, position: &Position) {}

    /// A move, and the position behind it; without a move, the side to move has passed.
    fn play(&mut self, before: &Position, mv: Option<Move>, after: &Position) {}

    /// The position before the first move of a game under house rules.
    fn start_house(&mut self, position: &AnyPosition) {}

    /// A move under house rules, and the position behind it.
    fn play_house(&mut self, before: &AnyPosition, mv: Option<AnyMove>, after: &AnyPosition) {}
}

/// A visitor that plays the moves of the main line for somebody who follows.
#[derive(Default)]
pub struct MainLine<F> {
    follow: F,
    start: Start,
    is_set_up: bool,
    /// Whether words need more than a look at the position: there is an error, or there are house rules.
    is_unusual: bool,
    position: Position,
    /// The position under house rules.
    house: Option<AnyPosition>,
    plies: u64,
    result: Option<GameResult>,
    /// What the tag says, for games whose moves do not.
    tagged: Option<GameResult>,
    error: Option<GameError>,
}

/// How the main line of a game without errors ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEnd {
    /// Half-moves, null moves included.
    pub plies: u64,
    /// The position after the last one.
    pub position: AnyPosition,
    /// The result as the movetext says it, or else the tag.
    pub result: GameResult,
}

impl<F: Follow> MainLine<F> {
    /// Ready for games, with somebody who follows them.
    pub fn new(follow: F) -> Self {
        Self {
            follow,
            start: Start::default(),
            is_set_up: false,
            is_unusual: false,
            position: Position::START,
            house: None,
            plies: 0,
            result: None,
            tagged: None,
            error: None,
        }
    }

    /// Who follows, and how the last game ended or what is the first thing wrong with it.
    pub fn finish(&mut self) -> (&mut F, Result<LineEnd, GameError>) {
        let result = self.result.or(self.tagged).unwrap_or(GameResult::Unknown);
        let end = self.position().map(|position| LineEnd { plies: self.plies, position, result });
        let end = end.map_err(Clone::clone);
        (&mut self.follow, end)
    }

    /// The position as far as the game has been played, or the first thing wrong with it.
    pub fn position(&self) -> Result<AnyPosition, &GameError> {
        match &self.error {
            Some(error) => Err(error),
            None => Ok(self.house.unwrap_or(AnyPosition::Standard(self.position))),
        }
    }

    /// Who follows.
    pub(super) fn follower(&self) -> &F {
        &self.follow
    }

    /// How many half-moves have been played, null moves included.
    pub(super) fn plies(&self) -> u64 {
        self.plies
    }

    /// The result as the movetext says it.
    pub(super) fn written_result(&self) -> Option<GameResult> {
        self.result
    }

    fn set_up(&mut self) {
        if core::mem::replace(&mut self.is_set_up, true) {
            return;
        }
        match self.start.any_position() {
            Ok((_, AnyPosition::Standard(position))) => {
                self.position = position;
                self.follow.start(&position);
            }
            Ok((_, position)) => {
                self.house = Some(position);
                self.is_unusual = true;
                self.follow.start_house(&position);
            }
            Err((problem, place)) => self.fail(place, problem),
        }
    }

    #[cold]
    fn fail(&mut self, place: Place, problem: Problem) {
        self.error.get_or_insert(GameError { place, problem });
        self.is_unusual = true;
    }

    #[inline]
    fn advance(&mut self, mv: Option<Move>, after: Position) {
        self.follow.play(&self.position, mv, &after);
        self.position = after;
        self.plies += 1;
    }

    /// What is not algebraic notation may still be a move, or stand behind one.
    #[cold]
    fn play_otherwise(&mut self, word: &[u8], error: SanError, at: At<'_>) {
        match word::otherwise(&self.position, word, error) {
            Ok(Some((mv, after))) => self.advance(mv, after),
            Ok(None) => {}
            Err(problem) => self.fail(at.place(), problem),
        }
    }

    #[cold]
    fn play_unusual(&mut self, word: &[u8], at: At<'_>) {
        let Some(before) = self.house.filter(|_| self.error.is_none()) else { return };
        match word::play(&before, word) {
            Ok(Some((mv, after))) => {
                self.follow.play_house(&before, mv, &after);
                self.house = Some(after);
                self.plies += 1;
            }
            Ok(None) => {}
            Err(problem) => self.fail(at.place(), problem),
        }
    }
}

impl<F: Follow> Visitor for MainLine<F> {
    fn begin_game(&mut self, _: At<'_>) {
        self.start.reset();
        self.is_set_up = false;
        self.is_unusual = false;
        self.position = Position::START;
        self.house = None;
        self.plies = 0;
        self.result = None;
        self.tagged = None;
        self.error = None;
        self.follow.begin();
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.start.tag(name, value, at);
        if name == b"Result" {
            self.tagged = GameResult::from_odd_word(value.trim_ascii());
        }
        self.follow.tag(name, value);
    }

    fn begin_movetext(&mut self) -> Movetext {
        self.set_up();
        if self.error.is_none() { Movetext::Read } else { Movetext::Skip }
    }

    #[inline]
    fn san(&mut self, word: &[u8], at: At<'_>) {
        if self.is_unusual {
            return self.play_unusual(word, at);
        }
        match self.position.parse_san_bytes(word) {
            Ok(mv) => self.advance(Some(mv), self.position.play(mv)),
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

    fn unclosed(&mut self, at: At<'_>) {
        self.fail(at.place(), Problem::Unclosed);
    }

    fn end_game(&mut self) {
        self.set_up();
    }
}

//! Plays the main line of each game, and lets somebody follow it.

use super::check::{GameError, Problem};
use super::place::{At, Place};
use super::start::Start;
use super::visitor::{GameResult, Movetext, Visitor};
use super::word;
use regence_rules::{Move, Position};

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
}

/// A visitor that plays the moves of the main line for somebody who follows.
pub struct MainLine<F> {
    follow: F,
    start: Start,
    is_set_up: bool,
    position: Position,
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
    pub position: Position,
    /// The result as the movetext says it, or else the tag.
    pub result: GameResult,
}

impl<F: Follow> MainLine<F> {
    /// Ready for games.
    pub fn new(follow: F) -> Self {
        Self {
            follow,
            start: Start::default(),
            is_set_up: false,
            position: Position::START,
            plies: 0,
            result: None,
            tagged: None,
            error: None,
        }
    }

    /// Who follows, and how the last game ended or what is the first thing wrong with it.
    pub fn finish(&mut self) -> (&mut F, Result<LineEnd, GameError>) {
        let end = match &self.error {
            Some(error) => Err(error.clone()),
            None => Ok(LineEnd {
                plies: self.plies,
                position: self.position,
                result: self.result.or(self.tagged).unwrap_or(GameResult::Unknown),
            }),
        };
        (&mut self.follow, end)
    }

    fn set_up(&mut self) {
        if self.is_set_up {
            return;
        }
        self.is_set_up = true;
        match self.start.position() {
            Ok(position) => {
                self.position = position;
                self.follow.start(&position);
            }
            Err((error, place)) => self.fail(place, Problem::Fen(error)),
        }
    }

    #[cold]
    fn fail(&mut self, place: Place, problem: Problem) {
        self.error.get_or_insert(GameError { place, problem });
    }
}

impl<F: Follow> Visitor for MainLine<F> {
    fn begin_game(&mut self, _: At<'_>) {
        self.start.reset();
        self.is_set_up = false;
        self.position = Position::START;
        self.plies = 0;
        self.result = None;
        self.tagged = None;
        self.error = None;
        self.follow.begin();
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.start.tag(name, value, at);
        if name == b"Result" {
            self.tagged = GameResult::from_word(value);
        }
        self.follow.tag(name, value);
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
        match word::play(&self.position, word) {
            Ok(Some((mv, after))) => {
                self.follow.play(&self.position, mv, &after);
                self.position = after;
                self.plies += 1;
            }
            Ok(None) => {}
            Err(problem) => self.fail(at.place(), problem),
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

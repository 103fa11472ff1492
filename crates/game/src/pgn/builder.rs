//! Builds the whole game from what a reader tells: tags, the tree of moves, and all that is written about them.

use super::check::{GameError, Problem};
use super::decode;
use super::place::At;
use super::start::Start;
use super::tags::Tags;
use super::visitor::{GameResult, Movetext, Nag, Visitor};
use super::word;
use crate::notes::Notes;
use crate::{AnyPosition, Game, NodeId, Ply, Purpose, Variant};
use regence_rules::Position;

/// A game as PGN keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// The tags, but for those that the other fields tell: `Result`, `SetUp` and `FEN`, and `Variant` where the rules are
    /// not those of chess.
    pub tags: Tags,
    /// The moves with their variations and notes.
    pub game: Game,
    /// How it ended, according to the text.
    pub result: GameResult,
}

impl PgnGame {
    /// A game that was played here, with the result it has at the end of its main line.
    ///
    /// ```
    /// use regence_game::{Game, pgn::PgnGame};
    /// let mut game = Game::default();
    /// for written in ["f3", "e5", "g4", "Qh4"] {
    ///     game.play_written(written)?;
    /// }
    /// let text = PgnGame::new(game).to_string();
    /// assert!(text.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
    /// # Ok::<(), regence_game::PlayError>(())
    /// ```
    pub fn new(game: Game) -> Self {
        let end = game.line_after(NodeId::START).last().unwrap_or(NodeId::START);
        let result = game.outcome_at(end).map_or(GameResult::Unknown, GameResult::from);
        Self { tags: Tags::default(), game, result }
    }

    /// Leaves out the tags that the other fields tell.
    pub(crate) fn forget_derived_tags(&mut self) {
        self.tags.remove("Result");
        self.tags.remove_in_any_case("SetUp");
        self.tags.remove_in_any_case("FEN");
        if self.game.variant() != Variant::Orthodox {
            self.tags.remove_in_any_case("Variant");
        }
    }
}

/// A visitor that keeps the whole game.
///
/// ```
/// use regence_game::pgn::{GameBuilder, Reader};
/// let mut reader = Reader::new(&b"1. e4 (1. d4 {solid} d5) e5 2. Nf3 $1 *"[..]);
/// let mut builder = GameBuilder::new();
/// assert!(reader.read_game(&mut builder)?);
/// let (read, errors) = builder.take();
/// assert!(errors.is_empty());
/// assert!(read.to_string().contains("1. e4 (1. d4 {solid} 1... d5) 1... e5 2. Nf3 $1 *"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct GameBuilder {
    start: Start,
    tags: Tags,
    game: Game,
    is_set_up: bool,
    result: Option<GameResult>,
    line: Line,
    /// The lines that wait until the variation within them is over.
    outer: Vec<Line>,
    errors: Vec<GameError>,
    /// What has come of a comment of which more follows.
    comment: Vec<u8>,
}

/// The line that is being read.
struct Line {
    /// After which move it stands.
    at: NodeId,
    /// What is written about its first move before that is read; `None` once it is, and in the main line.
    first: Option<Notes>,
    /// Whether a move was wrong, so that the rest means nothing.
    is_broken: bool,
}

impl Line {
    const MAIN: Self = Self { at: NodeId::START, first: None, is_broken: false };
}

impl Default for GameBuilder {
    fn default() -> Self {
        Self {
            start: Start::default(),
            tags: Tags::default(),
            game: Game::new(Position::START, Purpose::Analysing),
            is_set_up: false,
            result: None,
            line: Line::MAIN,
            outer: Vec::new(),
            errors: Vec::new(),
            comment: Vec::new(),
        }
    }
}

impl GameBuilder {
    /// Ready for games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game read last, and what is wrong with it, the first hundred things at most. Where a move is wrong, the line
    /// ends before it.
    pub fn take(&mut self) -> (PgnGame, Vec<GameError>) {
        let Self { tags, game, result, errors, .. } = core::mem::take(self);
        let tagged =
            tags.get("Result").and_then(|word| GameResult::from_odd_word(word.as_bytes().trim_ascii()));
        let result = result.or(tagged).unwrap_or(GameResult::Unknown);
        let mut read = PgnGame { tags, game, result };
        read.forget_derived_tags();
        (read, errors)
    }

    fn set_up(&mut self) {
        if core::mem::replace(&mut self.is_set_up, true) {
            return;
        }
        let before = self.game.notes(NodeId::START).clone();
        match self.start.any_position() {
            Ok((variant, position)) => {
                self.game = match (variant, position) {
                    (Variant::Chess960, AnyPosition::Standard(start)) => {
                        Game::chess960(start, Purpose::Analysing)
                    }
                    (_, start) => Game::new(start, Purpose::Analysing),
                };
                if !before.is_empty() {
                    *self.game.notes_mut(NodeId::START) = before;
                }
            }
            Err((problem, place)) => {
                self.errors.push(GameError { place, problem });
                self.line.is_broken = true;
            }
        }
    }

    /// Takes notice of an error, unless there are many already: to find the places of all would take long.
    fn fail(&mut self, problem: Problem, at: At<'_>) {
        const MOST: usize = 100;
        if self.errors.len() < MOST {
            self.errors.push(GameError { place: at.place(), problem });
        }
    }

    fn add(&mut self, ply: Ply) {
        let Line { at, first, .. } = &mut self.line;
        match first.take() {
            // A variation goes behind the lines that are there already.
            Some(notes) => {
                *at = self.game.tree.add(*at, ply);
                if !notes.is_empty() {
                    *self.game.notes_mut(*at) = notes;
                }
            }
            // A line goes on as the main one from where it stands, even if a variation came too early.
            None => *at = self.game.tree.add_first(*at, ply),
        }
    }

    fn read_word(&self, word: &[u8]) -> Result<Option<Ply>, Problem> {
        let played = word::play(self.game.position_at(self.line.at), word)?;
        Ok(played.map(|(mv, position)| match mv {
            Some(mv) => self.game.ply_at(self.line.at, mv),
            None => Ply { mv: None, position },
        }))
    }
}

impl Visitor for GameBuilder {
    fn begin_game(&mut self, _: At<'_>) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.start.tag(name, value, at);
        self.tags.set(&decode(name), decode(value));
    }

    fn begin_movetext(&mut self) -> Movetext {
        self.set_up();
        if self.line.is_broken { Movetext::Skip } else { Movetext::Read }
    }

    fn san(&mut self, word: &[u8], at: At<'_>) {
        if self.line.is_broken {
            return;
        }
        match self.read_word(word) {
            Ok(Some(ply)) => self.add(ply),
            Ok(None) => {}
            Err(problem) => {
                self.fail(problem, at);
                self.line.is_broken = true;
            }
        }
    }

    fn nag(&mut self, nag: Nag, _: At<'_>) {
        if !self.line.is_broken {
            let at = self.line.at;
            self.line.first.as_mut().unwrap_or_else(|| self.game.notes_mut(at)).glyphs.push(nag);
        }
    }

    fn comment(&mut self, text: &[u8], _: At<'_>) {
        let mut earlier = core::mem::take(&mut self.comment);
        if self.line.is_broken {
            return;
        }
        let text = if earlier.is_empty() {
            decode(text)
        } else {
            earlier.extend_from_slice(text);
            decode(&earlier).into_owned().into()
        };
        match &mut self.line.first {
            Some(notes) => notes.before.add(&text),
            None => self.game.notes_mut(self.line.at).after.add(&text),
        }
    }

    fn comment_part(&mut self, text: &[u8], _: At<'_>) {
        if !self.line.is_broken {
            self.comment.extend_from_slice(text);
        }
    }

    fn begin_variation(&mut self) -> Movetext {
        if self.line.is_broken {
            return Movetext::Skip;
        }
        // Within a variation that has no move yet, or at the start, there is no move to replace.
        let replaced = self.line.first.is_none().then(|| self.game.parent(self.line.at)).flatten();
        let inner =
            Line { at: replaced.unwrap_or(self.line.at), first: Some(Notes::EMPTY), is_broken: false };
        self.outer.push(core::mem::replace(&mut self.line, inner));
        Movetext::Read
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        let inner = core::mem::replace(&mut self.line, outer);
        // A variation without moves leaves its comment to the move it would have replaced.
        if let Some(notes) = inner.first.filter(|notes| !notes.before.is_empty()) {
            let text = notes.before.to_string();
            match &mut self.line.first {
                Some(first) => first.before.add(&text),
                None => self.game.notes_mut(self.line.at).after.add(&text),
            }
        }
    }

    fn result(&mut self, result: GameResult, _: At<'_>) {
        self.result = Some(result);
    }

    fn unterminated(&mut self, at: At<'_>) {
        self.fail(Problem::Unterminated, at);
    }

    fn unclosed(&mut self, at: At<'_>) {
        self.fail(Problem::Unclosed, at);
    }

    fn end_game(&mut self) {
        self.set_up();
    }
}

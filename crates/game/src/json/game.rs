//! A whole game as JSON: a flat list of moves, each of which names the one before it, so that no depth of variations is
//! too deep for anybody's parser.

use super::{MoveJson, OutcomeJson, SCHEMA};
use crate::notes::{Comment, Notes};
use crate::pgn::{GameResult, Nag, PgnGame, Tags};
use crate::{FenError, Game, NodeId, ParseVariantError, Ply, Purpose, Refusal, Variant};
use regence_rules::{Outcome, ParseUciError, UciMove};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// How a null move is written.
const NULL_MOVE: &str = "0000";

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameJson {
    /// The number of the form.
    pub schema: u32,
    /// Which chess: `orthodox`, `chess960`, `classroom` or `house:` and rules.
    pub variant: String,
    /// Where it started, as FEN.
    pub start: String,
    /// What is known of it, by the names of PGN.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// What its opening is called, if it has a name. Derived, so it does not count when it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningJson>,
    /// What is written about the start.
    #[serde(default, skip_serializing_if = "NotesJson::is_empty")]
    pub notes: NotesJson,
    /// All moves of all lines; the first one played from a place is its main line.
    pub moves: Vec<NodeJson>,
    /// How it ended, if it was not by the position alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<EndJson>,
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningJson {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// An end that was declared, and after which move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndJson {
    /// The number of the move after which it came: 0 is the start, 1 the first of the list.
    pub after: usize,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: OutcomeJson,
}

impl EndJson {
    /// What it says, and where, if that can be declared there and is one thing only.
    fn declared(&self, game: &Game, places: &[NodeId]) -> Option<(NodeId, Outcome)> {
        let at = *places.get(self.after)?;
        let outcome = self.outcome.outcome()?;
        let can_be = self.outcome.result == outcome.result() && game.can_declare(at, outcome);
        can_be.then_some((at, outcome))
    }
}

/// A move in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NodeJson {
    /// The number of the move it follows: 0 is the start, 1 the first of the list.
    pub after: usize,
    /// The move; a null move is `0000`.
    #[serde(flatten)]
    pub mv: MoveJson,
    /// The position it led to.
    #[serde(default)]
    pub fen: String,
    /// What is written about it.
    #[serde(default, skip_serializing_if = "NotesJson::is_empty")]
    pub notes: NotesJson,
}

/// What is written about a move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NotesJson {
    /// Before it, as PGN writes it between braces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// After it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
    /// Signs by their PGN numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u16>,
}

impl NotesJson {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl From<&Notes> for NotesJson {
    fn from(notes: &Notes) -> Self {
        Self {
            before: notes.before.to_string(),
            after: notes.after.to_string(),
            glyphs: notes.glyphs.iter().map(|glyph| glyph.0).collect(),
        }
    }
}

impl From<&NotesJson> for Notes {
    fn from(notes: &NotesJson) -> Self {
        Self {
            before: Comment::read(&notes.before),
            after: Comment::read(&notes.after),
            glyphs: notes.glyphs.iter().map(|&glyph| Nag(glyph)).collect(),
        }
    }
}

impl From<&PgnGame> for GameJson {
    fn from(written: &PgnGame) -> Self {
        let game = &written.game;
        let mut numbers = HashMap::from([(NodeId::START, 0)]);
        let mut moves = Vec::new();
        // The main line of each place first, then its variations: a list of places still to write.
        let mut places: Vec<NodeId> = game.variations(NodeId::START).iter().rev().copied().collect();
        while let Some(id) = places.pop() {
            let (Some(ply), Some(parent)) = (game.ply(id), game.parent(id)) else { continue };
            numbers.insert(id, moves.len() + 1);
            moves.push(NodeJson {
                after: numbers.get(&parent).copied().unwrap_or(0),
                mv: ply.mv.as_ref().map_or_else(null_move, MoveJson::from),
                fen: ply.position.fen(),
                notes: NotesJson::from(game.notes(id)),
            });
            places.extend(game.variations(id).iter().rev());
        }
        let outcome = game.declared.and_then(|(at, outcome)| {
            Some(EndJson { after: *numbers.get(&at)?, outcome: OutcomeJson::from(outcome) })
        });
        let end = game.line_after(NodeId::START).last().unwrap_or(NodeId::START);
        Self {
            schema: SCHEMA,
            variant: game.variant().to_string(),
            start: game.start().fen(),
            tags: tags_but_result(&written.tags),
            result: written.result.to_string(),
            opening: game
                .opening_at(end)
                .map(|opening| OpeningJson { eco: opening.eco.to_string(), name: opening.name.into() }),
            notes: NotesJson::from(game.notes(NodeId::START)),
            moves,
            outcome,
        }
    }
}

/// The tags but for the result, which has a field of its own.
fn tags_but_result(tags: &Tags) -> BTreeMap<String, String> {
    let others = tags.iter().filter(|&(name, _)| name != "Result");
    others.map(|(name, value)| (name.into(), value.into())).collect()
}

fn null_move() -> MoveJson {
    MoveJson {
        uci: NULL_MOVE.into(),
        san: "--".into(),
        from: String::new(),
        to: String::new(),
        piece: String::new(),
        captured: None,
        promotion: None,
        en_passant: false,
        castling: None,
        check: None,
    }
}

impl GameJson {
    /// The game, played by the rules from what is written here.
    pub fn read(&self) -> Result<PgnGame, GameJsonError> {
        if self.schema != SCHEMA {
            return Err(GameJsonError::Schema(self.schema));
        }
        let mut game = self.empty_game()?;
        let mut places = vec![NodeId::START];
        for (index, node) in self.moves.iter().enumerate() {
            let error = |problem| GameJsonError::Move { number: index + 1, problem };
            let parent = *places.get(node.after).ok_or(error(MoveProblem::After(node.after)))?;
            let ply = read_move(&game, parent, &node.mv.uci).map_err(error)?;
            let id = game.tree.add(parent, ply);
            set_notes(&mut game, id, &node.notes);
            places.push(id);
        }
        if let Some(end) = &self.outcome {
            let declared = end.declared(&game, &places).filter(|&(at, outcome)| {
                // Where the game ends it must have the same result.
                game.line_after(NodeId::START).last().unwrap_or(NodeId::START) != at
                    || outcome.result() == self.result
            });
            game.declared = Some(declared.ok_or_else(|| GameJsonError::Outcome(end.outcome.clone()))?);
        }
        let result = GameResult::from_word(self.result.as_bytes());
        let result = result.ok_or_else(|| GameJsonError::Result(self.result.clone()))?;
        let mut read = PgnGame { tags: Tags::default(), game, result };
        for (name, value) in &self.tags {
            read.tags.set(name, value.as_str());
        }
        read.forget_derived_tags();
        Ok(read)
    }

    fn empty_game(&self) -> Result<Game, GameJsonError> {
        let variant: Variant = self.variant.parse().map_err(GameJsonError::Variant)?;
        let start = variant.read_fen(&self.start).map_err(GameJsonError::Start)?;
        let mut game = Game::of(variant, start, Purpose::Analysing);
        set_notes(&mut game, NodeId::START, &self.notes);
        Ok(game)
    }
}

fn set_notes(game: &mut Game, id: NodeId, notes: &NotesJson) {
    if !notes.is_empty() {
        *game.notes_mut(id) = Notes::from(notes);
    }
}

fn read_move(game: &Game, parent: NodeId, uci: &str) -> Result<Ply, MoveProblem> {
    let position = game.position_at(parent);
    if uci == NULL_MOVE {
        let position = position.pass().ok_or(MoveProblem::PassInCheck)?;
        return Ok(Ply { mv: None, position });
    }
    let written: UciMove = uci.parse().map_err(MoveProblem::Syntax)?;
    let mv = position.resolve(written).map_err(MoveProblem::Refused)?;
    Ok(game.ply_at(parent, mv))
}

/// Why JSON of the right shape is no game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameJsonError {
    /// It is of another form.
    Schema(u32),
    /// The variant is not known.
    Variant(ParseVariantError),
    /// The start is no position.
    Start(FenError),
    /// A move is wrong.
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveProblem,
    },
    /// The result is none.
    Result(String),
    /// The outcome makes no sense.
    Outcome(OutcomeJson),
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveProblem {
    /// It follows a move that does not come before it.
    After(usize),
    /// It is not written as a move.
    Syntax(ParseUciError),
    /// It is not legal.
    Refused(Refusal),
    /// It is a null move in check.
    PassInCheck,
}

impl fmt::Display for GameJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(found) => write!(f, "schema {found} is not known, expected {SCHEMA}"),
            Self::Variant(error) => error.fmt(f),
            Self::Start(error) => write!(f, "start: {error}"),
            Self::Move { number, problem } => write!(f, "move {number} of the list: {problem}"),
            Self::Result(found) => write!(f, "the result is {found:?}, expected 1-0, 0-1, 1/2-1/2 or *"),
            Self::Outcome(found) => {
                write!(f, "the outcome {:?} makes no sense here", found.reason)
            }
        }
    }
}

impl fmt::Display for MoveProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(after) => write!(f, "it follows number {after}, expected one before it"),
            Self::Syntax(error) => error.fmt(f),
            Self::Refused(error) => error.fmt(f),
            Self::PassInCheck => f.write_str("a null move in check"),
        }
    }
}

impl std::error::Error for GameJsonError {}

//! A game: a start position, the moves that followed, and where one stands among them.

use crate::tree::{NodeId, Notes, Ply, Tree};
use core::fmt;
use regence_rules::{Color, IllegalMove, Move, Outcome, Position, UciMove};

/// What a new move does to moves that were taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// Two sides play: a new move replaces what was taken back.
    Playing,
    /// Somebody explores: a new move starts a variation beside it.
    Analysing,
}

/// A game of chess with all its lines.
///
/// ```
/// use regence_game::Game;
/// let mut game = Game::default();
/// for written in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(written.parse()?)?;
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "Black wins by checkmate");
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) tree: Tree,
    pub(crate) cursor: NodeId,
    purpose: Purpose,
    /// An end that the position does not tell (resignation, agreement, time, a claim), and where it happened. It holds
    /// as long as one stands there, so taking a move back takes it back too.
    pub(crate) declared: Option<(NodeId, Outcome)>,
    /// Who has offered a draw, and where.
    pub(crate) offer: Option<(NodeId, Color)>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::START, Purpose::Playing)
    }
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Position, purpose: Purpose) -> Self {
        Self { tree: Tree::new(start), cursor: NodeId::START, purpose, declared: None, offer: None }
    }

    /// The position one looks at.
    pub fn position(&self) -> &Position {
        self.tree.position(self.cursor)
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        self.tree.position(NodeId::START)
    }

    /// Where one stands in the tree.
    pub fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The half-move that led here; none at the start.
    pub fn last_ply(&self) -> Option<&Ply> {
        self.tree.ply(self.cursor)
    }

    /// The half-moves from the start to here.
    pub fn plies(&self) -> Vec<&Ply> {
        let mut plies: Vec<&Ply> =
            self.tree.ancestors(self.cursor).filter_map(|id| self.tree.ply(id)).collect();
        plies.reverse();
        plies
    }

    /// Plays a move. This is the one door through which a game advances; on an error nothing has changed.
    pub fn play(&mut self, written: UciMove) -> Result<Ply, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let mv = self.position().resolve(written).map_err(PlayError::from)?;
        Ok(self.push(mv))
    }

    fn push(&mut self, mv: Move) -> Ply {
        let known = self.tree.child(self.cursor, mv);
        if known.is_none() && self.purpose == Purpose::Playing {
            self.tree.clear_children(self.cursor);
        }
        let (position, san) = (self.position().play(mv), self.position().san(mv));
        self.cursor = known.unwrap_or_else(|| self.tree.add(self.cursor, mv));
        Ply { mv, san, position }
    }

    /// Takes one half-move back; `false` at the start.
    pub fn undo(&mut self) -> bool {
        let parent = self.tree.parent(self.cursor);
        self.go_to(parent)
    }

    /// Plays again what was taken back, along the main line from here; `false` if there is nothing.
    pub fn redo(&mut self) -> bool {
        let next = self.tree.children(self.cursor).first().copied();
        self.go_to(next)
    }

    fn go_to(&mut self, id: Option<NodeId>) -> bool {
        if let Some(id) = id {
            self.cursor = id;
        }
        id.is_some()
    }

    /// Goes to a place in the tree; `false`, and nothing changes, if it no longer hangs on it.
    pub fn jump(&mut self, id: NodeId) -> bool {
        self.go_to(self.tree.is_attached(id).then_some(id))
    }

    /// Goes to the start of the game.
    pub fn to_start(&mut self) {
        self.cursor = NodeId::START;
    }

    /// Goes to the end of the line one is in.
    pub fn to_end(&mut self) {
        self.cursor = self.tree.line_after(self.cursor).last().unwrap_or(self.cursor);
    }

    /// What was played from a place, the main line first.
    pub fn variations(&self, id: NodeId) -> &[NodeId] {
        self.tree.children(id)
    }

    /// The half-move that led to a place; none at the start.
    pub fn ply(&self, id: NodeId) -> Option<&Ply> {
        self.tree.ply(id)
    }

    /// Makes the line through a place the main line of the game.
    pub fn promote(&mut self, id: NodeId) {
        self.tree.promote(id);
    }

    /// Deletes a line from a place on. Who stands in it goes back to where it branched off.
    pub fn delete(&mut self, id: NodeId) {
        let Some(parent) = self.tree.parent(id) else { return };
        if self.tree.ancestors(self.cursor).any(|ancestor| ancestor == id) {
            self.cursor = parent;
        }
        self.tree.remove(id);
    }

    /// What is written about a place.
    pub fn notes(&self, id: NodeId) -> &Notes {
        self.tree.notes(id)
    }

    /// What is written about a place, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.tree.notes_mut(id)
    }
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// There is nothing to move: no piece on the square, or one of the other side's.
    Invalid(IllegalMove),
    /// The piece may not move like that.
    Illegal(IllegalMove),
}

impl From<IllegalMove> for PlayError {
    fn from(why: IllegalMove) -> Self {
        match why {
            IllegalMove::NoPiece(_) | IllegalMove::NotYours { .. } => Self::Invalid(why),
            _ => Self::Illegal(why),
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Invalid(why) | Self::Illegal(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for PlayError {}

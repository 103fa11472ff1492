//! A game: a start position, the moves that followed, and where one stands among them.

use crate::notes::Notes;
use crate::tree::{NodeId, Ply, Tree};
use crate::{AnyMove, AnyPosition, MoveRecord, Refusal, Variant, WrittenMoveError};
use core::fmt;
use regence_rules::{Color, Outcome, Position, UciMove};

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
    variant: Variant,
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
    /// A game that begins here. Its variant is what the position says: house rules, Chess960 if a right to castle
    /// exists only there, otherwise chess.
    pub fn new(start: impl Into<AnyPosition>, purpose: Purpose) -> Self {
        let start = start.into();
        Self::with_variant(start.variant(), start, purpose)
    }

    /// A game of Chess960 that begins here.
    pub fn chess960(start: Position, purpose: Purpose) -> Self {
        Self::with_variant(Variant::Chess960, start.into(), purpose)
    }

    /// A game of this chess that begins here. A position that only house rules know is played by them.
    pub fn of(variant: Variant, start: AnyPosition, purpose: Purpose) -> Self {
        match (variant, start) {
            (Variant::Chess960, AnyPosition::Standard(start)) => Self::chess960(start, purpose),
            (_, start) => Self::new(start, purpose),
        }
    }

    fn with_variant(variant: Variant, start: AnyPosition, purpose: Purpose) -> Self {
        Self { tree: Tree::new(start), cursor: NodeId::START, variant, purpose, declared: None, offer: None }
    }

    /// Which chess is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What a new move does to moves that were taken back.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The position one looks at.
    pub fn position(&self) -> &AnyPosition {
        self.tree.position(self.cursor)
    }

    /// The position at a place.
    pub fn position_at(&self, id: NodeId) -> &AnyPosition {
        self.tree.position(id)
    }

    /// Where the game began.
    pub fn start(&self) -> &AnyPosition {
        self.tree.position(NodeId::START)
    }

    /// How many places its tree has, the start and those that were deleted included.
    pub fn places(&self) -> usize {
        self.tree.len()
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

    /// The position so many half-moves before this one; none before the start.
    pub fn position_before(&self, plies: usize) -> Option<&AnyPosition> {
        self.tree.ancestors(self.cursor).nth(plies).map(|id| self.tree.position(id))
    }

    /// The same game from its start, with nothing played.
    pub fn restarted(&self) -> Self {
        Self::with_variant(self.variant, *self.start(), self.purpose)
    }

    /// The places from the start to here, the start left out.
    pub fn path(&self) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            self.tree.ancestors(self.cursor).filter(|&id| id != NodeId::START).collect();
        path.reverse();
        path
    }

    /// The places that follow a place along its main line.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.tree.line_after(id)
    }

    /// Plays a move. This is the one door through which a game advances; on an error nothing has changed.
    pub fn play(&mut self, written: UciMove) -> Result<Ply, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let mv = self.position().resolve(written).map_err(PlayError::from)?;
        Ok(self.push(mv))
    }

    /// Plays a move of a record. It must be legal, but people do play on where the rules had drawn the game, and then a
    /// record is right to say so.
    pub fn play_recorded(&mut self, written: UciMove) -> Result<Ply, PlayError> {
        let mv = self.position().resolve(written).map_err(PlayError::from)?;
        Ok(self.push(mv))
    }

    /// Lets the side to move pass, as records of analyses do; none in check, where nobody can.
    pub fn pass_recorded(&mut self) -> Option<Ply> {
        let position = self.position().pass()?;
        Some(self.go_on(None, Ply { mv: None, position }))
    }

    /// Plays a move as somebody wrote it, in algebraic notation or as UCI does.
    pub fn play_written(&mut self, text: &str) -> Result<Ply, PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let mv = self.position().read_move(text).map_err(PlayError::from)?;
        Ok(self.push(mv))
    }

    fn push(&mut self, mv: AnyMove) -> Ply {
        let ply = self.ply_at(self.cursor, mv);
        self.go_on(Some(mv.uci(self.variant)), ply)
    }

    /// Goes on with a half-move: when playing in place of all that was taken back, be it the same; when analysing along
    /// the line that has it already or a new one.
    fn go_on(&mut self, uci: Option<UciMove>, ply: Ply) -> Ply {
        if self.purpose == Purpose::Playing {
            self.tree.clear_children(self.cursor);
        }
        let known = self.tree.child(self.cursor, uci);
        self.cursor = known.unwrap_or_else(|| self.tree.add(self.cursor, ply));
        // What somebody declared here before the move was taken back is declared no more.
        self.declared = self.declared.filter(|&(at, _)| at != self.cursor);
        ply
    }

    /// The half-move that a legal move makes at a place.
    pub(crate) fn ply_at(&self, id: NodeId, mv: AnyMove) -> Ply {
        let position = self.position_at(id);
        Ply { mv: MoveRecord::new(position, mv, self.variant), position: position.play(mv) }
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

    /// The place with this number, unless it does not hang on the tree.
    pub fn place(&self, number: u32) -> Option<NodeId> {
        let id = NodeId::numbered(number);
        self.tree.is_attached(id).then_some(id)
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

    /// The place before a place; none before the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.parent(id)
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

/// Equal if they have the same start, the same lines in the same order and the same notes; where one stands in them,
/// and what has been deleted, does not count.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        // Both trees are walked side by side with a list of places still to see: lines may be deeper than any stack.
        let mut places = vec![(NodeId::START, NodeId::START)];
        while let Some((one, two)) = places.pop() {
            let (ours, theirs) = (self.tree.children(one), other.tree.children(two));
            if self.tree.node_content(one) != other.tree.node_content(two) || ours.len() != theirs.len() {
                return false;
            }
            places.extend(ours.iter().copied().zip(theirs.iter().copied()));
        }
        self.variant == other.variant
    }
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// There is nothing to move: no piece on the square, or one of the other side's.
    Invalid(Refusal),
    /// The piece may not move like that.
    Illegal(Refusal),
    /// What was written means no legal move.
    Unclear(WrittenMoveError),
}

impl From<Refusal> for PlayError {
    fn from(why: Refusal) -> Self {
        if why.is_invalid() { Self::Invalid(why) } else { Self::Illegal(why) }
    }
}

impl From<WrittenMoveError> for PlayError {
    fn from(why: WrittenMoveError) -> Self {
        match why {
            WrittenMoveError::Refused(why) => why.into(),
            why => Self::Unclear(why),
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Invalid(why) | Self::Illegal(why) => why.fmt(f),
            Self::Unclear(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for PlayError {}

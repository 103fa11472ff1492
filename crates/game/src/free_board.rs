//! The free board: an editor on which anything goes anywhere, and every edit can be taken back.

use crate::{AnyPosition, Game, Purpose, Variant};
use regence_rules::house::{EditError, HousePosition, HouseRules, ParseHouseFenError};
use regence_rules::{Bitboard, Color, Piece, Position, Square};

/// A change to a free board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edit {
    /// Puts a piece on a square.
    Place(Square, Piece),
    /// Clears a square.
    Remove(Square),
    /// Puts the same on every square.
    Fill(Option<Piece>),
    /// Moves whatever stands on the first square to the second.
    Shift(Square, Square),
    /// Says who is to move.
    Turn(Color),
    /// Says which rooks may castle, by their corners.
    Castling(Bitboard),
}

/// A board without a game. Pieces of either colour may be put, moved and taken away; who is to move, the clocks and the
/// rights to castle stay as they are until they are changed by themselves.
///
/// ```
/// use regence_game::{Edit, FreeBoard, Variant};
/// use regence_rules::{Color, Role, Square};
/// let mut board = FreeBoard::new(Variant::Orthodox);
/// board.apply(Edit::Remove(Square::D8))?;
/// board.apply(Edit::Shift(Square::D1, Square::D7))?;
/// assert!(board.position().fen().starts_with("rnb1kbnr/pppQpppp/"));
/// board.undo();
/// assert!(board.position().fen().starts_with("rnb1kbnr/pppppppp/"));
/// let game = board.start();
/// assert_eq!(game.variant(), Variant::Orthodox);
/// # Ok::<(), regence_rules::house::EditError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeBoard {
    variant: Variant,
    position: HousePosition,
    /// What it was made from.
    origin: AnyPosition,
    undone: Vec<HousePosition>,
    done: Vec<HousePosition>,
}

impl FreeBoard {
    /// A board with the start position.
    pub fn new(variant: Variant) -> Self {
        Self::of(variant, &variant.start())
    }

    /// A board with this position. Rights to castle that exist in Chess960 only are lost with the first edit.
    pub fn of(variant: Variant, origin: &AnyPosition) -> Self {
        let position = match origin {
            AnyPosition::House(position) => *position,
            AnyPosition::Standard(position) => HousePosition::from(position),
        };
        Self { variant, position, origin: *origin, undone: Vec::new(), done: Vec::new() }
    }

    /// A board with a position that need not be legal: kings may be missing or many.
    pub fn read(variant: Variant, fen: &str) -> Result<Self, ParseHouseFenError> {
        let position = HousePosition::from_fen(rules_of(variant), fen)?;
        Ok(Self::of(variant, &AnyPosition::House(position)))
    }

    /// What stands on it.
    pub fn position(&self) -> &HousePosition {
        &self.position
    }

    /// Which chess a game that starts from here is to be.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Changes something. On an error nothing has changed.
    pub fn apply(&mut self, edit: Edit) -> Result<(), EditError> {
        let position = &self.position;
        let next = match edit {
            Edit::Place(square, piece) => position.place(square, piece)?,
            Edit::Remove(square) => position.remove(square)?,
            Edit::Fill(piece) => position.fill(piece),
            Edit::Shift(from, to) => position.shift(from, to)?,
            Edit::Turn(color) => position.with_turn(color),
            Edit::Castling(rooks) => position.with_castling_rooks(rooks),
        };
        self.done.push(core::mem::replace(&mut self.position, next));
        self.undone.clear();
        Ok(())
    }

    /// Takes the last edit back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(core::mem::replace(&mut self.position, before));
        true
    }

    /// Does again what was taken back; `false` if there is nothing.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(core::mem::replace(&mut self.position, after));
        true
    }

    /// A game that starts from here. Rights to castle without king and rook at home are left out. A position that chess
    /// does not know, without kings or on a smaller board, is played by the same rules in their general form.
    pub fn start(&self) -> Game {
        let start = self.position.with_castling_rooks(self.position.rooks_at_home());
        let standard = match self.origin {
            AnyPosition::Standard(origin) if HousePosition::from(&origin) == start => Some(origin),
            _ => Position::from_fen(&start.fen()).ok(),
        };
        match (self.variant, standard) {
            (Variant::Orthodox, Some(position)) => Game::new(position, Purpose::Playing),
            (Variant::Chess960, Some(position)) => Game::chess960(position, Purpose::Playing),
            _ => Game::new(start, Purpose::Playing),
        }
    }
}

/// The house rules that are those of a variant.
fn rules_of(variant: Variant) -> HouseRules {
    match variant {
        Variant::House(rules) => rules,
        Variant::Orthodox | Variant::Chess960 => HouseRules::ORTHODOX,
    }
}

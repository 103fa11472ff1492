//! Why a move is refused: it makes no sense here, or it breaks a rule.

use super::{CannotCastle, OffBoard};
use crate::{IllegalMove, Outcome, Piece, Role, Square};
use core::fmt;

/// A written move is not to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// It does not name a piece that could move at all.
    Invalid(Invalid),
    /// The piece is there, but the rules forbid this move.
    Illegal(Illegal),
}

/// The move does not name a piece that could move at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Invalid {
    /// The game has ended.
    GameOver(Outcome),
    /// The board is too small to have this square.
    OffBoard(OffBoard),
    /// The square it starts from is empty.
    NoPiece {
        /// That square.
        square: Square,
    },
    /// The piece belongs to the side that is not to move.
    NotYours {
        /// Where the piece stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
}

/// The rules forbid the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Illegal {
    /// The piece cannot go there.
    NotHowItMoves {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// The king cannot castle.
    CannotCastle(CannotCastle),
    /// An own king would be attacked after the move.
    LeavesKingInCheck {
        /// That king, where it would stand after the move.
        king: Square,
        /// Where the piece stands that would give check.
        by: Square,
        /// What that piece is.
        role: Role,
    },
    /// The king would stand next to a king of the other colour, or take it.
    KingsSideBySide {
        /// The other king.
        other: Square,
    },
    /// Where there is check, no king is ever taken.
    TakesKing {
        /// Where that king stands.
        king: Square,
    },
    /// The pawn reaches the last rank, and the move does not say what it becomes.
    PromotionMissing {
        /// Where it stands.
        from: Square,
        /// Where it promotes.
        to: Square,
    },
    /// No pawn becomes this.
    PromotionRole {
        /// What was asked for: king or pawn.
        role: Role,
    },
    /// Nothing promotes by this move.
    PromotionImpossible {
        /// The piece that moves.
        piece: Piece,
        /// Where it goes.
        to: Square,
    },
}

impl From<Invalid> for Refusal {
    fn from(reason: Invalid) -> Self {
        Self::Invalid(reason)
    }
}

impl From<OffBoard> for Invalid {
    fn from(error: OffBoard) -> Self {
        Self::OffBoard(error)
    }
}

impl From<Illegal> for Refusal {
    fn from(reason: Illegal) -> Self {
        Self::Illegal(reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(reason) => reason.fmt(f),
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

/// What chess refuses for the same reason is said in the same words.
impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
            Self::OffBoard(error) => error.fmt(f),
            Self::NoPiece { square } => IllegalMove::NoPiece(square).fmt(f),
            Self::NotYours { square, piece } => IllegalMove::NotYours { square, piece }.fmt(f),
        }
    }
}

/// What chess refuses for the same reason is said in the same words.
impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotHowItMoves { piece, from, to } => write!(f, "the {piece} on {from} cannot go to {to}"),
            Self::CannotCastle(reason) => write!(f, "castling is not possible: {reason}"),
            Self::LeavesKingInCheck { king, by, role } => {
                IllegalMove::LeavesKingInCheck { king, by, role }.fmt(f)
            }
            Self::KingsSideBySide { other } => {
                write!(f, "a king may not step next to the other colour's king, which is on {other}")
            }
            Self::TakesKing { king } => write!(f, "the king on {king} cannot be taken"),
            Self::PromotionMissing { from, to } => IllegalMove::PromotionMissing { from, to }.fmt(f),
            Self::PromotionRole { role } => IllegalMove::CannotPromote(role).fmt(f),
            Self::PromotionImpossible { piece, to } => write!(f, "the {piece} does not promote on {to}"),
        }
    }
}

impl core::error::Error for Refusal {}

impl core::error::Error for Invalid {}

impl core::error::Error for Illegal {}

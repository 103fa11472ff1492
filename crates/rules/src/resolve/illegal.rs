//! Why a written move is not legal.

use crate::{CastlingSide, Piece, Role, Square};
use core::fmt;

/// Why a written move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is nothing on the square the move starts from.
    NoPiece(Square),
    /// It is the other side's turn.
    NotYours {
        /// The piece that stands there.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The piece does not move like that, on any board.
    NotHowItMoves {
        /// The kind of piece.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// The piece moves like that, but something stands between.
    InTheWay {
        /// The kind of piece.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it cannot get.
        to: Square,
        /// The first square that blocks it.
        blocker: Square,
    },
    /// One's own piece stands on the square.
    TakesOwnPiece {
        /// The square.
        square: Square,
        /// What stands there.
        role: Role,
    },
    /// A pawn moves diagonally only when it takes something.
    NothingToTake {
        /// Where the pawn stands.
        from: Square,
        /// The empty square.
        to: Square,
    },
    /// After the move one's own king could be taken.
    LeavesKingInCheck {
        /// Where the king would stand.
        king: Square,
        /// Where the piece stands that would give check.
        by: Square,
        /// What that piece is.
        role: Role,
    },
    /// The king may not castle.
    Castling {
        /// To which side.
        side: CastlingSide,
        /// Why not.
        why: CastlingRefusal,
    },
    /// A pawn reaches the last rank, and it is not said what it becomes.
    PromotionMissing {
        /// Where the pawn stands.
        from: Square,
        /// The square on the last rank.
        to: Square,
    },
    /// This promotion is not possible: only a pawn on the last rank becomes a queen, rook, bishop or knight.
    CannotPromote(Role),
}

/// Why a king may not castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CastlingRefusal {
    /// King or rook have moved, or the rook is gone.
    NoRight,
    /// A piece stands between.
    Blocked(Square),
    /// The king is in check.
    InCheck {
        /// From this piece.
        by: Square,
    },
    /// The king would cross or enter an attacked square.
    Attacked {
        /// The square.
        square: Square,
        /// A piece that attacks it.
        by: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::NotYours { piece, square } => {
                write!(f, "it is not {}'s turn to move the {} on {square}", piece.color, piece.role)
            }
            Self::NotHowItMoves { role, from, to } => {
                write!(f, "a {role} does not move from {from} to {to}")
            }
            Self::InTheWay { role, from, to, blocker } => {
                write!(f, "the {role} cannot get from {from} to {to}: {blocker} is in the way")
            }
            Self::TakesOwnPiece { square, role } => write!(f, "your own {role} stands on {square}"),
            Self::NothingToTake { from, to } => {
                write!(f, "the pawn on {from} can go to {to} only to take something, and there is nothing")
            }
            Self::LeavesKingInCheck { king, by, role } => {
                write!(f, "the king on {king} would be in check from the {role} on {by}")
            }
            Self::Castling { why, .. } => write!(f, "castling is not possible: {why}"),
            Self::PromotionMissing { from, to } => {
                write!(f, "the pawn from {from} promotes on {to}: say to what, one of q, r, b, n")
            }
            Self::CannotPromote(role) => write!(
                f,
                "no promotion to a {role} here: only a pawn on the last rank becomes a queen, rook, bishop or knight"
            ),
        }
    }
}

impl fmt::Display for CastlingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRight => f.write_str("the king or the rook has moved before, or the rook is gone"),
            Self::Blocked(square) => write!(f, "{square} is in the way"),
            Self::InCheck { by } => write!(f, "the king is in check from {by}"),
            Self::Attacked { square, by } => write!(f, "the piece on {by} guards {square}"),
        }
    }
}

impl core::error::Error for IllegalMove {}

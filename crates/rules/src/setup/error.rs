//! Why a set-up is not a legal position.

use crate::stack_list::StackList;
use crate::{Bitboard, Color, Square};
use core::fmt;

/// One reason why a set-up is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// A side has no king, or several.
    Kings {
        /// Whose.
        color: Color,
        /// How many.
        count: usize,
    },
    /// A side has more than sixteen pieces.
    TooManyPieces {
        /// Whose.
        color: Color,
        /// How many.
        count: usize,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// Whose.
        color: Color,
        /// How many.
        count: usize,
    },
    /// Pawns stand on the first or eighth rank.
    PawnsOnBackRank(Bitboard),
    /// The side that is not to move is in check: its king could be taken.
    OpponentInCheck {
        /// The king that could be taken.
        king: Square,
        /// A piece that could take it.
        by: Square,
    },
    /// No single move can have given check with all these pieces at once.
    ImpossibleCheck(Bitboard),
    /// A castling right that cannot be.
    Castling {
        /// The square of the rook that the right names.
        rook: Square,
        /// What is wrong with it.
        why: CastlingError,
    },
    /// An en passant square that cannot be.
    EnPassant {
        /// The square.
        square: Square,
        /// What is wrong with it.
        why: EnPassantError,
    },
    /// Moves are counted from 1.
    FullmoveZero,
}

/// What is wrong with a castling right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CastlingError {
    /// The square is neither on White's nor on Black's back rank.
    NotOnBackRank,
    /// The king has left its back rank.
    KingNotHome,
    /// There is no rook of that colour on the square.
    NoRook,
    /// Two rooks on the same side of the king cannot both castle.
    TwoOnOneSide,
}

/// What is wrong with an en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EnPassantError {
    /// The side that just moved cannot have jumped over this rank.
    WrongRank,
    /// There is no pawn where the pawn that jumped would now stand.
    NoPawn(Square),
    /// A square that the pawn left or passed is occupied.
    Occupied(Square),
    /// This piece gave check before the pawn jumped, when it was not even its side's turn.
    CheckBefore(Square),
    /// The half-move clock shows this, though it starts anew with every pawn's move.
    HalfmoveClock(u16),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings { color, count } => write!(f, "{color} has {count} kings, expected 1"),
            Self::TooManyPieces { color, count } => {
                write!(f, "{color} has {count} pieces, expected at most 16")
            }
            Self::TooManyPawns { color, count } => write!(f, "{color} has {count} pawns, expected at most 8"),
            Self::PawnsOnBackRank(squares) => {
                f.write_str("no pawn can stand on the first or last rank:")?;
                squares.into_iter().try_for_each(|square| write!(f, " {square}"))
            }
            Self::OpponentInCheck { king, by } => {
                write!(f, "the side not to move is in check: the piece on {by} could take the king on {king}")
            }
            Self::ImpossibleCheck(checkers) => {
                f.write_str("no move can have given check with all of these at once:")?;
                checkers.into_iter().try_for_each(|square| write!(f, " {square}"))
            }
            Self::Castling { rook, why } => match why {
                CastlingError::NotOnBackRank => {
                    write!(f, "a rook on {rook} cannot castle: expected a back rank")
                }
                CastlingError::KingNotHome => {
                    write!(f, "the rook on {rook} cannot castle: its king is not where castling starts")
                }
                CastlingError::NoRook => write!(f, "castling needs a rook on {rook}"),
                CastlingError::TwoOnOneSide => {
                    write!(f, "two rooks may castle to the same side, expected one; the first is on {rook}")
                }
            },
            Self::EnPassant { square, why } => {
                write!(f, "no pawn can have just jumped over {square}: ")?;
                match why {
                    EnPassantError::WrongRank => {
                        f.write_str("it is on the wrong rank for the side that moved")
                    }
                    EnPassantError::NoPawn(at) => write!(f, "there is no such pawn on {at}"),
                    EnPassantError::Occupied(at) => write!(f, "{at} is occupied"),
                    EnPassantError::CheckBefore(by) => {
                        write!(f, "the piece on {by} was already giving check")
                    }
                    EnPassantError::HalfmoveClock(clock) => {
                        write!(f, "the half-move clock is at {clock}, expected 0 after a pawn's move")
                    }
                }
            }
            Self::FullmoveZero => f.write_str("move number 0, expected 1 or more"),
        }
    }
}

impl core::error::Error for SetupError {}

/// Every reason why a set-up is not a legal position; a slice of [`SetupError`]s, never empty when returned.
// No square has more than one castling error, each side of a king one more; all others come once or once a side.
#[derive(Clone)]
pub struct SetupErrors(StackList<SetupError, 80>);

impl SetupErrors {
    pub(super) const fn none() -> Self {
        Self(StackList::new())
    }

    pub(super) fn push(&mut self, error: SetupError) {
        self.0.push(error);
    }
}

impl core::ops::Deref for SetupErrors {
    type Target = [SetupError];

    fn deref(&self) -> &[SetupError] {
        &self.0
    }
}

impl PartialEq for SetupErrors {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SetupErrors {}

impl fmt::Debug for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}

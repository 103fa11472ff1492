//! What can be wrong with a FEN, and where.

use crate::excerpt::Visible;
use crate::{Color, Excerpt, Rank, Role, SetupError, Square};
use core::fmt;

/// The text is not the FEN of a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFenError {
    /// The byte at which the trouble starts, from 0.
    pub at: usize,
    /// What the trouble is.
    pub problem: FenProblem,
}

/// What is wrong with a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenProblem {
    /// No FEN is as long as this many bytes.
    TooLong(usize),
    /// A space too many: before, behind or between the fields.
    StraySpace,
    /// There are this many fields instead of six.
    Fields(usize),
    /// This byte is neither a piece, nor a digit from 1 to 8, nor a slash.
    NotAPiece(u8),
    /// Two digits stand side by side; their sum should have been written.
    AdjacentDigits,
    /// A rank names more than eight squares.
    RankTooLong(Rank),
    /// A rank names only so many squares.
    RankTooShort(Rank, u8),
    /// There are more than eight ranks.
    TooManyRanks,
    /// There are only so many ranks.
    TooFewRanks(u8),
    /// The side to move is neither `w` nor `b` but this.
    Turn(Excerpt),
    /// This byte is not a castling right that can stand here.
    CastlingLetter(u8),
    /// In orthodox chess this side can castle only with king and rook on their first squares. In Chess960 it could here.
    NotOrthodox {
        /// The side that cannot castle.
        color: Color,
        /// Where its king would have to stand.
        king: Square,
        /// Where its rook would have to stand.
        rook: Square,
    },
    /// This side can castle only with king and rook on their first squares, and in Chess960 it could not either.
    NoCastling {
        /// The side that cannot castle.
        color: Color,
        /// Where its king would have to stand.
        king: Square,
        /// Where its rook would have to stand.
        rook: Square,
    },
    /// There is no rook for this castling letter.
    NoCastlingRook(u8),
    /// The en passant field is neither `-` nor a square but this.
    EnPassant(Excerpt),
    /// The half-move clock is this, not a number from 0 to 65535 in plain digits.
    HalfmoveClock(Excerpt),
    /// The move number is this, not a number from 1 to 4294967295 in plain digits.
    FullmoveNumber(Excerpt),
    /// It can be read, but it is not a legal position.
    Illegal(SetupError),
}

// An error is passed along wherever a FEN is read, so it stays small.
const _: () = assert!(size_of::<FenProblem>() <= 16 && size_of::<ParseFenError>() <= 24);

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, column {}: ", self.at + 1)?;
        match self.problem {
            FenProblem::TooLong(bytes) => write!(f, "{bytes} bytes are more than any FEN has"),
            FenProblem::StraySpace => {
                f.write_str("a space too many, expected 6 fields with single spaces between")
            }
            FenProblem::Fields(1) => f.write_str("1 field, expected 6 with single spaces between them"),
            FenProblem::Fields(fields) => {
                write!(f, "{fields} fields, expected 6 with single spaces between them")
            }
            FenProblem::NotAPiece(byte) => {
                write!(
                    f,
                    "expected a piece (PNBRQK or pnbrqk), a digit from 1 to 8 or '/', not {}",
                    Visible(byte)
                )
            }
            FenProblem::AdjacentDigits => f.write_str("two digits side by side, expected their sum"),
            FenProblem::RankTooLong(rank) => write!(f, "rank {rank} has more than 8 squares"),
            FenProblem::RankTooShort(rank, squares) => {
                write!(f, "rank {rank} has {squares} squares, expected 8")
            }
            FenProblem::TooManyRanks => f.write_str("more than 8 ranks"),
            FenProblem::TooFewRanks(1) => f.write_str("1 rank, expected 8"),
            FenProblem::TooFewRanks(ranks) => write!(f, "{ranks} ranks, expected 8"),
            FenProblem::Turn(found) => write!(f, "expected w or b for the side to move, not {found}"),
            FenProblem::CastlingLetter(byte) => {
                write!(f, "{} cannot stand here, expected castling rights like KQkq or -", Visible(byte))
            }
            FenProblem::NotOrthodox { color, king, rook } => {
                write_castling_needs(f, color, king, rook)?;
                f.write_str(" (unless this is Chess960)")
            }
            FenProblem::NoCastling { color, king, rook } => write_castling_needs(f, color, king, rook),
            FenProblem::NoCastlingRook(byte) => {
                write!(f, "there is no rook that {} could mean, on the king's rank", Visible(byte))
            }
            FenProblem::EnPassant(found) => {
                write!(f, "expected an en passant square like e3, or -, not {found}")
            }
            FenProblem::HalfmoveClock(found) => {
                write!(f, "expected the half-move clock, a number from 0 to 65535, not {found}")
            }
            FenProblem::FullmoveNumber(found) => {
                write!(f, "expected the move number, from 1 to 4294967295, not {found}")
            }
            FenProblem::Illegal(error) => error.fmt(f),
        }
    }
}

fn write_castling_needs(f: &mut fmt::Formatter<'_>, color: Color, king: Square, rook: Square) -> fmt::Result {
    let (its_king, its_rook) = (Role::King.of(color), Role::Rook.of(color));
    write!(f, "castling needs a {its_king} on {king} and a {its_rook} on {rook}")
}

impl core::error::Error for ParseFenError {}

//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.

mod plain;
mod read;
mod resolve;
mod speak;
mod write;

pub use read::ParseSanError;
pub use resolve::SanError;

use crate::{CastlingSide, File, Rank, Role, Square};

/// A move in algebraic notation: as it was written, or as it should be.
///
/// [`Position::san`](crate::Position::san) writes the notation of a legal move; parsing reads what people write, and
/// [`Position::resolve_san`](crate::Position::resolve_san) finds the move they meant.
///
/// ```
/// use regence_rules::{Position, San};
/// let position = Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
/// let san: San = "Qxf7".parse()?;
/// let mv = position.resolve_san(&san)?;
/// assert_eq!(position.san(mv).to_string(), "Qxf7#");
/// assert_eq!(position.san(mv).spoken().to_string(), "queen takes f7, checkmate");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What moves where.
    pub action: SanAction,
    /// Whether `+` or `#` follows.
    pub suffix: Option<SanSuffix>,
}

/// What a move in algebraic notation says, without its suffix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanAction {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// Anything else.
    Move {
        /// The kind of piece; `None` if only squares were written, as in `g1f3`.
        role: Option<Role>,
        /// The file it comes from, if that was said.
        file: Option<File>,
        /// The rank it comes from, if that was said.
        rank: Option<Rank>,
        /// Whether there is an `x`.
        takes: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// What stands behind a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SanSuffix {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

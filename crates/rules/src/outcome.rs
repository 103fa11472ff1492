//! How a game ends: one vocabulary for the rules, for games over time and for house rules.

use crate::Color;
use core::fmt;

/// How a finished game ended. A game still running has no outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Which one.
        winner: Color,
        /// How.
        by: Win,
    },
    /// Nobody won.
    Draw(Draw),
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Win {
    /// The king is attacked and there is no way out.
    Checkmate,
    /// The other side has no king left, under rules without check.
    LastKingTaken,
    /// The other side has no move and is not in check, under rules by which that loses.
    Stalemate,
    /// The other side has no move, under rules without check by which that loses.
    NoMoves,
    /// The other side gave up.
    Resignation,
    /// The other side's time ran out.
    Time,
    /// The other side left.
    Abandonment,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Draw {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The side to move has no move, under rules without check.
    NoMoves,
    /// No sequence of legal moves could lead to mate with what is left.
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// Fifty moves of each side without a capture or a pawn move, and a player claimed the draw.
    FiftyMoves,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// The same position for the third time, and a player claimed the draw.
    ThreefoldRepetition,
    /// The players agreed.
    Agreement,
    /// A side's time ran out, but the other side has nothing left to mate with.
    TimeWithoutMaterial {
        /// Whose time ran out.
        flagged: Color,
    },
}

impl Outcome {
    /// Who won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A sentence: "White wins by checkmate", "Draw: stalemate".
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, by } => {
                let loser = !*winner;
                match by {
                    Win::Checkmate => write!(f, "{winner} wins by checkmate"),
                    Win::LastKingTaken => write!(f, "{winner} wins: {loser} has no king left"),
                    Win::Stalemate => write!(f, "{winner} wins by stalemate"),
                    Win::NoMoves => write!(f, "{winner} wins: {loser} has no move"),
                    Win::Resignation => write!(f, "{winner} wins: {loser} resigned"),
                    Win::Time => write!(f, "{winner} wins on time"),
                    Win::Abandonment => write!(f, "{winner} wins: {loser} left the game"),
                }
            }
            Self::Draw(draw) => write!(f, "Draw: {draw}"),
        }
    }
}

/// The reason alone: "stalemate", "the same position five times".
impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stalemate => f.write_str("stalemate"),
            Self::NoMoves => f.write_str("the side to move has no move"),
            Self::InsufficientMaterial => f.write_str("neither side can mate any more"),
            Self::SeventyFiveMoves => f.write_str("seventy-five moves without a capture or a pawn move"),
            Self::FiftyMoves => f.write_str("fifty moves without a capture or a pawn move"),
            Self::FivefoldRepetition => f.write_str("the same position five times"),
            Self::ThreefoldRepetition => f.write_str("the same position three times"),
            Self::Agreement => f.write_str("agreed by both sides"),
            Self::TimeWithoutMaterial { flagged } => {
                write!(f, "{flagged}'s time ran out, but {} cannot mate", !*flagged)
            }
        }
    }
}

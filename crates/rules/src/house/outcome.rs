//! How a game under house rules ended, as far as its position tells.

use super::{HousePosition, NoMoves};
use crate::Color;
use core::fmt;

/// How a finished game ended. A game still running has no outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HouseOutcome {
    /// One side won.
    Win {
        /// Who won.
        winner: Color,
        /// In which way.
        by: HouseWin,
    },
    /// Nobody won.
    Draw(HouseDraw),
}

/// What wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HouseWin {
    /// The other side is in check and has no move.
    Checkmate,
    /// The other side has no king left, under rules without check.
    LastKingTaken,
    /// The other side is not in check but has no move, under rules by which that loses.
    Stalemate,
    /// The other side has no move, under rules without check by which that loses.
    NoMoves,
}

/// What draws a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HouseDraw {
    /// The side to move is not in check but has no move.
    Stalemate,
    /// The side to move has no move, under rules without check.
    NoMoves,
}

impl HouseOutcome {
    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

impl HousePosition {
    /// How the game ended, if this position ends it.
    pub fn outcome(&self) -> Option<HouseOutcome> {
        if let Some(winner) = self.taker_of_the_last_king() {
            return Some(HouseOutcome::Win { winner, by: HouseWin::LastKingTaken });
        }
        if self.has_legal_moves() {
            return None;
        }
        let win = |by| HouseOutcome::Win { winner: !self.turn(), by };
        Some(match (self.is_check(), self.rules().no_moves, self.rules().check.is_on()) {
            (true, _, _) => win(HouseWin::Checkmate),
            (false, NoMoves::Draw, true) => HouseOutcome::Draw(HouseDraw::Stalemate),
            (false, NoMoves::Draw, false) => HouseOutcome::Draw(HouseDraw::NoMoves),
            (false, NoMoves::Loss, true) => win(HouseWin::Stalemate),
            (false, NoMoves::Loss, false) => win(HouseWin::NoMoves),
        })
    }

    /// The winner under rules without check: the side with a king, if the other has none.
    pub(super) fn taker_of_the_last_king(&self) -> Option<Color> {
        if self.rules().check.is_on() { None } else { self.board().winner() }
    }
}

/// "White wins by checkmate", "draw by stalemate".
impl fmt::Display for HouseOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, by: HouseWin::Checkmate } => write!(f, "{winner} wins by checkmate"),
            Self::Win { winner, by: HouseWin::LastKingTaken } => {
                write!(f, "{winner} wins: {} has no king", !*winner)
            }
            Self::Win { winner, by: HouseWin::Stalemate } => write!(f, "{winner} wins by stalemate"),
            Self::Win { winner, by: HouseWin::NoMoves } => {
                write!(f, "{winner} wins: {} has no move", !*winner)
            }
            Self::Draw(HouseDraw::Stalemate) => f.write_str("draw by stalemate"),
            Self::Draw(HouseDraw::NoMoves) => f.write_str("draw: the side to move has no move"),
        }
    }
}

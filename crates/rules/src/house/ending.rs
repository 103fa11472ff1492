//! Whether a position under house rules ends the game.

use super::{HousePosition, NoMoves};
use crate::{Color, Draw, Outcome, Win};

impl HousePosition {
    /// How the game ended, if this position ends it.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.taker_of_the_last_king() {
            return Some(Outcome::Win { winner, by: Win::LastKingTaken });
        }
        if self.has_legal_moves() {
            return None;
        }
        let win = |by| Outcome::Win { winner: !self.turn(), by };
        Some(match (self.is_check(), self.rules().no_moves, self.rules().check.is_on()) {
            (true, _, _) => win(Win::Checkmate),
            (false, NoMoves::Draw, true) => Outcome::Draw(Draw::Stalemate),
            (false, NoMoves::Draw, false) => Outcome::Draw(Draw::NoMoves),
            (false, NoMoves::Loss, true) => win(Win::Stalemate),
            (false, NoMoves::Loss, false) => win(Win::NoMoves),
        })
    }

    /// The winner under rules without check: the side with a king, if the other has none.
    pub(super) fn taker_of_the_last_king(&self) -> Option<Color> {
        if self.rules().check.is_on() { None } else { self.board().winner() }
    }
}

//! Who gives check, and what is pinned.

use super::View;
use crate::attacks::{self, Sliders};
use crate::side::Side;
use crate::{Bitboard, Color, Position, Role, Square};

/// Who gives check, and along which rays our own pieces are pinned.
pub(super) struct Threats {
    pub(super) checkers: Bitboard,
    /// Diagonal rays from our king up to and including a pinning piece.
    pub(super) diagonal_pins: Bitboard,
    /// The same on ranks and files. A piece pinned on one ray can never reach another one, so one set serves all.
    pub(super) orthogonal_pins: Bitboard,
}

impl Threats {
    #[inline(always)]
    pub(super) fn find<S: Side>(view: &View) -> Self {
        let king = view.king;
        let steppers = attacks::knight(king) & view.board.by_role(Role::Knight)
            | attacks::pawn(S::COLOR, king) & view.board.by_role(Role::Pawn);
        let (diagonal_checkers, diagonal_pins) =
            checks_and_pins(king, attacks::bishop_rays(king) & view.their_diagonal, view.occupied);
        let (orthogonal_checkers, orthogonal_pins) =
            checks_and_pins(king, attacks::rook_rays(king) & view.their_orthogonal, view.occupied);
        Self {
            checkers: steppers & view.them | diagonal_checkers | orthogonal_checkers,
            diagonal_pins,
            orthogonal_pins,
        }
    }

    /// Where a move other than the king's must go: anywhere, or to take or block the one checker.
    #[inline(always)]
    pub(super) fn evasions(&self, king: Square) -> Bitboard {
        if self.checkers.is_empty() {
            Bitboard::FULL
        } else {
            self.checkers | attacks::between(king, self.checkers.lowest())
        }
    }

    #[inline(always)]
    pub(super) fn pins(&self) -> Bitboard {
        self.diagonal_pins | self.orthogonal_pins
    }
}

/// Of the sliders aimed at the king: those with a free view of it, and the rays on which one piece stands between.
#[inline(always)]
fn checks_and_pins(king: Square, aimed: Bitboard, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (mut checkers, mut pins) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for slider in aimed {
        let ray = attacks::between(king, slider);
        let blockers = ray & occupied;
        if blockers.is_empty() {
            checkers |= slider.bitboard();
        } else if !blockers.is_many() {
            pins |= ray.with(slider);
        }
    }
    (checkers, pins)
}

/// Who attacks the king of the side to move.
#[inline(always)]
pub(crate) fn checkers<L: Sliders>(position: &Position) -> Bitboard {
    let (board, turn) = (&position.board, position.turn);
    let king = (board.by_role(Role::King) & board.by_color(turn)).lowest();
    board.attackers::<L>(king, !turn, board.occupied())
}

/// A side's pieces that may not leave their line with their own king.
#[inline(always)]
pub(crate) fn pinned(position: &Position, color: Color) -> Bitboard {
    let board = &position.board;
    let (us, them) = (board.by_color(color), board.by_color(!color));
    let king = (board.by_role(Role::King) & us).lowest();
    let diagonal = attacks::bishop_rays(king) & board.diagonal_sliders() & them;
    let orthogonal = attacks::rook_rays(king) & board.orthogonal_sliders() & them;
    let (_, diagonal_pins) = checks_and_pins(king, diagonal, board.occupied());
    let (_, orthogonal_pins) = checks_and_pins(king, orthogonal, board.occupied());
    (diagonal_pins | orthogonal_pins) & us
}

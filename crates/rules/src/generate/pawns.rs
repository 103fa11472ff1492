//! Where pawns may go, whole sets at a time.

use super::{Collector, PawnStep, Scope, Threats, View};
use crate::attacks::{self, Sliders};
use crate::side::Side;
use crate::{Bitboard, Position, Square};
use core::ops::ControlFlow;

/// All pawn moves but en passant, whole sets at a time.
#[inline(always)]
pub(super) fn pawn_moves<S: Side, C: Collector>(
    view: &View,
    threats: &Threats,
    pawns: Bitboard,
    scope: Scope,
    evasions: Bitboard,
    out: &mut C,
) -> ControlFlow<C::Break> {
    let (diagonal_pins, orthogonal_pins) = (threats.diagonal_pins, threats.orthogonal_pins);
    if scope != Scope::Captures {
        let empty = !view.occupied;
        let pushers = pawns - diagonal_pins;
        // A pawn pinned on its file may push along it; one pinned on its rank may not.
        let leaves_pin = S::forward(pushers & orthogonal_pins) - orthogonal_pins;
        let single = S::forward(pushers) & (empty - leaves_pin);
        let double = S::forward(single & S::HALFWAY) & empty;
        out.pawns::<S>(PawnStep::Push, single & evasions)?;
        out.pawns::<S>(PawnStep::DoublePush, double & evasions)?;
    }
    if scope != Scope::Quiets {
        let takers = pawns - orthogonal_pins;
        let pinned = takers & diagonal_pins;
        let victims = view.them & evasions;
        let left = S::forward(takers).left() - (S::forward(pinned).left() - diagonal_pins);
        let right = S::forward(takers).right() - (S::forward(pinned).right() - diagonal_pins);
        out.pawns::<S>(PawnStep::TakeLeft, left & victims)?;
        out.pawns::<S>(PawnStep::TakeRight, right & victims)?;
    }
    ControlFlow::Continue(())
}

/// En passant takes two pawns off a line at once, so each capture is tested as if it were made.
#[inline(always)]
pub(super) fn en_passant<S: Side, L: Sliders, C: Collector>(
    view: &View,
    movers: Bitboard,
    to: Square,
    out: &mut C,
) -> ControlFlow<C::Break> {
    for from in attacks::pawn(S::COLOR.other(), to) & view.pawns & movers {
        if en_passant_is_safe::<S, L>(view, from, to) {
            out.en_passant(from, to)?;
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn en_passant_is_safe<S: Side, L: Sliders>(view: &View, from: Square, to: Square) -> bool {
    let taken = S::backward(to.bitboard());
    let occupied = view.occupied.without(from).with(to) - taken;
    let attackers = view.board.attackers::<L>(view.king, S::COLOR.other(), occupied) - taken;
    attackers.is_empty()
}

/// Whether any capture en passant is legal, given that one is possible but for the king's safety.
#[inline(always)]
pub(crate) fn en_passant_is_legal<S: Side, L: Sliders>(position: &Position, to: Square) -> bool {
    let view = View::new::<S>(position, Scope::All);
    let mut takers = (attacks::pawn(S::COLOR.other(), to) & view.pawns).into_iter();
    takers.any(|from| en_passant_is_safe::<S, L>(&view, from, to))
}

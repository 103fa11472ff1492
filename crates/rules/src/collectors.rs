//! What becomes of the moves that the generator finds: a count, a yes, a list.

use crate::generate::{Collector, PawnStep};
use crate::moves::Kind;
use crate::side::Side;
use crate::{Bitboard, Move, MoveList, Role, Square};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// Counts moves.
pub(crate) struct Count(pub(crate) usize);

impl Collector for Count {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        if step != PawnStep::DoublePush && targets.meets(S::LAST_RANK) {
            self.0 += 3 * (targets & S::LAST_RANK).len();
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
pub(crate) struct Any;

impl Collector for Any {
    type Break = ();

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, _: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Collector for MoveList {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.extend(targets.into_iter().map(|target| Move {
            from,
            target,
            arriving: role,
            kind: Kind::Piece,
        }));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        let kind = if step == PawnStep::DoublePush { Kind::DoublePush } else { Kind::Pawn };
        let pawn = |target| Move { from: step.origin::<S>(target), target, arriving: Role::Pawn, kind };
        self.extend((targets - S::LAST_RANK).into_iter().map(pawn));
        if step != PawnStep::DoublePush {
            for target in targets & S::LAST_RANK {
                let from = step.origin::<S>(target);
                let promoted = |arriving| Move { from, target, arriving, kind: Kind::Promotion };
                self.extend(Role::PROMOTIONS.map(promoted));
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, target: Square) -> ControlFlow<Infallible> {
        self.push(Move { from, target, arriving: Role::Pawn, kind: Kind::EnPassant });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling(&mut self, from: Square, target: Square) -> ControlFlow<Infallible> {
        self.push(Move { from, target, arriving: Role::King, kind: Kind::Castling });
        ControlFlow::Continue(())
    }
}

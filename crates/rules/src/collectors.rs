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

impl MoveList {
    #[inline(always)]
    fn push_all(&mut self, arriving: Role, from: Square, targets: Bitboard) {
        for target in targets {
            self.push(Move { from, target, arriving, kind: Kind::Piece });
        }
    }
}

impl Collector for MoveList {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.push_all(role, from, targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        let kind = if step == PawnStep::DoublePush { Kind::DoublePush } else { Kind::Pawn };
        for target in targets - S::LAST_RANK {
            self.push(Move { from: step.origin::<S>(target), target, arriving: Role::Pawn, kind });
        }
        if step != PawnStep::DoublePush {
            for target in targets & S::LAST_RANK {
                for arriving in Role::PROMOTIONS {
                    self.push(Move {
                        from: step.origin::<S>(target),
                        target,
                        arriving,
                        kind: Kind::Promotion,
                    });
                }
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

//! Legal moves as the generator finds them: sets of targets that share everything else.

use crate::generate::{Collector, PawnStep};
use crate::moves::Kind;
use crate::side::Side;
use crate::stack_list::StackList;
use crate::{Bitboard, Move, Role, Square};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// Moves that differ only in where they go (and, for pawns, in where they come from by the same step).
#[derive(Clone, Copy)]
struct MoveSet {
    targets: Bitboard,
    /// What to add to a target's index to find where its piece comes from, modulo 64 …
    origin: u8,
    /// … when the target's index is first masked with this: 63 for pawns, 0 for a single piece.
    mask: u8,
    arriving: Role,
    kind: Kind,
}

/// All sets of one position: at most 16 pieces, 3 pawn steps that may promote in 4 ways besides going on, double
/// pushes, 2 captures en passant and 2 castlings.
pub(crate) struct MoveSets(StackList<MoveSet, 40>);

impl MoveSets {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self(StackList::new())
    }

    /// Calls `visit` with each move. There is one place where it is called, so that it melts into the loop.
    #[inline(always)]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Move)) {
        for &MoveSet { targets, origin, mask, arriving, kind } in self.0.iter() {
            for target in targets {
                let from = Square::wrapping(u32::from(origin) + (target.index() as u32 & u32::from(mask)));
                visit(Move { from, target, arriving, kind });
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0.push(set);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_one(&mut self, role: Role, from: Square, target: Square, kind: Kind) -> ControlFlow<Infallible> {
        self.push(MoveSet { targets: target.bitboard(), origin: from.index() as u8, mask: 0, arriving: role, kind })
    }
}

impl Collector for MoveSets {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.push(MoveSet { targets, origin: from.index() as u8, mask: 0, arriving: role, kind: Kind::Piece })
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        let origin = step.origin::<S>(Square::A1).index() as u8;
        let set = |targets, arriving, kind| MoveSet { targets, origin, mask: 63, arriving, kind };
        if step == PawnStep::DoublePush {
            return self.push(set(targets, Role::Pawn, Kind::DoublePush));
        }
        self.push(set(targets - S::LAST_RANK, Role::Pawn, Kind::Pawn))?;
        if targets.meets(S::LAST_RANK) {
            for role in Role::PROMOTIONS {
                self.push(set(targets & S::LAST_RANK, role, Kind::Promotion))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Infallible> {
        self.push_one(Role::Pawn, from, to, Kind::EnPassant)
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<Infallible> {
        self.push_one(Role::King, king, rook, Kind::Castling)
    }
}

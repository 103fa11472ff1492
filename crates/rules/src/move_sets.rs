//! Legal moves as the generator finds them: sets of targets that share everything else.

use crate::generate::{Collector, PawnStep};
use crate::moves::Kind;
use crate::side::Side;
use crate::stack_list::StackList;
use crate::{Bitboard, Board, Color, Move, Piece, Rank, Role, Square};
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

    /// The same until `visit` breaks.
    #[inline(always)]
    pub(crate) fn try_for_each<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for &MoveSet { targets, origin, mask, arriving, kind } in self.0.iter() {
            for target in targets {
                let from = Square::wrapping(u32::from(origin) + (target.index() as u32 & u32::from(mask)));
                visit(Move { from, target, arriving, kind })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The same moves gathered by the piece that makes them.
    pub(crate) fn by_piece(&self, board: &Board, color: Color) -> impl Iterator<Item = PieceMoves> {
        let mut targets = [Bitboard::EMPTY; 64];
        let mut movers = Bitboard::EMPTY;
        self.for_each(|mv| {
            targets[mv.from.index()] |= mv.target.bitboard();
            movers = movers.with(mv.from);
        });
        let board = *board;
        movers.into_iter().filter_map(move |from| {
            let piece = board.role_at(from)?.of(color);
            Some(PieceMoves { piece, from, targets: targets[from.index()] })
        })
    }

    #[inline(always)]
    fn push(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        self.0.push(set);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_one(&mut self, role: Role, from: Square, target: Square, kind: Kind) -> ControlFlow<Infallible> {
        self.push(MoveSet {
            targets: target.bitboard(),
            origin: from.index() as u8,
            mask: 0,
            arriving: role,
            kind,
        })
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

/// All legal moves of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceMoves {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// Where it can go. Castling is the king going to its own rook's square.
    pub targets: Bitboard,
}

impl PieceMoves {
    /// How many moves these are: each square counts once, or four times where a pawn promotes.
    pub fn len(&self) -> usize {
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let promotions =
            if self.piece.role == Role::Pawn { self.targets & last_ranks } else { Bitboard::EMPTY };
        self.targets.len() + 3 * promotions.len()
    }

    /// Whether there is no move; never true of what a position yields.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

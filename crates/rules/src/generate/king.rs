//! Where the king may go, and whether it may castle.

use super::{Collector, Scope, Threats, View};
use crate::attacks::{self, Sliders};
use crate::side::Side;
use crate::{Bitboard, CastlingSide, Position, Role, Square};
use core::ops::ControlFlow;

/// Steps and castling together, because both ask which squares are safe.
#[inline(always)]
pub(super) fn king_moves<S: Side, L: Sliders, C: Collector>(
    position: &Position,
    view: &View,
    threats: &Threats,
    movers: Bitboard,
    scope: Scope,
    out: &mut C,
) -> ControlFlow<C::Break> {
    if !movers.contains(view.king) {
        return ControlFlow::Continue(());
    }
    let steps = attacks::king(view.king) & view.targets;
    let mut rooks = position.castling & view.us;
    if scope == Scope::Captures || threats.checkers.any() {
        rooks = Bitboard::EMPTY;
    }
    let mut crossed = Bitboard::EMPTY;
    for rook in rooks {
        if attacks::between(view.king, rook).meets(view.occupied) {
            rooks = rooks.without(rook);
        } else {
            crossed |= CastlingPath::new(view.king, rook).must_be_safe;
        }
    }
    let safe = safe_squares::<S, L>(view, steps | crossed);
    out.piece(Role::King, view.king, safe & steps)?;
    for rook in rooks {
        if may_castle::<L>(view, rook, safe) {
            out.castling(view.king, rook)?;
        }
    }
    ControlFlow::Continue(())
}

/// Those of `squares` that no enemy piece attacks once our king has left its own.
#[inline(always)]
fn safe_squares<S: Side, L: Sliders>(view: &View, squares: Bitboard) -> Bitboard {
    let board = view.board;
    let their_pawns = S::backward(board.by_role(Role::Pawn) & view.them);
    let their_king = (board.by_role(Role::King) & view.them).lowest();
    let mut safe = squares - (their_pawns.left() | their_pawns.right() | attacks::king(their_king));
    if safe.is_empty() {
        return safe;
    }
    for knight in board.by_role(Role::Knight) & view.them {
        safe = safe - attacks::knight(knight);
    }
    let occupied = view.occupied.without(view.king);
    if !safe.without(safe.lowest()).is_many() {
        // One or two squares: it is less work to look from these for sliders than from each slider for these.
        for square in safe {
            let sliders = L::bishop(square, occupied) & view.their_diagonal
                | L::rook(square, occupied) & view.their_orthogonal;
            if sliders.any() {
                safe = safe.without(square);
            }
        }
        return safe;
    }
    for slider in view.their_diagonal {
        safe = safe - L::bishop(slider, occupied);
    }
    for slider in view.their_orthogonal {
        safe = safe - L::rook(slider, occupied);
    }
    safe
}

/// Whether the king, which is not in check, may castle with this rook.
#[inline(always)]
fn may_castle<L: Sliders>(view: &View, rook: Square, safe: Bitboard) -> bool {
    let path = CastlingPath::new(view.king, rook);
    let others = view.occupied.without(view.king).without(rook);
    if others.meets(path.must_be_empty) || !path.must_be_safe.is_subset(safe) {
        return false;
    }
    // In Chess960 the rook that leaves may uncover an attack on its own king; from a corner it cannot.
    CORNERS.contains(rook) || !L::rook(path.king_to, others).meets(view.their_orthogonal & path.rank)
}

const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);

/// The squares that matter when a king and a rook castle.
pub(crate) struct CastlingPath {
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Every square that king and rook cross or enter, besides those they stand on themselves.
    pub(crate) must_be_empty: Bitboard,
    /// Every square that the king crosses or enters.
    pub(crate) must_be_safe: Bitboard,
    pub(crate) rank: Bitboard,
}

impl CastlingPath {
    #[inline(always)]
    pub(crate) fn new(king: Square, rook: Square) -> Self {
        let side = if rook > king { CastlingSide::King } else { CastlingSide::Queen };
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let kings_way = attacks::between(king, king_to).with(king_to);
        let rooks_way = attacks::between(rook, rook_to).with(rook_to);
        Self {
            king_to,
            rook_to,
            must_be_empty: (kings_way | rooks_way).without(king).without(rook),
            must_be_safe: kings_way.without(king),
            rank: king.rank().bitboard(),
        }
    }
}

//! Finds the legal moves of a position: the one generator behind every list, count and visitor.
//!
//! Nothing is tried and taken back. Checks and pins are found first; then each piece's attacks are narrowed to the
//! squares where it may legally go. A [`Collector`] receives sets of targets and decides what to make of them.

mod king;
mod pawns;
mod threats;

pub(crate) use king::CastlingPath;
pub(crate) use pawns::en_passant_is_legal;
pub(crate) use threats::{checkers, pinned};

use crate::attacks::{self, Sliders};
use crate::side::Side;
use crate::{Bitboard, Board, Position, Role, Square};
use core::ops::ControlFlow;
use king::king_moves;
use pawns::{en_passant, pawn_moves};
use threats::Threats;

/// Receives the legal moves as the generator finds them.
pub(crate) trait Collector {
    /// What stops the generator early; `Infallible` if nothing does.
    type Break;

    /// A piece other than a pawn may go to each of `targets`.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Self::Break>;

    /// A pawn may go to each of `targets` by the given step; on the last rank it promotes.
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Self::Break>;

    /// The pawn on `from` may take in passing, going to `to`.
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Self::Break>;

    /// The king may castle with the rook.
    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<Self::Break>;
}

/// One of the four ways in which a pawn goes forward.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PawnStep {
    Push,
    DoublePush,
    /// A capture towards the a-file.
    TakeLeft,
    /// A capture towards the h-file.
    TakeRight,
}

impl PawnStep {
    /// Where a pawn stood that arrived on `to` by this step.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, to: Square) -> Square {
        match self {
            Self::Push => S::origin(to, 1, 0),
            Self::DoublePush => S::origin(to, 2, 0),
            Self::TakeLeft => S::origin(to, 1, -1),
            Self::TakeRight => S::origin(to, 1, 1),
        }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    Captures,
    Quiets,
}

/// Hands every legal move of the pieces in `movers` that is in `scope` to `out`.
#[inline(always)]
pub(crate) fn generate<S: Side, L: Sliders, C: Collector>(
    position: &Position,
    movers: Bitboard,
    scope: Scope,
    out: &mut C,
) -> ControlFlow<C::Break> {
    let view = View::new::<S>(position, scope);
    let threats = Threats::find::<S>(&view);

    if !threats.checkers.is_many() {
        let evasions = threats.evasions(view.king);
        piece_moves::<L, C>(&view, &threats, movers, view.targets & evasions, out)?;
        pawn_moves::<S, C>(&view, &threats, movers & view.pawns, scope, evasions, out)?;
        if let Some(to) = position.en_passant
            && scope != Scope::Quiets
        {
            en_passant::<S, L, C>(&view, movers, to, out)?;
        }
    }
    king_moves::<S, L, C>(position, &view, &threats, movers, scope, out)
}

/// The sets that every step of the generator asks for, computed once.
struct View<'a> {
    board: &'a Board,
    occupied: Bitboard,
    us: Bitboard,
    them: Bitboard,
    /// Our pawns.
    pawns: Bitboard,
    /// Our king.
    king: Square,
    their_diagonal: Bitboard,
    their_orthogonal: Bitboard,
    /// Where a piece may go, as far as the scope and our own pieces are concerned.
    targets: Bitboard,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new<S: Side>(position: &'a Position, scope: Scope) -> Self {
        let board = &position.board;
        let occupied = board.occupied();
        let (us, them) = (board.by_color(S::COLOR), board.by_color(S::COLOR.other()));
        Self {
            board,
            occupied,
            us,
            them,
            pawns: board.by_role(Role::Pawn) & us,
            king: (board.by_role(Role::King) & us).lowest(),
            their_diagonal: board.diagonal_sliders() & them,
            their_orthogonal: board.orthogonal_sliders() & them,
            targets: match scope {
                Scope::All => !us,
                Scope::Captures => them,
                Scope::Quiets => !occupied,
            },
        }
    }
}

/// Knights, bishops, rooks and queens.
#[inline(always)]
fn piece_moves<L: Sliders, C: Collector>(
    view: &View,
    threats: &Threats,
    movers: Bitboard,
    targets: Bitboard,
    out: &mut C,
) -> ControlFlow<C::Break> {
    let (board, occupied) = (view.board, view.occupied);
    let ours = movers & view.us;
    let free = ours - threats.pins();
    for from in board.by_role(Role::Knight) & free {
        out.piece(Role::Knight, from, attacks::knight(from) & targets)?;
    }
    for from in board.by_role(Role::Bishop) & free {
        out.piece(Role::Bishop, from, L::bishop(from, occupied) & targets)?;
    }
    for from in board.by_role(Role::Rook) & free {
        out.piece(Role::Rook, from, L::rook(from, occupied) & targets)?;
    }
    for from in board.by_role(Role::Queen) & free {
        out.piece(Role::Queen, from, L::queen(from, occupied) & targets)?;
    }
    // A pinned slider may move along its pin if that is one of its directions.
    let along_diagonal = threats.diagonal_pins & targets;
    for from in board.diagonal_sliders() & ours & threats.diagonal_pins {
        let role = if board.by_role(Role::Queen).contains(from) { Role::Queen } else { Role::Bishop };
        out.piece(role, from, L::bishop(from, occupied) & along_diagonal)?;
    }
    let along_orthogonal = threats.orthogonal_pins & targets;
    for from in board.orthogonal_sliders() & ours & threats.orthogonal_pins {
        let role = if board.by_role(Role::Queen).contains(from) { Role::Queen } else { Role::Rook };
        out.piece(role, from, L::rook(from, occupied) & along_orthogonal)?;
    }
    ControlFlow::Continue(())
}

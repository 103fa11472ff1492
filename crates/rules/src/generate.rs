//! Finds the legal moves of a position: the one generator behind every list, count and visitor.
//!
//! Nothing is tried and taken back. Checks and pins are found first; then each piece's attacks are narrowed to the
//! squares where it may legally go. A [`Collector`] receives sets of targets and decides what to make of them.

use crate::attacks::{self, Sliders};
use crate::side::Side;
use crate::{Bitboard, Board, CastlingSide, Color, Position, Role, Square};
use core::ops::ControlFlow;

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
    let threats = Threats::find::<S, L>(&view);

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

/// Who gives check, and along which rays our own pieces are pinned.
struct Threats {
    checkers: Bitboard,
    /// Diagonal rays from our king up to and including a pinning piece.
    diagonal_pins: Bitboard,
    /// The same on ranks and files. A piece pinned on one ray can never reach another one, so one set serves all.
    orthogonal_pins: Bitboard,
}

impl Threats {
    #[inline(always)]
    fn find<S: Side, L: Sliders>(view: &View) -> Self {
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
    fn evasions(&self, king: Square) -> Bitboard {
        if self.checkers.is_empty() {
            Bitboard::FULL
        } else {
            self.checkers | attacks::between(king, self.checkers.lowest())
        }
    }

    #[inline(always)]
    fn pins(&self) -> Bitboard {
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

/// Steps and castling together, because both ask which squares are safe.
#[inline(always)]
fn king_moves<S: Side, L: Sliders, C: Collector>(
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
    if !(safe & Bitboard::from_bits(safe.bits().wrapping_sub(1))).is_many() {
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

/// All pawn moves but en passant, whole sets at a time.
#[inline(always)]
fn pawn_moves<S: Side, C: Collector>(
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
fn en_passant<S: Side, L: Sliders, C: Collector>(
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

/// Who attacks the king of the side to move.
#[inline(always)]
pub(crate) fn checkers<L: Sliders>(position: &Position) -> Bitboard {
    let (board, turn) = (&position.board, position.turn);
    let king = (board.by_role(Role::King) & board.by_color(turn)).lowest();
    board.attackers::<L>(king, !turn, board.occupied())
}

/// Whether any capture en passant is legal, given that one is possible but for the king's safety.
#[inline(always)]
pub(crate) fn en_passant_is_legal<S: Side, L: Sliders>(position: &Position, to: Square) -> bool {
    let view = View::new::<S>(position, Scope::All);
    let mut takers = (attacks::pawn(S::COLOR.other(), to) & view.pawns).into_iter();
    takers.any(|from| en_passant_is_safe::<S, L>(&view, from, to))
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

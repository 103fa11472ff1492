//! From a written move to a legal one, or to the reason why it is none.
//!
//! Whether a move is legal is decided quickly and first; only for one that is not, the reason is looked for.

mod explain;
mod illegal;

pub use illegal::{CastlingRefusal, IllegalMove};

use crate::attacks::{self, Sliders, Task, dispatch};
use crate::generate::CastlingPath;
use crate::moves::Kind;
use crate::play::passed_pawn;
use crate::{Bitboard, CastlingSide, Move, Position, Rank, Role, Square, UciMove};

impl Position {
    /// The legal move that was written, or why it is not legal.
    ///
    /// Castling may be written as the king's own step of two squares or more (`e1g1`) or as the king taking its rook
    /// (`e1h1`). Where a single step of the king could mean both (Chess960), it is the step.
    ///
    /// ```
    /// use regence_rules::{IllegalMove, Position, Square};
    /// let position = Position::START;
    /// assert!(position.resolve("e2e4".parse()?).is_ok());
    /// assert_eq!(position.resolve("e4e5".parse()?), Err(IllegalMove::NoPiece(Square::E4)));
    /// let error = position.resolve("a1a3".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "the rook cannot get from a1 to a3: a2 is in the way");
    /// # Ok::<(), regence_rules::ParseUciError>(())
    /// ```
    #[inline]
    pub fn resolve(&self, written: UciMove) -> Result<Move, IllegalMove> {
        dispatch(Resolve::new(self, written)).ok_or_else(|| explain::refusal(self, written))
    }

    /// Whether a written move is legal.
    #[inline]
    pub fn is_legal(&self, written: UciMove) -> bool {
        dispatch(Resolve::new(self, written)).is_some()
    }
}

/// A written move in one number, so that the task travels in registers: written byte by byte and read back whole,
/// it would stall.
struct Resolve<'a>(&'a Position, u32);

impl<'a> Resolve<'a> {
    #[inline(always)]
    fn new(position: &'a Position, written: UciMove) -> Self {
        let promotion = written.promotion.map_or(0, |role| role as u32);
        Self(position, written.from.index() as u32 | (written.to.index() as u32) << 8 | promotion << 16)
    }
}

impl Task for Resolve<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<L: Sliders>(self) -> Option<Move> {
        let Self(position, written) = self;
        let (from, to) = (Square::wrapping(written), Square::wrapping(written >> 8));
        let promotion =
            (written >> 16).checked_sub(1).and_then(|index| Role::ALL.get(index as usize).copied());
        let board = &position.board;
        let role = board.role_at(from)?;
        let ours = board.by_color(position.turn);
        if !ours.contains(from) {
            return None;
        }
        if role == Role::Pawn {
            return pawn_move::<L>(position, from, to, promotion);
        }
        let gets_there = attacks::reach(role, from).contains(to)
            && !ours.contains(to)
            && !attacks::between(from, to).meets(board.occupied());
        if promotion.is_some() {
            return None;
        }
        if !gets_there {
            return if role == Role::King { castling_move::<L>(position, from, to) } else { None };
        }
        let mv = Move { from, target: to, arriving: role, kind: Kind::Piece };
        stays_safe::<L>(position, from, to).then_some(mv)
    }
}

/// Whether our king is safe after a piece other than a pawn has gone from `from` to `to`.
#[inline(always)]
pub(crate) fn stays_safe<L: Sliders>(position: &Position, from: Square, to: Square) -> bool {
    let (board, turn) = (&position.board, position.turn);
    // If the king itself moves, it is the square it goes to that must be safe.
    let king = if board.by_role(Role::King).contains(from) { to } else { position.king(turn) };
    let attackers = board.attackers::<L>(king, !turn, board.occupied().without(from).with(to));
    attackers.without(to).is_empty()
}

/// The move of our pawn on `from`, if it is legal.
#[inline(always)]
pub(crate) fn pawn_move<L: Sliders>(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let (turn, occupied) = (position.turn, position.board.occupied());
    let (kind, taken) = pawn_step(position, from, to)?;
    let (arriving, kind) = match (to.rank() == Rank::Eighth.seen_by(turn), promotion) {
        (false, None) => (Role::Pawn, kind),
        (true, Some(role @ (Role::Queen | Role::Rook | Role::Bishop | Role::Knight))) => {
            (role, Kind::Promotion)
        }
        _ => return None,
    };
    let blockers = (occupied - taken).without(from).with(to);
    let attackers = position.board.attackers::<L>(position.king(turn), !turn, blockers) - taken;
    attackers.is_empty().then_some(Move { from, target: to, arriving, kind })
}

/// How our pawn on `from` gets to `to`, and what it takes there, but for the safety of its king.
#[inline(always)]
fn pawn_step(position: &Position, from: Square, to: Square) -> Option<(Kind, Bitboard)> {
    let (turn, occupied) = (position.turn, position.board.occupied());
    let target = to.bitboard();
    if attacks::pawn(turn, from).contains(to) {
        return match position.en_passant {
            Some(square) if square == to => Some((Kind::EnPassant, passed_pawn(to, turn))),
            _ => position.board.by_color(!turn).contains(to).then_some((Kind::Pawn, target)),
        };
    }
    let once = from.bitboard().pawns_forward(turn) - occupied;
    if once == target {
        return Some((Kind::Pawn, Bitboard::EMPTY));
    }
    let twice = once.pawns_forward(turn) - occupied;
    let is_home = from.rank() == Rank::Second.seen_by(turn);
    (is_home && twice == target).then_some((Kind::DoublePush, Bitboard::EMPTY))
}

/// Castling, if a king that is asked to go from `from` to `to` is meant to castle and may.
#[inline(never)]
fn castling_move<L: Sliders>(position: &Position, from: Square, to: Square) -> Option<Move> {
    castling::<L>(position, from, castling_intent(position, from, to)?).ok()
}

/// The side to which a king that is asked to go from `from` to `to` is meant to castle, if it is.
fn castling_intent(position: &Position, from: Square, to: Square) -> Option<CastlingSide> {
    let turn = position.turn;
    if position.board.by_piece(Role::Rook.of(turn)).contains(to) {
        let side = if to > from { CastlingSide::King } else { CastlingSide::Queen };
        // Taking an own rook is castling only with the rook that has the right to, if there is one.
        return match position.castling_rook(turn, side) {
            Some(rook) => (rook == to).then_some(side),
            None => (from.rank() == to.rank() && from.rank() == Rank::First.seen_by(turn)).then_some(side),
        };
    }
    let far = from.distance(to) >= 2 && from.rank() == to.rank() && from.rank() == Rank::First.seen_by(turn);
    CastlingSide::ALL.into_iter().find(|side| far && to.file() == side.king_file())
}

/// Castling, if nothing forbids it; else the first thing that does.
pub(crate) fn castling<L: Sliders>(
    position: &Position,
    king: Square,
    side: CastlingSide,
) -> Result<Move, IllegalMove> {
    let refuse = |why| Err(IllegalMove::Castling { side, why });
    let (board, turn) = (&position.board, position.turn);
    let Some(rook) = position.castling_rook(turn, side) else {
        return refuse(CastlingRefusal::NoRight);
    };
    let path = CastlingPath::new(king, rook);
    let others = board.occupied().without(king).without(rook);
    if let Some(square) = (others & path.must_be_empty).first() {
        return refuse(CastlingRefusal::Blocked(square));
    }
    if let Some(by) = board.attackers::<L>(king, !turn, board.occupied()).first() {
        return refuse(CastlingRefusal::InCheck { by });
    }
    for square in path.must_be_safe {
        if let Some(by) = board.attackers::<L>(square, !turn, board.occupied().without(king)).first() {
            return refuse(CastlingRefusal::Attacked { square, by });
        }
    }
    // In Chess960 the rook that leaves may uncover an attack on its own king.
    let after = others.with(path.king_to).with(path.rook_to);
    if let Some(by) = board.attackers::<L>(path.king_to, !turn, after).first() {
        return refuse(CastlingRefusal::Attacked { square: path.king_to, by });
    }
    Ok(Move { from: king, target: rook, arriving: Role::King, kind: Kind::Castling })
}

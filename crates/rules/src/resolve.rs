//! From a written move to a legal one, or to the reason why it is none.
//!
//! Whether a move is legal is decided quickly and first; only for one that is not, the reason is looked for.

mod explain;
mod illegal;

pub(crate) use explain::own_piece;
pub use illegal::{CastlingRefusal, IllegalMove};

use crate::attacks;
use crate::generate::CastlingPath;
use crate::moves::Kind;
use crate::play::passed_pawn;
use crate::{Bitboard, CastlingSide, Move, Position, Rank, Role, Square, UciMove};

/// The last ranks of both sides; a pawn gets to no other than its own.
const LAST_RANKS: Bitboard = Rank::First.bitboard().or(Rank::Eighth.bitboard());

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
        legal(self, written).ok_or_else(|| explain::refusal(self, written))
    }

    /// Whether a written move is legal.
    #[inline]
    pub fn is_legal(&self, written: UciMove) -> bool {
        legal(self, written).is_some()
    }
}

/// The legal move that was written, if it is one.
#[inline(always)]
fn legal(position: &Position, UciMove { from, to, promotion }: UciMove) -> Option<Move> {
    let board = &position.board;
    let ours = board.by_color(position.turn);
    if !ours.contains(from) {
        return None;
    }
    if board.by_role(Role::Pawn).contains(from) {
        return pawn_move(position, from, to, promotion);
    }
    if promotion.is_some() {
        return None;
    }
    if board.by_role(Role::King).contains(from) {
        return king_move(position, from, to);
    }
    let role = board.role_at(from)?;
    let is_legal = (attacks::reach(role, from) - ours).contains(to)
        && !attacks::between(from, to).meets(board.occupied())
        && king_stays_safe(position, from, to);
    is_legal.then_some(Move { from, target: to, arriving: role, kind: Kind::Piece })
}

/// The move of our king on `from`, if it is legal.
#[inline(always)]
fn king_move(position: &Position, from: Square, to: Square) -> Option<Move> {
    let steps = attacks::king(from) - position.board.by_color(position.turn);
    if !steps.contains(to) {
        return castling_move(position, from, to);
    }
    let step = Move { from, target: to, arriving: Role::King, kind: Kind::Piece };
    king_steps_safely(position, from, to).then_some(step)
}

/// Whether our king is safe after a piece of this kind, not a pawn, has gone from `from` to `to`.
#[inline]
pub(crate) fn stays_safe(position: &Position, role: Role, from: Square, to: Square) -> bool {
    if role == Role::King {
        king_steps_safely(position, from, to)
    } else {
        king_stays_safe(position, from, to)
    }
}

/// Whether our king is safe where it goes.
#[inline(always)]
fn king_steps_safely(position: &Position, from: Square, to: Square) -> bool {
    let (board, turn) = (&position.board, position.turn);
    !board.is_attacked_through(to, !turn, board.occupied().without(from).with(to), to.bitboard())
}

/// Whether our king is safe after another piece than itself or a pawn has moved.
#[inline(always)]
fn king_stays_safe(position: &Position, from: Square, to: Square) -> bool {
    let (board, turn) = (&position.board, position.turn);
    let occupied = board.occupied().without(from).with(to);
    !board.is_checked_through(position.king(turn), !turn, occupied, to.bitboard())
}

/// The move of our pawn on `from`, if it is legal.
#[inline(always)]
pub(crate) fn pawn_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let (board, turn) = (&position.board, position.turn);
    let way = pawn_way(position, from, to)?;
    let (arriving, kind) = match (promotion, LAST_RANKS.contains(to)) {
        (None, false) => (Role::Pawn, way),
        (Some(role @ (Role::Queen | Role::Rook | Role::Bishop | Role::Knight)), true) => {
            (role, Kind::Promotion)
        }
        (Some(_), _) | (None, true) => return None,
    };
    let taken = if way == Kind::EnPassant { passed_pawn(to, turn) } else { to.bitboard() };
    let occupied = (board.occupied() - taken).without(from).with(to);
    let is_safe = !board.is_checked_through(position.king(turn), !turn, occupied, taken);
    is_safe.then_some(Move { from, target: to, arriving, kind })
}

/// How a pawn of the side to move gets from `from` to `to`, but for promotion and the safety of its king; none if it
/// does not.
#[inline(always)]
fn pawn_way(position: &Position, from: Square, to: Square) -> Option<Kind> {
    let (board, turn) = (&position.board, position.turn);
    let (kind, may) = match to.index().abs_diff(from.index()) {
        8 => (Kind::Pawn, (from.bitboard().pawns_forward(turn) - board.occupied()).contains(to)),
        16 => {
            let way = attacks::between(from, to).with(to);
            let starts = Rank::Second.seen_by(turn).bitboard().contains(from);
            (Kind::DoublePush, starts && !way.meets(board.occupied()))
        }
        _ => {
            let captures = attacks::pawn(turn, from).contains(to);
            let kind = if position.en_passant == Some(to) { Kind::EnPassant } else { Kind::Pawn };
            (kind, captures && (kind == Kind::EnPassant || board.by_color(!turn).contains(to)))
        }
    };
    may.then_some(kind)
}

/// Castling, if a king that is asked to go from `from` to `to` is meant to castle and may.
#[inline(never)]
fn castling_move(position: &Position, from: Square, to: Square) -> Option<Move> {
    castling(position, from, castling_intent(position, from, to)?).ok()
}

/// The side to which a king that is asked to go from `from` to `to` is meant to castle, if it is.
fn castling_intent(position: &Position, from: Square, to: Square) -> Option<CastlingSide> {
    let turn = position.turn;
    if from.rank() != to.rank() || from.rank() != Rank::First.seen_by(turn) {
        return None;
    }
    if position.board.by_piece(Role::Rook.of(turn)).contains(to) {
        let side = if to > from { CastlingSide::King } else { CastlingSide::Queen };
        // Taking an own rook means castling with it, if it has the right to or if no other has.
        if position.castling_rook(turn, side).is_none_or(|rook| rook == to) {
            return Some(side);
        }
    }
    CastlingSide::ALL.into_iter().find(|side| from.distance(to) >= 2 && to.file() == side.king_file())
}

/// Castling, if nothing forbids it; else the first thing that does.
pub(crate) fn castling(position: &Position, king: Square, side: CastlingSide) -> Result<Move, IllegalMove> {
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
    if let Some(by) = board.attackers_of(king, !turn).first() {
        return refuse(CastlingRefusal::InCheck { by });
    }
    for square in path.must_be_safe {
        if let Some(by) = board.attackers_through(square, !turn, board.occupied().without(king)).first() {
            return refuse(CastlingRefusal::Attacked { square, by });
        }
    }
    // In Chess960 the rook that leaves may uncover an attack on its own king.
    let after = others.with(path.king_to).with(path.rook_to);
    if let Some(by) = board.attackers_through(path.king_to, !turn, after).first() {
        return refuse(CastlingRefusal::Attacked { square: path.king_to, by });
    }
    Ok(Move { from: king, target: rook, arriving: Role::King, kind: Kind::Castling })
}

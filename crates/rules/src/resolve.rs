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
#[inline]
fn legal(position: &Position, UciMove { from, to, promotion }: UciMove) -> Option<Move> {
    let board = &position.board;
    let role = board.role_at(from)?;
    let ours = board.by_color(position.turn);
    if !ours.contains(from) {
        return None;
    }
    if role == Role::Pawn {
        return pawn_move(position, from, to, promotion);
    }
    if promotion.is_some() {
        return None;
    }
    let gets_there = attacks::reach(role, from).contains(to)
        && !ours.contains(to)
        && !attacks::between(from, to).meets(board.occupied());
    if !gets_there {
        return if role == Role::King { castling_move(position, from, to) } else { None };
    }
    stays_safe(position, role, from, to).then_some(Move {
        from,
        target: to,
        arriving: role,
        kind: Kind::Piece,
    })
}

/// Whether our king is safe after a piece of this kind, not a pawn, has gone from `from` to `to`.
#[inline]
pub(crate) fn stays_safe(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let (board, turn) = (&position.board, position.turn);
    // If the king itself moves, it is the square it goes to that must be safe.
    let king = if role == Role::King { to } else { position.king(turn) };
    let occupied = board.occupied().without(from).with(to);
    !board.is_attacked_through(king, !turn, occupied, to.bitboard())
}

/// The move of our pawn on `from`, if it is legal.
#[inline]
pub(crate) fn pawn_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let (board, turn, target) = (&position.board, position.turn, to.bitboard());
    let PawnTargets { pushes, double_pushes, captures, en_passant } = PawnTargets::new(position, from);
    if !target.meets(pushes | double_pushes | captures | en_passant) {
        return None;
    }
    let (arriving, kind) = match (promotion, to.rank() == Rank::Eighth.seen_by(turn)) {
        (Some(role @ (Role::Queen | Role::Rook | Role::Bishop | Role::Knight)), true) => {
            (role, Kind::Promotion)
        }
        (Some(_), _) | (None, true) => return None,
        (None, false) if en_passant == target => (Role::Pawn, Kind::EnPassant),
        (None, false) if double_pushes == target => (Role::Pawn, Kind::DoublePush),
        (None, false) => (Role::Pawn, Kind::Pawn),
    };
    let taken = if en_passant == target { passed_pawn(to, turn) } else { target };
    let occupied = (board.occupied() - taken).without(from).with(to);
    let is_safe = !board.is_attacked_through(position.king(turn), !turn, occupied, taken);
    is_safe.then_some(Move { from, target: to, arriving, kind })
}

/// Where a pawn of the side to move may go, but for the safety of its king.
struct PawnTargets {
    pushes: Bitboard,
    double_pushes: Bitboard,
    captures: Bitboard,
    en_passant: Bitboard,
}

impl PawnTargets {
    #[inline(always)]
    fn new(position: &Position, from: Square) -> Self {
        let (board, turn) = (&position.board, position.turn);
        let pushes = from.bitboard().pawns_forward(turn) - board.occupied();
        let halfway = pushes & Rank::Third.seen_by(turn).bitboard();
        let attacked = attacks::pawn(turn, from);
        Self {
            pushes,
            double_pushes: halfway.pawns_forward(turn) - board.occupied(),
            captures: attacked & board.by_color(!turn),
            en_passant: attacked & position.en_passant.map_or(Bitboard::EMPTY, Square::bitboard),
        }
    }
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

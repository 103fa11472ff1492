//! From a written move to a legal one, or to the reason why it is none.

mod illegal;

pub use illegal::{CastlingRefusal, IllegalMove};

use crate::attacks::{self, Sliders, Task, dispatch};
use crate::generate::CastlingPath;
use crate::moves::Kind;
use crate::play::passed_pawn;
use crate::{Bitboard, Board, CastlingSide, Color, Move, Position, Rank, Role, Square, UciMove};

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
        dispatch(Resolve { position: self, written })
    }

    /// Whether a written move is legal.
    #[inline]
    pub fn is_legal(&self, written: UciMove) -> bool {
        self.resolve(written).is_ok()
    }
}

struct Resolve<'a> {
    position: &'a Position,
    written: UciMove,
}

impl Task for Resolve<'_> {
    type Output = Result<Move, IllegalMove>;

    #[inline(always)]
    fn run<L: Sliders>(self) -> Result<Move, IllegalMove> {
        let Self { position, written: UciMove { from, to, promotion } } = self;
        let Some(role) = position.board.role_at(from) else {
            return Err(IllegalMove::NoPiece(from));
        };
        let turn = position.turn;
        let ours = position.board.by_color(turn);
        if !ours.contains(from) {
            return Err(IllegalMove::NotYours { piece: role.of(!turn), square: from });
        }
        let geometry = if role == Role::Pawn {
            return pawn_move::<L>(position, from, to, promotion);
        } else {
            reach::<L>(role, from, position.board.occupied())
        };
        if !geometry.contains(to) || ours.contains(to) {
            return not_plain::<L>(position, role, from, to, promotion);
        }
        if let Some(wrong) = promotion {
            return Err(IllegalMove::CannotPromote(wrong));
        }
        let mv = Move { from, target: to, arriving: role, kind: Kind::Piece };
        checked::<L>(position, mv, position.board.occupied().without(from).with(to), to.bitboard())
    }
}

/// What a piece other than a pawn attacks.
#[inline(always)]
pub(crate) fn reach<L: Sliders>(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight(from),
        Role::Bishop => L::bishop(from, occupied),
        Role::Rook => L::rook(from, occupied),
        Role::Queen => L::queen(from, occupied),
        Role::King => attacks::king(from),
    }
}

/// The move, unless it leaves its own king attacked when only `occupied` squares block and the `taken` are gone.
#[inline(always)]
fn checked<L: Sliders>(
    position: &Position,
    mv: Move,
    occupied: Bitboard,
    taken: Bitboard,
) -> Result<Move, IllegalMove> {
    let turn = position.turn;
    let king = if mv.arriving == Role::King { mv.target } else { position.king(turn) };
    let attackers = position.board.attackers::<L>(king, !turn, occupied) - taken;
    match attackers.first() {
        None => Ok(mv),
        Some(by) => Err(leaves_in_check(&position.board, king, by)),
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

#[cold]
fn leaves_in_check(board: &Board, king: Square, by: Square) -> IllegalMove {
    let role = board.role_at(by).unwrap_or(Role::King);
    IllegalMove::LeavesKingInCheck { king, by, role }
}

#[inline(always)]
pub(crate) fn pawn_move<L: Sliders>(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, IllegalMove> {
    let (turn, occupied) = (position.turn, position.board.occupied());
    let theirs = position.board.by_color(!turn);
    let distance = match turn {
        Color::White => to.index().wrapping_sub(from.index()),
        Color::Black => from.index().wrapping_sub(to.index()),
    };
    let (kind, taken) = if attacks::pawn(turn, from).contains(to) {
        if theirs.contains(to) {
            (Kind::Pawn, to.bitboard())
        } else if position.en_passant == Some(to) {
            (Kind::EnPassant, passed_pawn(to, turn))
        } else {
            return Err(illegal::pawn_capture(position, from, to));
        }
    } else if distance == 8 && !occupied.contains(to) {
        (Kind::Pawn, Bitboard::EMPTY)
    } else if distance == 16
        && from.rank() == Rank::Second.seen_by(turn)
        && !occupied.meets(attacks::between(from, to).with(to))
    {
        (Kind::DoublePush, Bitboard::EMPTY)
    } else {
        return Err(illegal::pawn(position, from, to));
    };
    let mv = match (to.rank() == Rank::Eighth.seen_by(turn), promotion) {
        (false, None) => Move { from, target: to, arriving: Role::Pawn, kind },
        (true, Some(arriving @ (Role::Queen | Role::Rook | Role::Bishop | Role::Knight))) => {
            Move { from, target: to, arriving, kind: Kind::Promotion }
        }
        (true, None) => return Err(IllegalMove::PromotionMissing { from, to }),
        (_, Some(wrong)) => return Err(IllegalMove::CannotPromote(wrong)),
    };
    checked::<L>(position, mv, occupied.without(from).with(to) - (taken - to.bitboard()), taken)
}

/// A move that is no plain step of its piece: castling, or not how the piece moves.
#[inline(never)]
fn not_plain<L: Sliders>(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, IllegalMove> {
    if role == Role::King
        && let Some(side) = castling_intent(position, from, to)
    {
        return match promotion {
            Some(wrong) => Err(IllegalMove::CannotPromote(wrong)),
            None => castling::<L>(position, from, side),
        };
    }
    Err(illegal::piece(position, role, from, to))
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

//! Finds the reason why a written move is not legal; off the fast path, and in the order in which a player would ask.

use super::{IllegalMove, castling, castling_intent, pawn_move, pawn_way};
use crate::attacks;
use crate::moves::Kind;
use crate::play::passed_pawn;
use crate::{Bitboard, Color, Position, Rank, Role, Square, UciMove};

/// Why this move, which is not legal, is not legal.
#[cold]
pub(super) fn refusal(position: &Position, written: UciMove) -> IllegalMove {
    let (from, turn) = (written.from, position.turn);
    match position.piece_at(from) {
        None => IllegalMove::NoPiece(from),
        Some(piece) if piece.color != turn => IllegalMove::NotYours { piece, square: from },
        Some(piece) if piece.role == Role::Pawn => pawn(position, written),
        Some(piece) => other_piece(position, piece.role, written),
    }
}

fn pawn(position: &Position, UciMove { from, to, promotion }: UciMove) -> IllegalMove {
    let turn = position.turn;
    let Some(way) = pawn_way(position, from, to) else {
        return if attacks::pawn(turn, from).contains(to) {
            own_piece(position, to).unwrap_or(IllegalMove::NothingToTake { from, to })
        } else {
            pawn_push(position, from, to)
        };
    };
    let taken = if way == Kind::EnPassant { passed_pawn(to, turn) } else { to.bitboard() };
    match (to.rank() == Rank::Eighth.seen_by(turn), promotion) {
        // Whoever may not promote at all need not say to what.
        (true, None) if pawn_move(position, from, to, Some(Role::Queen)).is_some() => {
            IllegalMove::PromotionMissing { from, to }
        }
        (true, Some(wrong @ (Role::Pawn | Role::King))) | (false, Some(wrong)) => {
            IllegalMove::CannotPromote(wrong)
        }
        _ => {
            let occupied = (position.board.occupied() - taken).without(from).with(to);
            leaves_in_check(position, position.king(turn), occupied, taken)
        }
    }
}

/// Why a pawn does not get there by going straight ahead.
fn pawn_push(position: &Position, from: Square, to: Square) -> IllegalMove {
    let ahead = from.bitboard();
    let (reachable, home) = match position.turn {
        Color::White => (ahead.up() | ahead.up().up(), Rank::Second),
        Color::Black => (ahead.down() | ahead.down().down(), Rank::Seventh),
    };
    let is_push = reachable.contains(to) && (from.distance(to) == 1 || from.rank() == home);
    match first_blocker(position, from, attacks::between(from, to).with(to)) {
        Some(blocker) if is_push => IllegalMove::InTheWay { role: Role::Pawn, from, to, blocker },
        _ => IllegalMove::NotHowItMoves { role: Role::Pawn, from, to },
    }
}

fn other_piece(position: &Position, role: Role, UciMove { from, to, promotion }: UciMove) -> IllegalMove {
    let is_move = attacks::reach(role, from).contains(to);
    if role == Role::King
        && (!is_move || own_piece(position, to).is_some())
        && let Some(side) = castling_intent(position, from, to)
    {
        if let Some(wrong) = promotion {
            return IllegalMove::CannotPromote(wrong);
        }
        if let Err(refused) = castling(position, from, side) {
            return refused;
        }
    }
    if !is_move {
        return IllegalMove::NotHowItMoves { role, from, to };
    }
    if let Some(blocker) = first_blocker(position, from, attacks::between(from, to)) {
        return IllegalMove::InTheWay { role, from, to, blocker };
    }
    if let Some(own) = own_piece(position, to) {
        return own;
    }
    if let Some(wrong) = promotion {
        return IllegalMove::CannotPromote(wrong);
    }
    let king = if role == Role::King { to } else { position.king(position.turn) };
    let occupied = position.board.occupied().without(from).with(to);
    leaves_in_check(position, king, occupied, to.bitboard())
}

/// The refusal to take one's own piece, if one stands there.
#[inline]
pub(crate) fn own_piece(position: &Position, square: Square) -> Option<IllegalMove> {
    let piece = position.piece_at(square).filter(|piece| piece.color == position.turn)?;
    Some(IllegalMove::TakesOwnPiece { square, role: piece.role })
}

/// The occupied square among `squares` that is nearest to `from`.
fn first_blocker(position: &Position, from: Square, squares: Bitboard) -> Option<Square> {
    let blockers = squares & position.board.occupied();
    blockers.into_iter().min_by_key(|square| square.distance(from))
}

/// The piece that would take the king, once `occupied` squares block and the `taken` pieces are gone.
fn leaves_in_check(position: &Position, king: Square, occupied: Bitboard, taken: Bitboard) -> IllegalMove {
    let attackers = position.board.attackers_through(king, !position.turn, occupied) - taken;
    let by = attackers.first().unwrap_or(king);
    IllegalMove::LeavesKingInCheck { king, by, role: position.board.role_at(by).unwrap_or(Role::King) }
}

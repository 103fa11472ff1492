//! What one side could take, or attack next, and the room it has.

use super::side::Side;
use super::tally::Tally;
use super::terms::Term;
use super::view::{Army, View};
use regence_rules::{Bitboard, File, Rank};

/// Tells what one side threatens. Both sides' pieces must have been looked at.
#[inline(always)]
pub(super) fn threats<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let (own, enemy) = view.sides::<S>();
    let officers = enemy.officers();
    let unguarded = enemy.all - enemy.pawn_attacks;
    // A pawn is worth attacking only if no pawn protects it; anything else is.
    let prey = officers | unguarded & enemy.pawns;
    by_victim::<S, T>(Term::PawnThreat, own.pawn_attacks & officers, enemy, tally);
    by_victim::<S, T>(Term::MinorThreat, (own.knight_attacks | own.bishop_attacks) & prey, enemy, tally);
    by_victim::<S, T>(Term::RookThreat, own.rook_attacks & prey, enemy, tally);
    let takeable = own.king_attacks & (unguarded - enemy.double_attacks);
    tally.add(S::COLOR, Term::KingThreat, 0, takeable.len() as i32);
    let hanging = own.attacks & (enemy.all - enemy.attacks);
    tally.add(S::COLOR, Term::Hanging, 0, hanging.len() as i32);
    let pushed = safe_steps::<S>(view, own, enemy);
    let attacked = (S::pawn_attacks(pushed) - own.pawn_attacks) & officers;
    tally.add(S::COLOR, Term::PushThreat, 0, attacked.len() as i32);
    space::<S, T>(own, enemy, tally);
}

/// Counts attacked pieces by kind. Pawns come first where the term knows them.
#[inline(always)]
fn by_victim<S: Side, T: Tally>(term: Term, attacked: Bitboard, enemy: &Army, tally: &mut T) {
    if attacked.is_empty() {
        return;
    }
    let first = term.len() - 4;
    if first == 1 {
        tally.add(S::COLOR, term, 0, (attacked & enemy.pawns).len() as i32);
    }
    for (kind, set) in [enemy.knights, enemy.bishops, enemy.rooks, enemy.queens].into_iter().enumerate() {
        tally.add(S::COLOR, term, first + kind, (attacked & set).len() as i32);
    }
}

/// Where a pawn can step without being lost at once.
#[inline(always)]
fn safe_steps<S: Side>(view: &View, own: &Army, enemy: &Army) -> Bitboard {
    let once = S::forward(own.pawns) - view.occupied;
    let twice = S::forward(once & S::rank_set(Rank::Third)) - view.occupied;
    ((once | twice) - enemy.pawn_attacks) & (own.attacks | !enemy.attacks)
}

/// Safe squares in the own half of the four middle files.
#[inline(always)]
fn space<S: Side, T: Tally>(own: &Army, enemy: &Army, tally: &mut T) {
    let middle = File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let half = S::rank_set(Rank::Second) | S::rank_set(Rank::Third) | S::rank_set(Rank::Fourth);
    let safe = (middle & half) - own.pawns - enemy.pawn_attacks;
    tally.add(S::COLOR, Term::Space, 0, safe.len() as i32);
}

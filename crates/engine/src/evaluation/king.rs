//! How safe a king is: the pawns before him, and what the enemy has aimed at him.

use super::side::{Side, beside, files};
use super::tally::Tally;
use super::terms::Term;
use super::view::View;
use regence_rules::attacks::{self, Sliders};
use regence_rules::{Bitboard, File, Rank};

/// What each possible safe check adds to the units of attack.
const KNIGHT_CHECK: i32 = 4;
const BISHOP_CHECK: i32 = 3;
const ROOK_CHECK: i32 = 5;
const QUEEN_CHECK: i32 = 4;
/// What each square next to the king that only he protects adds.
const WEAK_SQUARE: i32 = 2;
/// What an attack without a queen lacks.
const NO_QUEEN: i32 = 6;

/// Tells how one side's king stands. Both sides' pieces must have been looked at.
#[inline(always)]
pub(super) fn king<S: Side, L: Sliders, T: Tally>(view: &View, tally: &mut T) {
    let (own, _) = view.sides::<S>();
    tally.add(S::COLOR, Term::KingSquares, S::table_index(own.king), 1);
    let rights = view.castling & S::rank_set(Rank::First);
    tally.add(S::COLOR, Term::MayCastle, 0, rights.len() as i32);
    pawn_cover::<S, T>(view, tally);
    danger::<S, L, T>(view, tally);
}

/// On the king's file and the two beside it: the first own pawn ahead of him, and the first enemy pawn.
#[inline(always)]
fn pawn_cover<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let (own, enemy) = view.sides::<S>();
    let king = own.king.bitboard();
    let ahead = S::fill_forward(S::rank_set(Rank::ALL[S::rank(own.king)]));
    let (shelter, storm) = (own.pawns & ahead, enemy.pawns & ahead);
    // At the edge of the board the three files next to it count.
    let centre = own.king.index() % 8;
    let first = centre.clamp(1, 6) - 1;
    for file in first..first + 3 {
        let squares = File::ALL[file].bitboard();
        let shield = S::nearest(shelter & squares);
        let stormer = S::nearest(storm & squares);
        let beside_king = if file == centre { 0 } else { 8 };
        tally.add(S::COLOR, Term::Shelter, beside_king + shield.map_or(0, S::rank), 1);
        let blocked = stormer.is_some_and(|pawn| S::backward(pawn.bitboard()).meets(own.pawns));
        let row = if blocked { 8 } else { 0 };
        tally.add(S::COLOR, Term::Storm, row + stormer.map_or(0, S::rank), 1);
    }
    let near = files(king | beside(king)) & S::rank_set(Rank::First);
    let open = near - files(own.pawns | enemy.pawns);
    tally.add(S::COLOR, Term::KingOpenFile, 0, open.len() as i32);
}

/// How hard the king is attacked: pieces that look at his zone, squares only he protects, checks to come.
#[inline(always)]
fn danger<S: Side, L: Sliders, T: Tally>(view: &View, tally: &mut T) {
    let (own, enemy) = view.sides::<S>();
    // One piece alone does not mate.
    if enemy.king_attackers + enemy.queens.len() as i32 <= 1 {
        return;
    }
    let weak = (own.king_attacks & enemy.attacks) - own.double_attacks;
    // A check is safe where nothing can take, or only the king, who may not because the square is attacked twice.
    let safe = !enemy.all & (!own.attacks | enemy.double_attacks & (own.king_attacks - own.double_attacks));
    let blockers = view.occupied - own.queens;
    let diagonal = L::bishop(own.king, blockers) & safe;
    let orthogonal = L::rook(own.king, blockers) & safe;
    let checks = |squares: Bitboard, units: i32| if squares.any() { units } else { 0 };
    let units = enemy.king_attack_units
        + WEAK_SQUARE * weak.len() as i32
        + checks(attacks::knight(own.king) & enemy.knight_attacks & safe, KNIGHT_CHECK)
        + checks(diagonal & enemy.bishop_attacks, BISHOP_CHECK)
        + checks(orthogonal & enemy.rook_attacks, ROOK_CHECK)
        + checks((diagonal | orthogonal) & enemy.queen_attacks, QUEEN_CHECK)
        - if enemy.queens.is_empty() { NO_QUEEN } else { 0 };
    let last = Term::KingDanger.len() - 1;
    tally.add(S::COLOR, Term::KingDanger, (units.max(0) as usize).min(last), 1);
}

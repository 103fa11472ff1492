//! Knights, bishops, rooks and queens: where they stand, what they reach, what they make of the pawns.

use super::side::{Side, files};
use super::tally::Tally;
use super::terms::Term;
use super::view::{Army, View};
use regence_rules::attacks::{self, Sliders};
use regence_rules::{Bitboard, Rank, Square};

/// How much a piece adds to the attack on the king whose zone it looks at, and for each square next to him.
const KNIGHT_UNITS: i32 = 2;
const BISHOP_UNITS: i32 = 2;
const ROOK_UNITS: i32 = 3;
const QUEEN_UNITS: i32 = 4;

/// Tells what one side's officers are worth, and notes what they attack.
#[inline(always)]
pub(super) fn pieces<S: Side, L: Sliders, T: Tally>(view: &mut View, passed: Bitboard, tally: &mut T) {
    let occupied = view.occupied;
    let (own, enemy) = view.sides_mut::<S>();
    let useful = useful_squares::<S>(own, enemy, occupied);
    knights::<S, T>(own, enemy, useful, tally);
    bishops::<S, L, T>(own, enemy, useful, occupied, tally);
    rooks::<S, L, T>(own, enemy, useful, occupied, tally);
    queens::<S, L, T>(own, enemy, useful, occupied, tally);
    minors::<S, T>(own, enemy, tally);
    rooks_and_pawns::<S, T>(own, enemy, passed, tally);
}

/// Where a piece could stand to some purpose: not where an enemy pawn takes it, nor in the place of the own king or of a pawn
/// that cannot make way.
#[inline(always)]
fn useful_squares<S: Side>(own: &Army, enemy: &Army, occupied: Bitboard) -> Bitboard {
    let stuck = own.pawns & (S::backward(occupied) | S::rank_set(Rank::Second));
    !(enemy.pawn_attacks | stuck | own.king.bitboard())
}

/// Notes what a piece attacks, and its part in the attack on the enemy king.
#[inline(always)]
fn attack(own: &mut Army, enemy: &Army, squares: Bitboard, units: i32) {
    own.attack(squares);
    if squares.meets(enemy.king_zone) {
        own.king_attackers += 1;
        own.king_attack_units += units + (squares & enemy.king_attacks).len() as i32;
    }
}

#[inline(always)]
fn knights<S: Side, T: Tally>(own: &mut Army, enemy: &Army, useful: Bitboard, tally: &mut T) {
    for square in own.knights {
        let reached = attacks::knight(square);
        own.knight_attacks |= reached;
        attack(own, enemy, reached, KNIGHT_UNITS);
        tally.add(S::COLOR, Term::KnightSquares, S::table_index(square), 1);
        tally.add(S::COLOR, Term::KnightMobility, (reached & useful).len(), 1);
        tally.add(S::COLOR, Term::KingDistance, 0, own.king.distance(square) as i32);
    }
}

#[inline(always)]
fn bishops<S: Side, L: Sliders, T: Tally>(
    own: &mut Army,
    enemy: &Army,
    useful: Bitboard,
    occupied: Bitboard,
    tally: &mut T,
) {
    // Sliders of one kind stand behind each other, not in each other's way.
    let blockers = occupied - own.queens;
    for square in own.bishops {
        let reached = L::bishop(square, blockers);
        own.bishop_attacks |= reached;
        attack(own, enemy, reached, BISHOP_UNITS);
        tally.add(S::COLOR, Term::BishopSquares, S::table_index(square), 1);
        tally.add(S::COLOR, Term::BishopMobility, (reached & useful).len(), 1);
        tally.add(S::COLOR, Term::KingDistance, 1, own.king.distance(square) as i32);
        tally.add(S::COLOR, Term::BishopPawns, 0, (own.pawns & colour_of(square)).len() as i32);
    }
    tally.add(S::COLOR, Term::BishopPair, 0, i32::from(own.bishops.is_many()));
}

#[inline(always)]
fn rooks<S: Side, L: Sliders, T: Tally>(
    own: &mut Army,
    enemy: &Army,
    useful: Bitboard,
    occupied: Bitboard,
    tally: &mut T,
) {
    let blockers = occupied - (own.queens | own.rooks);
    for square in own.rooks {
        let reached = L::rook(square, blockers);
        own.rook_attacks |= reached;
        attack(own, enemy, reached, ROOK_UNITS);
        tally.add(S::COLOR, Term::RookSquares, S::table_index(square), 1);
        tally.add(S::COLOR, Term::RookMobility, (reached & useful).len(), 1);
    }
}

#[inline(always)]
fn queens<S: Side, L: Sliders, T: Tally>(
    own: &mut Army,
    enemy: &Army,
    useful: Bitboard,
    occupied: Bitboard,
    tally: &mut T,
) {
    for square in own.queens {
        let reached = L::queen(square, occupied);
        own.queen_attacks |= reached;
        attack(own, enemy, reached, QUEEN_UNITS);
        tally.add(S::COLOR, Term::QueenSquares, S::table_index(square), 1);
        tally.add(S::COLOR, Term::QueenMobility, (reached & useful).len(), 1);
    }
}

/// What pawns make of knights and bishops.
#[inline(always)]
fn minors<S: Side, T: Tally>(own: &Army, enemy: &Army, tally: &mut T) {
    let outposts = S::rank_set(Rank::Fourth) | S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let secure = (outposts & own.pawn_attacks) - S::Other::fill_forward(enemy.pawn_attacks);
    tally.add(S::COLOR, Term::Outpost, 0, (own.knights & secure).len() as i32);
    tally.add(S::COLOR, Term::Outpost, 1, (own.bishops & secure).len() as i32);
    let behind = S::backward(own.pawns | enemy.pawns);
    tally.add(S::COLOR, Term::BehindPawn, 0, ((own.knights | own.bishops) & behind).len() as i32);
}

/// What pawns make of rooks.
#[inline(always)]
fn rooks_and_pawns<S: Side, T: Tally>(own: &Army, enemy: &Army, passed: Bitboard, tally: &mut T) {
    let open = own.rooks - files(own.pawns);
    let enemy_files = files(enemy.pawns);
    tally.add(S::COLOR, Term::RookFile, 0, (open - enemy_files).len() as i32);
    tally.add(S::COLOR, Term::RookFile, 1, (open & enemy_files).len() as i32);
    let seventh = S::rank_set(Rank::Seventh);
    let prey = enemy.pawns & seventh | enemy.king.bitboard() & S::rank_set(Rank::Eighth);
    if prey.any() {
        tally.add(S::COLOR, Term::RookSeventh, 0, (own.rooks & seventh).len() as i32);
    }
    let behind_own = S::Other::ahead(own.pawns & passed);
    let behind_enemy = S::ahead(enemy.pawns & passed);
    tally.add(S::COLOR, Term::RookBehindPassed, 0, (own.rooks & behind_own).len() as i32);
    tally.add(S::COLOR, Term::RookBehindPassed, 1, (own.rooks & behind_enemy).len() as i32);
    let pawns_beyond_five = own.pawns.len() as i32 - 5;
    tally.add(S::COLOR, Term::KnightPawns, 0, own.knights.len() as i32 * pawns_beyond_five);
    tally.add(S::COLOR, Term::RookPawns, 0, own.rooks.len() as i32 * pawns_beyond_five);
}

/// The squares of the colour of this one.
#[inline(always)]
fn colour_of(square: Square) -> Bitboard {
    if square.is_light() { Bitboard::LIGHT } else { Bitboard::DARK }
}

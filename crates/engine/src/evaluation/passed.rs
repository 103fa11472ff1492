//! Passed pawns on their way: what stands before them, who guards it, where the kings are.

use super::side::Side;
use super::tally::Tally;
use super::terms::Term;
use super::view::{Army, View};
use regence_rules::{Bitboard, Square};

/// From which rank on (0 is the first) the kings matter.
const ADVANCED: usize = 3;

/// Tells what one side's passed pawns can hope for. Both sides' pieces must have been looked at.
#[inline(always)]
pub(super) fn passed_pawns<S: Side, T: Tally>(view: &View, passed: Bitboard, tally: &mut T) {
    let (own, enemy) = view.sides::<S>();
    let bare = enemy.officers().is_empty();
    for pawn in passed & own.pawns {
        let rank = S::rank(pawn);
        let Some(next) = S::forward(pawn.bitboard()).first() else { continue };
        let way = S::ahead(pawn.bitboard());
        if view.occupied.contains(next) {
            tally.add(S::COLOR, Term::PassedBlocked, rank, 1);
        }
        if !enemy.attacks.contains(next) {
            tally.add(S::COLOR, Term::PassedSafe, rank, 1);
        }
        if !way.meets(view.occupied | enemy.attacks) {
            tally.add(S::COLOR, Term::PassedFree, rank, 1);
        }
        if rank >= ADVANCED {
            tally.add(S::COLOR, Term::PassedOwnKing, own.king.distance(next), 1);
            tally.add(S::COLOR, Term::PassedEnemyKing, enemy.king.distance(next), 1);
        }
        if bare && outruns::<S>(view, own, enemy, pawn, way) {
            tally.add(S::COLOR, Term::PassedUnstoppable, 0, 1);
        }
    }
}

/// Whether the enemy king comes too late for a pawn with nothing in its way.
#[inline(always)]
fn outruns<S: Side>(view: &View, own: &Army, enemy: &Army, pawn: Square, way: Bitboard) -> bool {
    if way.meets(view.occupied) {
        return false;
    }
    let Some(goal) = S::Other::nearest(way) else { return false };
    // A pawn that has not moved jumps over one step.
    let steps = (7 - S::rank(pawn)).min(5);
    let late = usize::from(view.turn != S::COLOR);
    let guarded = (way - own.king_attacks).is_empty();
    guarded || steps + late < enemy.king.distance(goal)
}

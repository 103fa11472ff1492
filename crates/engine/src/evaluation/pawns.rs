//! How the pawns stand to each other. Nothing here looks at a piece, so that what is found can be kept.

use super::pair::Pair;
use super::side::{Black, Side, White, beside, files};
use super::tally::{Sum, Tally};
use super::terms::{Term, Weights};
use regence_rules::{Bitboard, ByColor};

/// What is known of a pawn skeleton.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    pawns: ByColor<Bitboard>,
    /// The passed pawns of both sides.
    pub passed: Bitboard,
    /// What all that is found is worth, from White's side.
    pub worth: Pair,
}

/// Looks at the pawns of both sides and tells what it finds.
#[inline(always)]
pub(super) fn structure<T: Tally>(pawns: ByColor<Bitboard>, tally: &mut T) -> Structure {
    let white = side::<White, T>(pawns.white, pawns.black, tally);
    let black = side::<Black, T>(pawns.black, pawns.white, tally);
    Structure { pawns, passed: white | black, worth: Pair::ZERO }
}

/// One side's pawns; returns the passed ones.
#[inline(always)]
fn side<S: Side, T: Tally>(own: Bitboard, enemy: Bitboard, tally: &mut T) -> Bitboard {
    let attacks = S::pawn_attacks(own);
    let enemy_attacks = S::Other::pawn_attacks(enemy);
    // Where an enemy pawn on its way can meet or take what stands there.
    let enemy_path = S::Other::ahead(enemy);
    let enemy_reach = S::Other::fill_forward(enemy_attacks);
    let doubled = own & S::Other::ahead(own);
    let isolated = own - beside(files(own));
    let unprotectable = S::forward(own) - S::fill_forward(attacks);
    let backward = (own & S::backward(unprotectable & enemy_attacks)) - isolated;
    let phalanx = own & beside(own);
    let supported = own & attacks;
    let open = own - enemy_path - doubled;
    let passed = open - enemy_reach;
    // Not passed yet, but with as many helpers behind as the enemy has guards right ahead.
    let helped = beside(own) | attacks;
    let candidates = (open - passed) & S::backward(S::forward(helped) - enemy_attacks);

    tally.add(S::COLOR, Term::Doubled, 0, doubled.len() as i32);
    for (term, set) in [(Term::Isolated, isolated), (Term::Backward, backward)] {
        tally.add(S::COLOR, term, 0, (set & enemy_path).len() as i32);
        tally.add(S::COLOR, term, 1, (set - enemy_path).len() as i32);
    }
    for pawn in own {
        tally.add(S::COLOR, Term::PawnSquares, S::table_index(pawn), 1);
    }
    for (term, set) in [
        (Term::Phalanx, phalanx),
        (Term::Supported, supported),
        (Term::Passed, passed),
        (Term::PassedProtected, passed & attacks),
        (Term::Candidate, candidates),
    ] {
        for pawn in set {
            tally.add(S::COLOR, term, S::rank(pawn), 1);
        }
    }
    passed
}

/// Remembers the pawn skeletons seen last: a search meets the same ones again and again.
#[derive(Clone)]
pub(super) struct Skeletons(Box<[Structure]>);

impl Default for Skeletons {
    fn default() -> Self {
        Self(vec![Structure::default(); Self::COUNT].into())
    }
}

impl Skeletons {
    const COUNT: usize = 1 << 13;

    /// What is known of these pawns, looked at now if they are not remembered.
    #[inline(always)]
    pub(super) fn find(&mut self, pawns: ByColor<Bitboard>, weights: &Weights) -> Structure {
        let mixed = (pawns.white.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pawns.black.bits())
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let slot = &mut self.0[(mixed >> 51) as usize % Self::COUNT];
        // The sets themselves are compared: a skeleton is never taken for another. The empty board is worth nothing, so that
        // fresh entries are true as well.
        if slot.pawns != pawns {
            *slot = look(pawns, weights);
        }
        *slot
    }
}

#[inline(never)]
fn look(pawns: ByColor<Bitboard>, weights: &Weights) -> Structure {
    let mut sum = Sum { weights, total: Pair::ZERO };
    let structure = structure(pawns, &mut sum);
    Structure { worth: sum.total, ..structure }
}

//! The evaluation laid out for people: what each term gives each side, and how it adds up.

use super::endings::FULL_SCALE;
use super::{FULL_PHASE, Findings, Pair, Term, Weights, taper};
use regence_rules::{Color, Position};

/// A worth before it is weighed by the number of pieces left, and after, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With only kings and pawns left.
    pub endgame: i32,
    /// With the pieces there are.
    pub tapered: f64,
}

impl Worth {
    fn new(pair: Pair, phase: i32) -> Self {
        let tapered = f64::from(taper(pair, phase)) / f64::from(FULL_PHASE);
        Self { middlegame: pair.middlegame(), endgame: pair.endgame(), tapered }
    }
}

/// What one term gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What is looked for.
    pub term: Term,
    /// What White has of it.
    pub white: Worth,
    /// What Black has of it.
    pub black: Worth,
    /// White's less Black's.
    pub difference: Worth,
    /// What the term adds to the total in whole hundredths. Fractions are carried over from term to term, so that these, with
    /// [`Breakdown::drawishness`], add up to the total exactly.
    pub adds: i32,
}

/// An evaluation, term by term, seen from White's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakdown {
    /// The terms that give either side something, in the order of their list.
    pub lines: Vec<Line>,
    /// How much of the middlegame is left, in 24ths.
    pub phase: i32,
    /// How many 64ths of the advantage count in this ending.
    pub scale: i32,
    /// What the ending takes away from the advantage, because such endings are often drawn.
    pub drawishness: i32,
    /// The evaluation in hundredths of a pawn, as the search sees it.
    pub total: i32,
}

impl Breakdown {
    /// Why a position is worth what it is.
    pub fn new(position: &Position, weights: &Weights) -> Self {
        let findings = Findings::new(position);
        let phase = findings.phase();
        let (mut lines, mut sum, mut told) = (Vec::new(), 0, 0);
        for term in Term::ALL {
            let range = term.start()..term.start() + term.len();
            let white = findings.sum_of(Color::White, weights, range.clone());
            let black = findings.sum_of(Color::Black, weights, range);
            if white == Pair::ZERO && black == Pair::ZERO {
                continue;
            }
            sum += taper(white - black, phase);
            let adds = nearest(sum) - told;
            told += adds;
            lines.push(Line {
                term,
                white: Worth::new(white, phase),
                black: Worth::new(black, phase),
                difference: Worth::new(white - black, phase),
                adds,
            });
        }
        let total = findings.score(weights);
        let scale = findings.scale_of(sum);
        let mut breakdown = Self { lines, phase, scale, drawishness: total - told, total };
        breakdown.settle_rounding();
        breakdown
    }

    /// The search cuts off the last fraction where we round it; in an advantage that counts in full, the difference is nobody's
    /// but the last line's.
    fn settle_rounding(&mut self) {
        if self.scale == FULL_SCALE
            && let Some(last) = self.lines.last_mut()
        {
            last.adds += self.drawishness;
            self.drawishness = 0;
        }
    }
}

/// A tapered sum in whole hundredths of a pawn.
fn nearest(tapered: i32) -> i32 {
    (2 * tapered + FULL_PHASE).div_euclid(2 * FULL_PHASE)
}

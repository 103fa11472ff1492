//! Who listens to what the evaluation finds: a sum for the search, a list for everybody who asks why.

use super::pair::Pair;
use super::terms::{Term, WEIGHT_COUNT, Weights};
use regence_rules::{ByColor, Color};

/// Receives everything the evaluation finds. The evaluation is written once, against this.
pub(super) trait Tally {
    /// A side has `count` of what the term's weight `index` stands for.
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32);
}

/// Adds up worths as they are found, from White's side.
pub(super) struct Sum<'a> {
    pub weights: &'a Weights,
    pub total: Pair,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32) {
        let signed = if color == Color::White { count } else { -count };
        self.total += self.weights.at(term, index) * signed;
    }
}

/// How much each side has of everything that has a weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counts(pub ByColor<[i16; WEIGHT_COUNT]>);

impl Default for Counts {
    fn default() -> Self {
        Self(ByColor { white: [0; WEIGHT_COUNT], black: [0; WEIGHT_COUNT] })
    }
}

impl Tally for Counts {
    fn add(&mut self, color: Color, term: Term, index: usize, count: i32) {
        self.0[color][term.start() + index] += count as i16;
    }
}

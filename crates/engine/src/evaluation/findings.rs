//! Everything the evaluation finds in a position, kept for those who ask why.

use super::side::{Black, White};
use super::tally::Counts;
use super::terms::{WEIGHT_COUNT, Weights};
use super::view::View;
use super::{Pair, endings, find, hundredths, pawns, taper};
use regence_rules::attacks::{Sliders, Task, dispatch};
use regence_rules::{ByColor, Color, Position};

/// How much each side has of everything that has a weight, and how the sum of it is to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    counts: Counts,
    phase: i32,
    scale: ByColor<i32>,
}

impl Findings {
    /// What is found in a position.
    pub fn new(position: &Position) -> Self {
        struct Look<'a>(&'a Position);
        impl Task for Look<'_> {
            type Output = Findings;

            #[inline(always)]
            fn run<L: Sliders>(self) -> Findings {
                let mut view = View::new::<White, Black>(self.0);
                let mut counts = Counts::default();
                let structure = pawns::structure(view.pawns(), &mut counts);
                find::<L, _>(&mut view, structure.passed, &mut counts);
                let scale =
                    ByColor { white: endings::scale::<White>(&view), black: endings::scale::<Black>(&view) };
                Findings { counts, phase: view.phase(), scale }
            }
        }
        dispatch(Look(position))
    }

    /// How often a side has what each weight stands for.
    pub fn counts(&self, color: Color) -> &[i16; WEIGHT_COUNT] {
        &self.counts.0[color]
    }

    /// How much of the middlegame is left: [`FULL_PHASE`](super::FULL_PHASE) at the start, 0 when only kings and pawns are left.
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// How many 64ths of an advantage count if this side has it.
    pub fn scale(&self, color: Color) -> i32 {
        self.scale[color]
    }

    /// What these findings are worth to White, in hundredths of a pawn.
    pub fn score(&self, weights: &Weights) -> i32 {
        let tapered = taper(self.sum(weights), self.phase);
        hundredths(tapered, self.scale_of(tapered))
    }

    /// What one side's findings are worth by themselves.
    pub(super) fn sum_of(&self, color: Color, weights: &Weights, range: std::ops::Range<usize>) -> Pair {
        let mut sum = Pair::ZERO;
        for index in range {
            sum += weights.all()[index] * i32::from(self.counts.0[color][index]);
        }
        sum
    }

    /// The plain dot product of counts and weights, White's less Black's.
    fn sum(&self, weights: &Weights) -> Pair {
        self.sum_of(Color::White, weights, 0..WEIGHT_COUNT)
            - self.sum_of(Color::Black, weights, 0..WEIGHT_COUNT)
    }

    pub(super) fn scale_of(&self, tapered: i32) -> i32 {
        self.scale[if tapered > 0 { Color::White } else { Color::Black }]
    }
}

//! What a position is worth without looking ahead, and why.
//!
//! The evaluation is a sum: each [`Term`] counts something, and each thing counted has a weight for the middlegame and one for
//! the endgame, between which the number of pieces left decides. What is counted is written once, generic over who listens: the
//! search hears only the sum, [`Findings`] keep every count for the tuner and for people. So the three can never differ.
#![allow(clippy::inline_always)] // All of it must melt into the function compiled for the CPU at hand.

mod breakdown;
mod endings;
mod findings;
mod king;
mod kpk;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod side;
mod tally;
mod terms;
mod threats;
mod view;
mod weights;

#[cfg(test)]
mod tests;

pub use breakdown::{Breakdown, Line, Worth};
pub use endings::FULL_SCALE;
pub use findings::Findings;
pub use pair::Pair;
pub use terms::{Term, Topic, WEIGHT_COUNT, Weights};
pub use weights::WEIGHTS;

use crate::{Evaluator, Numbers};
use pawns::Skeletons;
use regence_rules::attacks::{Sliders, Task, dispatch};
use regence_rules::{Bitboard, ByColor, Color, Move, Position};
use side::{Black, Side, White};
use std::fmt;
use tally::{Sum, Tally};
use view::View;

/// The phase of a position with all its pieces.
pub const FULL_PHASE: i32 = 24;

/// The evaluation we play with.
#[derive(Clone)]
pub struct Evaluation {
    weights: &'static Weights,
    skeletons: Skeletons,
}

impl Evaluation {
    /// The evaluation with other weights than the learnt ones.
    pub fn with_weights(weights: &'static Weights) -> Self {
        Self { weights, skeletons: Skeletons::default() }
    }

    /// Works out what would otherwise be worked out in the middle of the first search that needs it, which could not be
    /// stopped meanwhile.
    pub(crate) fn prepare() {
        kpk::prepare();
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::with_weights(&WEIGHTS)
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

impl Evaluator for Evaluation {
    const NUMBERS: Numbers = Numbers::Guessed;

    fn reset(&mut self, _root: &Position) {}

    fn play(&mut self, _before: &Position, _mv: Move, _after: &Position) {}

    fn undo(&mut self) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        let for_white = dispatch(Evaluate(self, position));
        if position.turn() == Color::White { for_white } else { -for_white }
    }
}

/// The work of one evaluation, as a task for the CPU at hand.
struct Evaluate<'a>(&'a mut Evaluation, &'a Position);

impl Task for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Sliders>(self) -> i32 {
        let Self(Evaluation { weights, skeletons }, position) = self;
        let mut view = View::new::<White, Black>(position);
        let structure = skeletons.find(view.pawns(), weights);
        let mut sum = Sum { weights, total: structure.worth };
        find::<L, _>(&mut view, structure.passed, &mut sum);
        let tapered = taper(sum.total, view.phase());
        let scale = if tapered > 0 { endings::scale::<White>(&view) } else { endings::scale::<Black>(&view) };
        hundredths(tapered, scale)
    }
}

/// Finds everything but the pawn structure.
#[inline(always)]
fn find<L: Sliders, T: Tally>(view: &mut View, passed: Bitboard, tally: &mut T) {
    material::<White, T>(view, tally);
    material::<Black, T>(view, tally);
    tally.add(view.turn, Term::Tempo, 0, 1);
    if endings::mating::<White, L, T>(view, tally) || endings::mating::<Black, L, T>(view, tally) {
        return;
    }
    pieces::pieces::<White, L, T>(view, passed, tally);
    pieces::pieces::<Black, L, T>(view, passed, tally);
    let view = &*view;
    side::<White, L, T>(view, passed, tally);
    side::<Black, L, T>(view, passed, tally);
}

/// What the pieces of a side are worth by themselves.
#[inline(always)]
fn material<S: Side, T: Tally>(view: &View, tally: &mut T) {
    let (own, _) = view.sides::<S>();
    for (kind, set) in [own.pawns, own.knights, own.bishops, own.rooks, own.queens].into_iter().enumerate() {
        tally.add(S::COLOR, Term::Material, kind, set.len() as i32);
    }
}

/// What can be found once the pieces of both sides have been looked at.
#[inline(always)]
fn side<S: Side, L: Sliders, T: Tally>(view: &View, passed: Bitboard, tally: &mut T) {
    king::king::<S, L, T>(view, tally);
    threats::threats::<S, T>(view, tally);
    passed::passed_pawns::<S, T>(view, passed, tally);
}

/// Weighs middlegame against endgame; the answer is in parts of a hundredth of a pawn, of which [`FULL_PHASE`] make one.
#[inline(always)]
fn taper(worth: Pair, phase: i32) -> i32 {
    worth.middlegame() * phase + worth.endgame() * (FULL_PHASE - phase)
}

/// What of a tapered sum counts in such an ending, in hundredths of a pawn.
#[inline(always)]
fn hundredths(tapered: i32, scale: i32) -> i32 {
    tapered * scale / (FULL_PHASE * FULL_SCALE)
}

impl View {
    #[inline(always)]
    fn pawns(&self) -> ByColor<Bitboard> {
        ByColor { white: self.armies.white.pawns, black: self.armies.black.pawns }
    }
}

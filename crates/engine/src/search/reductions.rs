//! Late moves are searched less deep, as the first ones are usually the best.

use super::Searcher;
use super::node::Node;
use super::tuned::tuned;
use super::view::View;
use crate::{Evaluator, Numbers};
use regence_rules::Move;

/// Reductions are counted in so many parts of a half-move.
pub(super) const WHOLE: i32 = 1024;

tuned! {
    /// The least reduction, and how fast it grows with depth and with the number of moves tried before, in parts.
    base = 788 => 838, 300..=1400;
    growth = 440 => 453, 200..=800;

    /// What is added to or taken from a reduction, in parts.
    not_improving = 700 => 668, 0..=1600;
    expected_cut = 1500 => 1520, 400..=2800;
    on_main_line = 1000 => 820, 200..=2000;
    check = 900 => 1019, 0..=2000;
    killer = 900 => 832, 0..=2000;
    loud_best = 600 => 634, 0..=1600;
    many_cutoffs = 800 => 861, 0..=1800;
    loud = 1000 => 868, 0..=2200;

    /// How much history takes away a whole half-move.
    history = 12000 => 10582, 5000..=24000;
}

/// Reductions by depth and number of the move.
pub(super) struct Reductions {
    numbers: Numbers,
    usual: Vec<[i32; 64]>,
}

/// What a reduction depends on besides depth and number.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools)] // Each is a reason of its own.
pub(super) struct Reasons {
    pub(super) is_improving: bool,
    pub(super) expects_cut: bool,
    pub(super) is_pv: bool,
    pub(super) was_pv: bool,
    pub(super) gives_check: bool,
    pub(super) is_killer: bool,
    pub(super) is_loud: bool,
    pub(super) best_is_loud: bool,
    pub(super) many_cutoffs: bool,
    pub(super) history: i32,
}

impl Reductions {
    #[allow(clippy::cast_precision_loss)] // Numbers below 64.
    pub(super) fn new(numbers: Numbers) -> Self {
        let part = |depth: usize, number: usize| {
            if depth == 0 || number == 0 {
                return 0;
            }
            let growth = (depth as f64).ln() * (number as f64).ln();
            (f64::from(base(numbers)) + f64::from(self::growth(numbers)) * growth) as i32
        };
        let row = |depth: usize| std::array::from_fn(|number| part(depth, number));
        Self { numbers, usual: (0..64).map(row).collect() }
    }

    /// The reduction of the move with this number, before any reason is looked at, in parts.
    pub(super) fn usual(&self, depth: i32, number: usize) -> i32 {
        self.usual[depth.clamp(0, 63) as usize][number.min(63)]
    }

    /// By how many half-moves the move with this number is reduced.
    pub(super) fn reduction(&self, depth: i32, number: usize, reasons: Reasons) -> i32 {
        let mut parts = self.usual(depth, number);
        let mut add_if = |reason: bool, change: i32| parts += if reason { change } else { 0 };
        add_if(!reasons.is_improving, not_improving(self.numbers));
        add_if(reasons.expects_cut, expected_cut(self.numbers));
        add_if(reasons.is_pv, -on_main_line(self.numbers));
        add_if(reasons.was_pv, -on_main_line(self.numbers));
        add_if(reasons.gives_check, -check(self.numbers));
        add_if(reasons.is_killer, -killer(self.numbers));
        add_if(reasons.best_is_loud && !reasons.is_loud, loud_best(self.numbers));
        add_if(reasons.many_cutoffs, many_cutoffs(self.numbers));
        add_if(reasons.is_loud, -loud(self.numbers));
        parts -= reasons.history * WHOLE / history(self.numbers);
        parts / WHOLE
    }
}

impl<E: Evaluator> Searcher<E> {
    /// By how much a move's search is made shallower.
    pub(super) fn late_reduction(
        &self,
        view: &View,
        mv: Move,
        child: &Node,
        tried: usize,
        is_loud: bool,
        is_pv: bool,
    ) -> i32 {
        let position = &view.node.position;
        let history = if is_loud {
            self.history.of_capture(position, mv)
        } else {
            self.history.of_quiet(position.turn(), mv, &self.frames[view.ply].setting)
        };
        let reasons = Reasons {
            is_improving: view.is_improving,
            expects_cut: view.expects_cut,
            is_pv,
            was_pv: view.was_pv,
            gives_check: child.is_check,
            is_killer: self.frames[view.ply].killers.contains(&Some(mv)),
            is_loud,
            best_is_loud: view.known_move.is_some_and(|best| position.is_capture(best)),
            many_cutoffs: self.frames[view.ply + 1].cutoffs > 3,
            history,
        };
        self.reductions.reduction(view.depth, tried, reasons)
    }
}

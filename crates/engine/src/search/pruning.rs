//! What need not be searched: nodes that are surely too good or too bad, and moves that will not help.

use super::Searcher;
use super::node::Node;
use super::picker::Picker;
use super::tuned::tuned;
use super::view::View;
use crate::score::{LEAST_MATE, Value, is_mate};
use crate::see::wins_at_least;
use crate::table::{Bound, Entry, PackedMove};
use crate::{Evaluator, Numbers};
use regence_rules::Move;

/// Razoring is for nodes this shallow.
const RAZOR_DEPTH: i32 = 3;

/// Reverse futility is for nodes this shallow.
const REVERSE_DEPTH: i32 = 8;

/// Null move: this deep, the depth it saves at least, and from which depth on it is verified; with a single piece, always.
const NULL_DEPTH: i32 = 3;
const NULL_REDUCTION: i32 = 4;
const NULL_MOST_BY_EVAL: Value = 3;
const NULL_VERIFIED_DEPTH: i32 = 14;

/// Probability cut: this deep, checked by a search so much shallower.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;

/// Moves are left out as futile, for their history, or as losing captures, this shallow; the first two after reduction.
const FUTILITY_DEPTH: i32 = 8;
const HISTORY_DEPTH: i32 = 4;
const LOSING_LOUD_DEPTH: i32 = 8;

/// Some numbers are hundredths.
const HUNDRED: i32 = 100;

tuned! {
    /// Razoring: so far below the window, and so much further for each half-move, squared.
    razor_margin = 320 => 342, 100..=600;
    razor_growth = 220 => 230, 50..=400;

    /// Reverse futility: so far above the window for each half-move, less if things are getting better.
    reverse_margin = 75 => 69, 30..=140;
    reverse_improving = 65 => 56, 0..=150;

    /// Null move: how far the evaluation may be below the window, and the less the deeper; what saves one more half-move.
    null_margin = 90 => 98, 0..=250;
    null_margin_a_ply = 18 => 15, 0..=50;
    null_eval_share = 190 => 163, 80..=400;

    /// And how much of the depth it saves, in hundredths.
    null_depth_share = 25 => 33, 10..=50;

    /// Whether passing is tried only where a refutation is expected: 1 if so.
    null_expected = 0 => 1, 0..=1;

    /// Probability cut: so far above the window, less if things are getting better.
    probcut_margin = 190 => 210, 80..=350;
    probcut_improving = 50 => 41, 0..=120;

    /// Futility of quiet moves: so far below the window, and by how much of its history a move comes a point nearer.
    futility_margin = 110 => 112, 20..=250;
    futility_margin_a_ply = 95 => 93, 40..=180;
    futility_history = 180 => 186, 60..=500;

    /// Quiet moves with a history so bad for each half-move are left out.
    history_margin = -4000 => -4330, -9000..=-1000;

    /// Moves that lose so much in the exchange are left out.
    losing_quiet = -22 => -21, -60..=-5;
    losing_loud = -95 => -97, -200..=-20;

    /// Late move pruning: after so many moves, and for the depth squared, quiet ones are left out; the share if things get no better.
    late_base = 300 => 441, 0..=800;
    late_growth = 100 => 127, 40..=200;
    late_not_improving = 50 => 59, 25..=95;
}

impl<E: Evaluator> Searcher<E> {
    /// The value of a node off the main line that need not be searched, if it need not.
    pub(super) fn prune(&mut self, view: &View, alpha: Value, beta: Value) -> Option<Value> {
        let eval = view.eval?;
        let estimate = better_estimate(view, eval);
        self.razor(view, estimate, alpha, beta)
            .or_else(|| reverse_futility(view, estimate, beta, E::NUMBERS))
            .or_else(|| self.null_move(view, eval, estimate, beta))
            .or_else(|| self.probcut(view, eval, beta))
    }

    /// Razoring: so far below the window, only captures could help, and they are tried alone.
    fn razor(&mut self, view: &View, estimate: Value, alpha: Value, beta: Value) -> Option<Value> {
        let margin = razor_margin(E::NUMBERS) + razor_growth(E::NUMBERS) * view.depth * view.depth;
        if view.depth > RAZOR_DEPTH || estimate + margin > alpha {
            return None;
        }
        let value = self.quiesce::<false>(view.node, alpha, beta, view.ply);
        (value <= alpha || self.stopped).then_some(value)
    }

    /// Null move: if passing is good enough, a move will be too.
    fn null_move(&mut self, view: &View, eval: Value, estimate: Value, beta: Value) -> Option<Value> {
        let (node, ply, depth) = (view.node, view.ply, view.depth);
        let is_tried = depth >= NULL_DEPTH
            && (view.expects_cut || null_expected(E::NUMBERS) == 0)
            && estimate >= beta
            && eval + null_margin_a_ply(E::NUMBERS) * depth >= beta + null_margin(E::NUMBERS)
            && beta > -LEAST_MATE
            && ply >= self.no_pass_before
            && self.frames.last_step(ply).is_some()
            && node.has_pieces(node.position.turn());
        if !is_tried {
            return None;
        }
        let passed = node.passed()?;
        let by_eval = ((estimate - beta) / null_eval_share(E::NUMBERS)).min(NULL_MOST_BY_EVAL);
        let reduced = depth - (NULL_REDUCTION + depth * null_depth_share(E::NUMBERS) / HUNDRED + by_eval);
        (self.frames[ply].moved, self.frames[ply].quiet) = (None, None);
        self.keys.push(passed.key);
        let value = -self.search::<false>(&passed, -beta, 1 - beta, reduced, ply + 1, !view.expects_cut);
        self.keys.pop();
        if self.stopped || value < beta {
            return self.stopped.then_some(value);
        }
        // A mate found by passing is not proved.
        let value = if is_mate(value) { beta } else { value };
        let is_doubtful = depth >= NULL_VERIFIED_DEPTH || node.has_single_piece(node.position.turn());
        if !is_doubtful || self.no_pass_before > 0 {
            return Some(value);
        }
        // Zugzwang: being allowed to pass proves nothing if every move loses.
        let reduced = reduced.max(1);
        self.no_pass_before = ply + (reduced * 3 / 4) as usize;
        self.verified_at = Some(ply);
        let verified = self.search::<false>(node, beta - 1, beta, reduced, ply, false);
        (self.no_pass_before, self.verified_at) = (0, None);
        (verified >= beta || self.stopped).then_some(value)
    }

    /// Probability cut: a capture that is far too good in a shallower search will be too good in this one.
    fn probcut(&mut self, view: &View, eval: Value, beta: Value) -> Option<Value> {
        let (node, ply) = (view.node, view.ply);
        let raised = beta + probcut_margin(E::NUMBERS)
            - if view.is_improving { probcut_improving(E::NUMBERS) } else { 0 };
        let is_known_worse = view.known.is_some_and(|known| {
            known.depth > view.depth - PROBCUT_REDUCTION && known.bound != Bound::None && known.value < raised
        });
        if view.depth < PROBCUT_DEPTH || is_mate(beta) || is_known_worse {
            return None;
        }
        let known = view
            .known_move
            .filter(|&mv| node.position.is_capture(mv) && wins_at_least(&node.position, mv, raised - eval));
        let start = self.arena.len();
        let mut picker = Picker::loud(known, raised - eval, &self.arena);
        let depth = view.depth - PROBCUT_REDUCTION;
        let mut cutoff = None;
        while let Some(mv) = picker.next(&node.position, &self.history, &mut self.arena) {
            let child = node.after(mv);
            self.table.prefetch(child.key);
            self.play(node, mv, &child, ply);
            let mut value = -self.quiesce::<false>(&child, -raised, 1 - raised, ply + 1);
            if value >= raised && depth > 1 {
                value =
                    -self.search::<false>(&child, -raised, 1 - raised, depth - 1, ply + 1, !view.expects_cut);
            }
            self.take_back();
            if self.stopped || value >= raised {
                cutoff = Some((mv, value));
                break;
            }
        }
        self.arena.truncate(start);
        let (mv, value) = cutoff?;
        if !self.stopped {
            self.table.keep(
                node.key,
                Entry {
                    mv: PackedMove::new(Some(mv)),
                    value: Entry::pack_value(value, ply),
                    depth: Entry::pack_depth(depth),
                    bound: Bound::Lower,
                    was_pv: view.was_pv,
                    ..Entry::of_eval(view.raw.map_or(Entry::NO_EVAL, |raw| raw as i16))
                },
            );
        }
        Some(value)
    }

    /// Whether a move will not help: futile, with a bad history, or losing material. What mates always helps.
    pub(super) fn is_hopeless(
        &self,
        view: &View,
        mv: Move,
        is_loud: bool,
        child: &Node,
        tried: usize,
        alpha: Value,
    ) -> bool {
        if !has_choice(view) || child.is_check && !child.position.has_legal_moves() {
            return false;
        }
        let position = &view.node.position;
        if is_loud {
            return view.depth <= LOSING_LOUD_DEPTH
                && !wins_at_least(position, mv, losing_loud(E::NUMBERS) * view.depth);
        }
        let history = self.history.of_quiet(position.turn(), mv, &self.frames[view.ply].setting);
        let usual = self.reductions.usual(view.depth, tried) / super::reductions::WHOLE;
        let depth = (view.depth - usual).max(1);
        if child.is_check {
            return !wins_at_least(position, mv, losing_loud(E::NUMBERS) * view.depth);
        }
        depth <= HISTORY_DEPTH && history < history_margin(E::NUMBERS) * depth
            || is_futile(view, depth, history, alpha, E::NUMBERS)
            || depth <= FUTILITY_DEPTH
                && !wins_at_least(position, mv, losing_quiet(E::NUMBERS) * depth * depth)
    }
}

/// Whether moves may be left out here at all: with pieces, as pawns alone make every move count.
fn has_choice(view: &View) -> bool {
    view.node.has_pieces(view.node.position.turn())
}

/// Late move pruning: whether so many moves have been tried that no further quiet one is.
pub(super) fn is_late_enough(view: &View, tried: usize, numbers: Numbers) -> bool {
    let most = late_base(numbers) + late_growth(numbers) * view.depth * view.depth;
    let most = if view.is_improving { most } else { most * late_not_improving(numbers) / HUNDRED };
    tried as i32 > most / HUNDRED && has_choice(view)
}

/// Reverse futility: so far above the window, the other side will not come here.
fn reverse_futility(view: &View, estimate: Value, beta: Value, numbers: Numbers) -> Option<Value> {
    let margin =
        reverse_margin(numbers) * view.depth - if view.is_improving { reverse_improving(numbers) } else { 0 };
    let is_safe = view.depth <= REVERSE_DEPTH && !is_mate(beta) && !is_mate(estimate);
    (is_safe && !view.was_pv && estimate - margin >= beta).then_some(i32::midpoint(estimate, beta))
}

/// Futility: whether a quiet move cannot bring the evaluation back to the window.
fn is_futile(view: &View, depth: i32, history: i32, alpha: Value, numbers: Numbers) -> bool {
    view.eval.is_some_and(|eval| {
        let hoped = eval
            + futility_margin(numbers)
            + futility_margin_a_ply(numbers) * depth
            + history / futility_history(numbers);
        depth <= FUTILITY_DEPTH && hoped <= alpha
    })
}

/// What the table remembers tells more than the evaluation, where its bound allows.
fn better_estimate(view: &View, eval: Value) -> Value {
    match view.known {
        Some(known) if known.bound.is_lower() && known.value > eval => known.value,
        Some(known) if known.bound.is_upper() && known.value < eval => known.value,
        _ => eval,
    }
}

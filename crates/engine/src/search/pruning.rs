//! What need not be searched: nodes that are surely too good or too bad, and moves that will not help.

use super::Searcher;
use super::node::Node;
use super::picker::Picker;
use super::view::View;
use crate::Evaluator;
use crate::score::{LEAST_MATE, Value, is_mate};
use crate::see::wins_at_least;
use crate::table::{Bound, Entry, PackedMove};
use regence_rules::Move;

/// Razoring: this shallow, and so far below the window.
const RAZOR_DEPTH: i32 = 3;
const RAZOR_MARGIN: Value = 320;
const RAZOR_GROWTH: Value = 220;

/// Reverse futility: this shallow, and so far above the window for each half-move.
const REVERSE_DEPTH: i32 = 8;
const REVERSE_MARGIN: Value = 75;
const REVERSE_IMPROVING: Value = 65;

/// Null move: this deep, the depth it saves, and from which depth on it is verified; with a single piece, always.
const NULL_DEPTH: i32 = 3;
const NULL_REDUCTION: i32 = 4;
const NULL_DEPTH_SHARE: i32 = 4;
const NULL_EVAL_SHARE: Value = 190;
const NULL_MOST_BY_EVAL: Value = 3;
const NULL_VERIFIED_DEPTH: i32 = 14;

/// Probability cut: this deep, so far above the window, checked by a search so much shallower.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_MARGIN: Value = 190;
const PROBCUT_IMPROVING: Value = 50;
const PROBCUT_REDUCTION: i32 = 4;

/// Futility of quiet moves: this shallow after reduction, and so far below the window.
const FUTILITY_DEPTH: i32 = 8;
const FUTILITY_MARGIN: Value = 110;
const FUTILITY_MARGIN_A_PLY: Value = 95;
const FUTILITY_HISTORY: i32 = 180;

/// Quiet moves with a history so bad for each half-move are left out.
const HISTORY_DEPTH: i32 = 4;
const HISTORY_MARGIN: i32 = -4_000;

/// Moves that lose so much in the exchange are left out.
const LOSING_QUIET: i32 = -22;
const LOSING_LOUD: i32 = -95;
const LOSING_LOUD_DEPTH: i32 = 8;

impl<E: Evaluator> Searcher<E> {
    /// The value of a node off the main line that need not be searched, if it need not.
    pub(super) fn prune(&mut self, view: &View, alpha: Value, beta: Value) -> Option<Value> {
        let eval = view.eval?;
        let estimate = better_estimate(view, eval);
        self.razor(view, estimate, alpha, beta)
            .or_else(|| reverse_futility(view, estimate, beta))
            .or_else(|| self.null_move(view, eval, estimate, beta))
            .or_else(|| self.probcut(view, eval, beta))
    }

    /// Razoring: so far below the window, only captures could help, and they are tried alone.
    fn razor(&mut self, view: &View, estimate: Value, alpha: Value, beta: Value) -> Option<Value> {
        let margin = RAZOR_MARGIN + RAZOR_GROWTH * view.depth * view.depth;
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
            && estimate >= beta
            && eval + 18 * depth >= beta + 90
            && beta > -LEAST_MATE
            && ply >= self.no_pass_before
            && self.frames.last_step(ply).is_some()
            && node.has_pieces(node.position.turn());
        if !is_tried {
            return None;
        }
        let passed = node.passed()?;
        let by_eval = ((estimate - beta) / NULL_EVAL_SHARE).min(NULL_MOST_BY_EVAL);
        let reduced = depth - (NULL_REDUCTION + depth / NULL_DEPTH_SHARE + by_eval);
        self.frames[ply].moved = None;
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
        let raised = beta + PROBCUT_MARGIN - if view.is_improving { PROBCUT_IMPROVING } else { 0 };
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
            return view.depth <= LOSING_LOUD_DEPTH && !wins_at_least(position, mv, LOSING_LOUD * view.depth);
        }
        let history = self.history.of_quiet(position.turn(), mv, &self.frames.before(view.ply));
        let usual = self.reductions.usual(view.depth, tried) / super::reductions::WHOLE;
        let depth = (view.depth - usual).max(1);
        if child.is_check {
            return !wins_at_least(position, mv, LOSING_LOUD * view.depth);
        }
        depth <= HISTORY_DEPTH && history < HISTORY_MARGIN * depth
            || is_futile(view, depth, history, alpha)
            || depth <= FUTILITY_DEPTH && !wins_at_least(position, mv, LOSING_QUIET * depth * depth)
    }
}

/// Whether moves may be left out here at all: with pieces, as pawns alone make every move count.
fn has_choice(view: &View) -> bool {
    view.node.has_pieces(view.node.position.turn())
}

/// Late move pruning: whether so many moves have been tried that no further quiet one is.
pub(super) fn is_late_enough(view: &View, tried: usize) -> bool {
    let depth = view.depth as usize;
    let most = (3 + depth * depth) / if view.is_improving { 1 } else { 2 };
    tried > most && has_choice(view)
}

/// Reverse futility: so far above the window, the other side will not come here.
fn reverse_futility(view: &View, estimate: Value, beta: Value) -> Option<Value> {
    let margin = REVERSE_MARGIN * view.depth - if view.is_improving { REVERSE_IMPROVING } else { 0 };
    let is_safe = view.depth <= REVERSE_DEPTH && !is_mate(beta) && !is_mate(estimate);
    (is_safe && !view.was_pv && estimate - margin >= beta).then_some(i32::midpoint(estimate, beta))
}

/// Futility: whether a quiet move cannot bring the evaluation back to the window.
fn is_futile(view: &View, depth: i32, history: i32, alpha: Value) -> bool {
    view.eval.is_some_and(|eval| {
        let hoped = eval + FUTILITY_MARGIN + FUTILITY_MARGIN_A_PLY * depth + history / FUTILITY_HISTORY;
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

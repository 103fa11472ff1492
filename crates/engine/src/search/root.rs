//! The moves of the position that is asked about.

use super::Searcher;
use super::agreed::{Agreement, Heard, Question};
use super::history::is_loud;
use super::node::Node;
use super::reductions::Reasons;
use super::report::Listener;
use crate::Evaluator;
use crate::score::{INFINITE, Value};
use regence_rules::Move;
use std::collections::VecDeque;
use std::time::Duration;

/// From then on it is told which move is tried.
const LONG: Duration = Duration::from_secs(3);

/// Between which values, and how deep, the root is searched.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
}

/// A move of the root, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its value in the search under way; less than everything if it is only known to be no better than others.
    pub(super) value: Value,
    /// The same in the search before.
    pub(super) earlier: Value,
    /// How many positions were looked at below it.
    pub(super) nodes: u64,
    /// What follows, the move itself first.
    pub(super) line: Vec<Move>,
    pub(super) deepest: usize,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self { mv, value: -INFINITE, earlier: -INFINITE, nodes: 0, line: vec![mv], deepest: 0 }
    }
}

impl<E: Evaluator> Searcher<E> {
    /// Searches the root's moves from `first` on; those before it have their lines already.
    pub(super) fn search_root(
        &mut self,
        root: &Node,
        first: usize,
        window: Window,
        listener: &mut dyn Listener,
    ) -> Value {
        let Window { mut alpha, beta, depth } = window;
        let mut best = -INFINITE;
        self.frames[0].eval = (!root.is_check).then(|| {
            let raw = self.evaluate(&root.position);
            self.corrected(root, 0, raw)
        });
        self.frames[1].killers = [None; 2];
        (self.frames[1].cutoffs, self.frames[2].cutoffs) = (0, 0);
        let question = Question::new(root, 0, depth, alpha, beta);
        // Moves whose values and lines are those that another thread has found.
        let mut taken_over = Vec::new();
        let mut turns: VecDeque<(usize, bool)> =
            (first..self.roots.len()).map(|index| (index, true)).collect();
        while let Some((index, is_first_time)) = turns.pop_front() {
            let mv = self.roots[index].mv;
            let (before, tried) = (self.nodes, index - first + 1);
            if tried > 1 && self.is_shared(depth) {
                if let Some((index, value)) = self.hear_of_root(&question, alpha, depth) {
                    (best, alpha) = (value, value);
                    taken_over.push(index);
                }
                if let Heard::Value(value) = self.task.shared.agreed.hear(self.rounds, &question, mv)
                    && value <= alpha
                {
                    if !taken_over.contains(&index) {
                        self.roots[index].value = -INFINITE;
                    }
                    continue;
                }
            }
            if is_first_time && tried > 1 && self.is_under_way(&root.after(mv), depth) {
                turns.push_back((index, false));
                continue;
            }
            self.deepest = 0;
            if self.task.is_main() && self.task.budget.elapsed() >= LONG {
                listener.trying(mv, index + 1);
            }
            let value = self.try_root_move(root, mv, tried, alpha, beta, depth);
            self.roots[index].nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            if self.is_shared(depth) {
                let is_best = alpha < value && value < beta;
                self.tell_of_root(question, index, value, is_best);
            }
            if tried > 1 && value <= alpha {
                self.roots[index].value = -INFINITE;
                continue;
            }
            best = best.max(value);
            self.take_root_move(index, value);
            if alpha < value && value < beta && self.task.lines == 1 {
                self.believe(index, 1, depth);
            }
            alpha = alpha.max(value);
            if value >= beta {
                return best;
            }
        }
        if self.is_shared(depth)
            && let Some((_, value)) = self.hear_of_root(&question, alpha, depth)
        {
            best = value;
        }
        best
    }

    /// Takes over the best move that other threads have found, if it is better than `alpha`; says which, and its value.
    fn hear_of_root(&mut self, question: &Question, alpha: Value, depth: i32) -> Option<(usize, Value)> {
        let Agreement { value, line, nodes, deepest } =
            self.task.shared.agreed.better(self.rounds, question, alpha)?;
        let index = self.roots.iter().position(|root| line.first() == Some(&root.mv))?;
        let root = &mut self.roots[index];
        (root.value, root.line, root.deepest) = (value, line, deepest);
        root.nodes = root.nodes.max(nodes);
        if self.task.lines == 1 {
            self.believe(index, 1, depth);
        }
        Some((index, value))
    }

    /// Tells other threads the value of a move of the root, and what follows if it is the best so far.
    fn tell_of_root(&self, question: Question, index: usize, value: Value, is_best: bool) {
        let RootMove { mv, nodes, .. } = self.roots[index];
        let line = || std::iter::once(mv).chain(self.lines[1].iter().copied()).collect();
        let best = is_best.then(|| Agreement { value, line: line(), nodes, deepest: self.deepest });
        self.task.shared.agreed.tell(self.rounds, question, mv, value, best);
    }

    fn try_root_move(
        &mut self,
        root: &Node,
        mv: Move,
        tried: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let child = root.after(mv);
        let loud = is_loud(&root.position, mv);
        let reasons = Reasons {
            is_improving: true,
            is_pv: true,
            gives_check: child.is_check,
            is_loud: loud,
            ..Reasons::default()
        };
        let reduction = self.reductions.reduction(depth, tried, reasons);
        let full = depth - 1;
        let reduced = if tried > 2 && depth > 2 { (full - reduction).clamp(1.min(full), full) } else { full };
        self.play(root, mv, &child, 0);
        self.tell_others(&child, depth);
        let mut value = -INFINITE;
        if tried > 1 {
            value = -self.search::<false>(&child, -alpha - 1, -alpha, reduced, 1, true);
            if value > alpha && reduced < full && !self.stopped {
                value = -self.search::<false>(&child, -alpha - 1, -alpha, full, 1, true);
            }
        }
        if (tried == 1 || value > alpha) && !self.stopped {
            value = -self.search::<true>(&child, -beta, -alpha, full, 1, false);
        }
        self.tell_others_it_is_done(&child, depth);
        self.take_back();
        value
    }

    /// Notes a root move's value and line.
    fn take_root_move(&mut self, index: usize, value: Value) {
        let root = &mut self.roots[index];
        root.value = value;
        root.deepest = self.deepest;
        root.line.truncate(1);
        root.line.extend_from_slice(&self.lines[1]);
    }
}

//! Iterative deepening: searches the root again and again, a half-move deeper each time, until it is time to answer.

use super::report::{Answer, Line, Lines, Listener, Report};
use super::root::Window;
use super::time::Progress;
use super::tuned::tuned;
use super::{Node, Searcher, Task};
use crate::score::{INFINITE, LEAST_MATE, MAX_PLY, Score, Value, is_mate};
use crate::{Evaluator, Situation};
use std::sync::atomic::Ordering::Relaxed;

/// From this depth on, the next search is expected to end near where the last one did.
const ASPIRATION_DEPTH: i32 = 5;

/// Each time it does not, the window grows by this share.
const ASPIRATION_GROWTH: Value = 2;

tuned! {
    /// How near, at first.
    aspiration = 14 => 15, 5..=40;
}

/// How often a fail-high makes the next try shallower.
const MOST_SHALLOWER: i32 = 3;

impl<E: Evaluator> Searcher<E> {
    /// Searches a situation, and tells what it finds on the way.
    pub(crate) fn deepen(
        &mut self,
        situation: &Situation,
        task: Task,
        listener: &mut dyn Listener,
    ) -> Answer {
        let root = self.begin(situation, task);
        if self.roots.is_empty() {
            return Answer::default();
        }
        self.believe_in_anything(&root);
        let mut progress = Progress::default();
        for depth in 1..=self.task.depth.min(MAX_PLY as i32 - 1) {
            self.iteration = depth;
            self.search_lines(&root, depth, listener);
            if self.stopped {
                break;
            }
            self.believe_all(depth);
            self.tell_lines(listener);
            if self.task.is_main() && self.is_enough(&mut progress) {
                break;
            }
        }
        if self.has_news {
            self.tell_lines(listener);
        }
        self.answer(&root)
    }

    /// Searches a situation beside the thread that answers. Only when it begins it is promised something, as it may begin late.
    pub(crate) fn help(&mut self, situation: &Situation, task: Task) {
        let granted = if task.shared.over.load(Relaxed) { 0 } else { task.shared.grant(task.portion) };
        if granted > 0 {
            self.deepen(situation, Task { granted, ..task }, &mut Lines(&mut |_| {}));
        }
    }

    /// Searches as many best lines as are wanted, each among the moves that the better ones leave.
    fn search_lines(&mut self, root: &Node, depth: i32, listener: &mut dyn Listener) {
        for root in &mut self.roots {
            root.earlier = root.value;
        }
        for first in 0..self.task.lines.min(self.roots.len()) {
            self.aspire(root, first, depth, listener);
            if self.stopped {
                return;
            }
            // A line that comes out better than one before it takes its place.
            self.roots[..=first].sort_by_key(|root| -root.value);
        }
    }

    /// Aspiration: searches a small window around the value of last time, and a larger one if the truth lies outside.
    fn aspire(&mut self, root: &Node, first: usize, depth: i32, listener: &mut dyn Listener) {
        let earlier = self.roots[first].earlier;
        let mut width = aspiration(E::NUMBERS) + earlier.abs() / 64;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && !is_mate(earlier) {
            (alpha, beta) = (earlier - width, earlier + width);
        }
        let mut shallower = 0;
        loop {
            let depth = (depth - shallower).max(1);
            let value = self.search_together(root, first, Window { alpha, beta, depth }, listener);
            if self.stopped {
                return;
            }
            width *= ASPIRATION_GROWTH;
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = if is_mate(value) { -INFINITE } else { (value - width).max(-INFINITE) };
                shallower = 0;
            } else if value >= beta {
                beta = if is_mate(value) { INFINITE } else { (value + width).min(INFINITE) };
                shallower = (shallower + 1).min(MOST_SHALLOWER);
            } else {
                return;
            }
        }
    }

    /// Before anything is searched, the first move is as good as any.
    pub(super) fn believe_in_anything(&mut self, root: &Node) {
        let value = if root.is_check { 0 } else { self.evaluate(&root.position) };
        let value = self.task.in_the_light_of_tables(value);
        let lines = self.roots.iter().take(self.task.lines);
        self.best =
            lines.map(|root| Line { depth: 1, deepest: 1, value, moves: root.line.clone() }).collect();
        self.has_news = true;
    }

    /// Believes in a root move's line as the one of this rank.
    pub(super) fn believe(&mut self, index: usize, rank: usize, depth: i32) {
        let root = &self.roots[index];
        let line = &mut self.best[rank - 1];
        let value = self.task.in_the_light_of_tables(root.value);
        (line.depth, line.deepest, line.value) = (depth, root.deepest.max(1), value);
        line.moves.clone_from(&root.line);
        self.has_news = true;
    }

    fn believe_all(&mut self, depth: i32) {
        for index in 0..self.best.len() {
            self.believe(index, index + 1, depth);
        }
    }

    fn tell_lines(&mut self, listener: &mut dyn Listener) {
        self.has_news = false;
        if !self.task.is_main() {
            return;
        }
        let nodes = self.tell_nodes();
        for (index, line) in self.best.iter().enumerate() {
            listener.line(&Report {
                depth: line.depth as u32,
                deepest: line.deepest as u32,
                rank: index + 1,
                score: Score::new(line.value),
                nodes,
                time: self.task.budget.elapsed(),
                fullness: self.table.fullness(),
                line: &line.moves,
            });
        }
    }

    /// Whether the search has found what it was asked for, or another round would not pay.
    fn is_enough(&mut self, progress: &mut Progress) -> bool {
        let (value, nodes) = (self.roots[0].value, self.roots[0].nodes);
        if self.task.mate.is_some_and(|mate| value >= mate) || self.task.control.is_stopped() {
            return true;
        }
        let all = self.roots.iter().map(|root| root.nodes).sum();
        progress.note(self.roots[0].mv, value, nodes, all);
        let is_clear = self.roots.len() == 1 || value.abs() >= LEAST_MATE;
        self.task.budget.is_spent_wisely(&self.task.control, progress, is_clear, self.iteration)
    }

    /// The best move and the expected reply, which the table may know if the line is short.
    fn answer(&self, root: &Node) -> Answer {
        let line = &self.best[0];
        let best = line.moves[0];
        let reply = line.moves.get(1).copied().or_else(|| {
            let after = root.position.play(best);
            self.table.find(after.key())?.mv.resolve(&after)
        });
        Answer { best: Some(best), reply, score: Some(Score::new(line.value)) }
    }
}

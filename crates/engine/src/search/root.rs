//! The moves of the position that is asked about.

use super::Searcher;
use super::agreed::{Agreement, Heard, Question};
use super::history::is_loud;
use super::node::Node;
use super::reductions::Reasons;
use super::report::Listener;
use super::tuned::tuned;
use crate::Evaluator;
use crate::score::{INFINITE, LEAST_MATED, Value, is_mate};
use regence_rules::Move;
use std::collections::VecDeque;
use std::time::Duration;

tuned! {
    /// Whether a move that comes out above the window is believed in at once, not only when it is known how far above: 1 if so.
    trusting = 0 => 1, 0..=1;
}

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

/// What has been found among the root's moves so far.
struct FoundAtRoot {
    best: Value,
    alpha: Value,
    /// Moves whose values and lines are those that another thread has found.
    taken_over: Vec<usize>,
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
        let Window { alpha, beta, depth } = window;
        self.prepare_root(root);
        let question = Question::new(root, 0, depth, alpha, beta);
        let mut found = FoundAtRoot { best: -INFINITE, alpha, taken_over: Vec::new() };
        let mut turns: VecDeque<(usize, bool)> =
            (first..self.roots.len()).map(|index| (index, true)).collect();
        while let Some((index, is_first_time)) = turns.pop_front() {
            let (mv, tried) = (self.roots[index].mv, index - first + 1);
            if tried > 1 && self.is_shared(depth) {
                self.hear_of_root(&question, &mut found);
                if self.is_known_to_be_worse(&question, index, &found) {
                    if !found.taken_over.contains(&index) {
                        self.roots[index].value = -INFINITE;
                    }
                    continue;
                }
            }
            if is_first_time && tried > 1 && self.is_under_way(&root.after(mv), depth) {
                turns.push_back((index, false));
                continue;
            }
            if self.task.is_main() && self.task.budget.elapsed() >= LONG {
                listener.trying(mv, index + 1);
            }
            let value = self.try_root_move(root, index, tried, Window { alpha: found.alpha, ..window });
            if self.stopped {
                return found.best;
            }
            if self.is_shared(depth) {
                self.tell_of_root(question, index, value, found.alpha < value && value < beta);
            }
            if tried > 1 && value <= found.alpha {
                self.roots[index].value = -INFINITE;
                continue;
            }
            self.take_root_move(index, value);
            // Should the search end before the next one tells more, a move that is too good is still the best that is known. One that
            // is mated is not, before the others have been looked at.
            let is_known =
                value > LEAST_MATED && (value < beta || trusting(E::NUMBERS) > 0 && !is_mate(value));
            if found.alpha < value && is_known && self.task.lines == 1 {
                self.believe(index, 1, depth);
            }
            (found.best, found.alpha) = (found.best.max(value), found.alpha.max(value));
            if value >= beta {
                return found.best;
            }
        }
        if self.is_shared(depth) {
            self.hear_of_root(&question, &mut found);
        }
        found.best
    }

    /// What the moves after the root's look back at.
    fn prepare_root(&mut self, root: &Node) {
        self.frames[0].eval = (!root.is_check).then(|| {
            let raw = self.evaluate(&root.position);
            self.corrected(root, 0, raw)
        });
        self.frames[1].killers = [None; 2];
        (self.frames[1].cutoffs, self.frames[2].cutoffs) = (0, 0);
    }

    /// Whether other threads have found a move to be no better than the best one, which it may be itself.
    fn is_known_to_be_worse(&self, question: &Question, index: usize, found: &FoundAtRoot) -> bool {
        let heard = self.task.shared.agreed.hear(self.rounds, question, self.roots[index].mv);
        matches!(heard, Heard::Value(value) if value <= found.alpha)
    }

    /// Takes over the best move that other threads have found, if it is better than what was found here.
    fn hear_of_root(&mut self, question: &Question, found: &mut FoundAtRoot) {
        let Some(Agreement { value, line, nodes, deepest }) =
            self.task.shared.agreed.better(self.rounds, question, found.alpha)
        else {
            return;
        };
        let Some(index) = self.roots.iter().position(|root| line.first() == Some(&root.mv)) else { return };
        let root = &mut self.roots[index];
        (root.value, root.line, root.deepest) = (value, line, deepest);
        root.nodes = root.nodes.max(nodes);
        if self.task.lines == 1 {
            self.believe(index, 1, question.depth);
        }
        (found.best, found.alpha) = (value, value);
        found.taken_over.push(index);
    }

    /// Tells other threads the value of a move of the root, and what follows if it is the best so far.
    fn tell_of_root(&self, question: Question, index: usize, value: Value, is_best: bool) {
        let RootMove { mv, nodes, .. } = self.roots[index];
        let line = || std::iter::once(mv).chain(self.lines[1].iter().copied()).collect();
        let best = is_best.then(|| Agreement { value, line: line(), nodes, deepest: self.deepest });
        self.task.shared.agreed.tell(self.rounds, question, mv, value, best);
    }

    /// Searches what follows one of the root's moves, the later ones less deep and with an empty window first.
    fn try_root_move(&mut self, root: &Node, index: usize, tried: usize, window: Window) -> Value {
        let Window { alpha, beta, depth } = window;
        let (mv, nodes) = (self.roots[index].mv, self.nodes);
        self.deepest = 0;
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
        self.roots[index].nodes += self.nodes - nodes;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;
    use crate::network::Network;
    use crate::search::Lines;
    use crate::search::sharing::SHARED_DEPTH;
    use crate::search::sharing::tests::{one_of_many, one_of_many_judging};
    use regence_rules::Position;

    /// Far more than any move is worth at the beginning.
    const WON: Value = 900;

    const WINDOW: Window = Window { alpha: -INFINITE, beta: INFINITE, depth: SHARED_DEPTH };

    /// A thread about to search the first position, after another has told what it thinks of one of the moves.
    fn told(index: usize, value: Value) -> (Searcher<Evaluation>, Node, Vec<Move>) {
        let (mut searcher, root) = one_of_many(Position::START);
        // What they were worth in the search before.
        searcher.roots.iter_mut().for_each(|root| root.value = 5);
        let mv = searcher.roots[index].mv;
        let reply = Position::START.play(mv).legal_moves()[3];
        let line = vec![mv, reply];
        let question = Question::new(&root, 0, WINDOW.depth, WINDOW.alpha, WINDOW.beta);
        let best = Agreement { value, line: line.clone(), nodes: 12_345, deepest: 9 };
        searcher.task.shared.agreed.tell(searcher.rounds, question, mv, value, Some(best));
        (searcher, root, line)
    }

    #[test]
    fn a_better_move_of_another_thread_is_taken_over_with_its_line() {
        for index in [1, 7, 19] {
            let (mut searcher, root, line) = told(index, WON);
            assert_eq!(searcher.search_root(&root, 0, WINDOW, &mut Lines(&mut |_| {})), WON);
            let taken = &searcher.roots[index];
            assert_eq!((taken.value, &taken.line, taken.nodes, taken.deepest), (WON, &line, 12_345, 9));
            assert_eq!((searcher.best[0].value, &searcher.best[0].moves), (WON, &line));
            let worse = searcher.roots.iter().skip(1).filter(|root| root.value == -INFINITE);
            assert_eq!(worse.count(), searcher.roots.len() - 2, "all but the first move and the best");
        }
    }

    #[test]
    fn a_better_move_that_was_found_at_the_very_end_is_taken_over_too() {
        // Only the last move is left to be searched here, so nobody listens before it is done.
        let (mut searcher, root, line) = told(19, WON);
        assert_eq!(searcher.search_root(&root, 19, WINDOW, &mut Lines(&mut |_| {})), WON);
        assert_eq!((searcher.roots[19].value, &searcher.roots[19].line), (WON, &line));
    }

    #[test]
    fn a_worse_move_of_another_thread_is_not_searched_again() {
        let (mut searcher, root, _) = told(7, -WON);
        let value = searcher.search_root(&root, 0, WINDOW, &mut Lines(&mut |_| {}));
        assert!(value > -WON && value < WON, "{value}");
        assert_eq!((searcher.roots[7].value, searcher.roots[7].nodes), (-INFINITE, 0));
        assert!(searcher.roots[8].nodes > 0);
    }

    /// What is believed in before the root is searched in this window, and after it: the first move, and its value.
    fn believed<E: Evaluator>(evaluator: E, fen: &str, window: Window) -> [(Move, Value); 2] {
        let (mut searcher, root) = one_of_many_judging(Position::from_fen(fen).unwrap(), evaluator);
        let of = |searcher: &Searcher<E>| (searcher.best[0].moves[0], searcher.best[0].value);
        let before = of(&searcher);
        searcher.search_root(&root, 0, window, &mut Lines(&mut |_| {}));
        [before, of(&searcher)]
    }

    #[test]
    fn a_move_that_is_too_good_is_believed_in_at_once() {
        let window = Window { alpha: 100, beta: 200, depth: 2 };
        let wins_a_queen = "4k3/8/8/3q4/4P3/8/PPPP4/4K3 w - - 0 1";
        let [(before, _), (after, value)] = believed(Network::default(), wins_a_queen, window);
        assert_ne!(before.to_string(), "e4d5");
        assert_eq!(after.to_string(), "e4d5");
        assert!(value >= window.beta);
        let [before, after] = believed(Evaluation::default(), wins_a_queen, window);
        assert_eq!(before, after, "those who were measured without that are left as they were");
    }

    #[test]
    fn no_mate_against_oneself_is_believed_in_before_a_search_is_done() {
        let window = Window { depth: 9, ..WINDOW };
        let [before, after] = believed(Network::default(), "7k/8/5K2/6R1/8/8/8/8 b - - 0 1", window);
        assert_eq!(before, after);
    }
}

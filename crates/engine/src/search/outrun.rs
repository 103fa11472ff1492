//! Notices that another thread has found the value of a node while this one is still somewhere below it.

use super::Searcher;
use super::agreed::Question;
use super::view::{Known, View};
use crate::Evaluator;
use crate::score::Value;

/// A node on the way to the position at hand whose value another thread may find first.
#[derive(Clone, Copy)]
pub(super) struct Watched {
    question: Question,
    is_pv: bool,
}

/// Another thread has found the value of a node that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Outrun {
    /// Which of the nodes that are watched.
    watched: usize,
    value: Value,
}

impl<E: Evaluator> Searcher<E> {
    /// Watches a node whose moves are about to be tried, if other threads may search it as well.
    #[inline]
    pub(super) fn watch(&mut self, view: &View, question: Question, is_pv: bool) {
        if view.excluded.is_none() && self.is_shared(view.depth) {
            self.watched.push(Watched { question, is_pv });
        }
    }

    /// Looks whether another thread has found the value of a node on the way, the nearest to the root first. Then
    /// everything below it stops.
    pub(super) fn look_whether_outrun(&mut self) {
        let answers = self.task.shared.agreed.answers();
        let has_news = self.answers != answers;
        let mut nodes = self.watched.iter().enumerate();
        self.outrun = nodes.find_map(|(watched, node)| {
            Some(Outrun { watched, value: self.found_meanwhile(node, has_news)? })
        });
        self.answers = answers;
        self.stopped |= self.outrun.is_some();
    }

    /// The value of a node that another thread has found, on the main line only if something is new there.
    fn found_meanwhile(&self, node: &Watched, has_news: bool) -> Option<Value> {
        let Question { key, ply, halfmove_clock, depth, alpha, beta } = node.question;
        if node.is_pv {
            return if has_news { self.task.shared.agreed.answer(self.rounds, &node.question) } else { None };
        }
        let known = Known::new(ply, halfmove_clock, &self.table.find(key)?);
        known.settles(halfmove_clock, depth, alpha, beta).then_some(known.value)
    }

    /// Watches no nodes any more from one on. If that one is why the search has stopped, its value is known, and the
    /// search goes on.
    #[inline]
    pub(super) fn unwatch(&mut self, from: usize) -> Option<Value> {
        self.watched.truncate(from);
        let outrun = self.outrun.filter(|outrun| outrun.watched == from)?;
        (self.stopped, self.outrun) = (false, None);
        Some(outrun.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;
    use crate::search::agreed::Agreement;
    use crate::search::node::Node;
    use crate::search::sharing::tests::one_of_many;
    use crate::table::{Bound, Entry};
    use regence_rules::Position;

    const DEPTH: i32 = 6;

    /// A thread below the root, a node on the main line, and the first of the nodes after it, which is not; both are watched.
    fn below_two_nodes() -> (Searcher<Evaluation>, [Question; 2]) {
        let (mut searcher, root) = one_of_many(Position::START);
        let child = root.after(Position::START.legal_moves()[0]);
        let asked = |node: &Node, ply, alpha, beta| Question::new(node, ply, DEPTH, alpha, beta);
        let questions = [asked(&root, 1, 0, 50), asked(&child, 2, -11, -10)];
        searcher.watched = vec![
            Watched { question: questions[0], is_pv: true },
            Watched { question: questions[1], is_pv: false },
        ];
        (searcher, questions)
    }

    fn find(searcher: &Searcher<Evaluation>, question: Question, value: Value, depth: i32) {
        let (value, depth, bound) = (value as i16, Entry::pack_depth(depth), Bound::Lower);
        searcher.table.keep(question.key, Entry { value, depth, bound, ..Entry::of_eval(Entry::NO_EVAL) });
    }

    fn agree(searcher: &Searcher<Evaluation>, question: Question, value: Value) {
        let found = Agreement { value, line: Vec::new(), nodes: 0, deepest: 0 };
        searcher.task.shared.agreed.agree(searcher.rounds, question, found);
    }

    #[test]
    fn what_another_thread_finds_ends_the_search_below_and_no_more() {
        let (mut searcher, [_, child]) = below_two_nodes();
        searcher.look_whether_outrun();
        assert!(!searcher.stopped);
        find(&searcher, child, 33, DEPTH);
        searcher.look_whether_outrun();
        assert!(searcher.stopped);
        assert_eq!((searcher.unwatch(1), searcher.stopped), (Some(33), false));
        assert_eq!((searcher.unwatch(0), searcher.stopped), (None, false));
    }

    #[test]
    fn the_node_nearest_to_the_root_counts() {
        let (mut searcher, [root, child]) = below_two_nodes();
        find(&searcher, child, 33, DEPTH);
        agree(&searcher, root, 17);
        searcher.look_whether_outrun();
        assert_eq!((searcher.unwatch(1), searcher.stopped), (None, true));
        assert_eq!((searcher.unwatch(0), searcher.stopped), (Some(17), false));
    }

    #[test]
    fn what_does_not_settle_a_node_does_not_outrun_it() {
        let (mut searcher, [root, child]) = below_two_nodes();
        find(&searcher, child, -40, DEPTH);
        searcher.look_whether_outrun();
        assert!(!searcher.stopped, "too low to be a refutation");
        let (mut searcher, [_, child]) = below_two_nodes();
        find(&searcher, child, 33, DEPTH - 1);
        searcher.look_whether_outrun();
        assert!(!searcher.stopped, "not searched deep enough");
        agree(&searcher, Question { depth: DEPTH + 1, ..root }, 17);
        searcher.look_whether_outrun();
        assert!(!searcher.stopped, "another question");
    }
}

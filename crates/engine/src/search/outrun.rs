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

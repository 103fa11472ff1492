//! What tables of endings say, as values of the search.

use super::node::Node;
use super::view::Known;
use super::{PROBE_NODES, Searcher, Task};
use crate::score::{DRAW, INFINITE, KNOWN_WIN, MAX_PLY, Value, is_mate};
use crate::table::{Bound, Entry};
use crate::{Evaluator, Verdict};

/// What is known for sure counts as much as a search that is so much deeper.
const DEEPER: i32 = 6;

/// Between which values a node lies, as far as a table knows.
#[derive(Clone, Copy)]
pub(super) struct Limited {
    least: Value,
    most: Value,
}

impl Limited {
    const NOT: Self = Self { least: -INFINITE, most: INFINITE };

    /// What a search has found, in the light of what is known for sure.
    pub(super) fn apply(self, value: Value) -> Value {
        value.clamp(self.least, self.most)
    }
}

impl<E: Evaluator> Searcher<E> {
    /// The value of a node that a table knows, if that decides against a window; otherwise what it says besides.
    pub(super) fn look_up(
        &mut self,
        node: &Node,
        ply: usize,
        depth: i32,
        alpha: Value,
        beta: Value,
    ) -> Result<Limited, Value> {
        let Some(tables) = &self.task.tablebase else { return Ok(Limited::NOT) };
        let Some(verdict) = tables.verdict(&node.position) else { return Ok(Limited::NOT) };
        self.next_look = self.next_look.saturating_sub(PROBE_NODES);
        let win = KNOWN_WIN - ply as Value;
        let (value, bound, limited) = match verdict {
            Verdict::Win => (win, Bound::Lower, Limited { least: win, most: INFINITE }),
            Verdict::Loss => (-win, Bound::Upper, Limited { least: -INFINITE, most: -win }),
            Verdict::BlessedLoss | Verdict::Draw | Verdict::CursedWin => {
                (DRAW, Bound::Exact, Limited { least: DRAW, most: DRAW })
            }
        };
        if !(Known { value, bound, depth }).is_beyond(alpha, beta) {
            return Ok(limited);
        }
        let depth = Entry::pack_depth((depth + DEEPER).min(MAX_PLY as i32));
        let entry = Entry { value: value as i16, depth, bound, ..Entry::of_eval(Entry::NO_EVAL) };
        self.table.keep(node.key, entry);
        Err(value)
    }
}

impl Task {
    /// A value of the root in the light of what a table says of it; mates that were found are better still.
    pub(super) fn in_the_light_of_tables(&self, value: Value) -> Value {
        match self.verdict {
            None => value,
            Some(_) if is_mate(value) => value,
            Some(Verdict::Win) => KNOWN_WIN,
            Some(Verdict::Loss) => -KNOWN_WIN,
            Some(Verdict::BlessedLoss | Verdict::Draw | Verdict::CursedWin) => DRAW,
        }
    }
}

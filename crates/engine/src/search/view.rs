//! What is known of a node before its moves are tried: what the table remembers, and how it is judged.

use super::Searcher;
use super::node::Node;
use super::tuned::tuned;
use crate::Evaluator;
use crate::score::Value;
use crate::table::{Bound, Entry};
use regence_rules::{Move, Position, Role};

/// Late in a row of moves without progress, remembered values may hide the draw that is near.
const CLOCK_TO_DISTRUST: u16 = 90;

/// Evaluations are scaled in so many parts.
const PARTS: Value = 1024;

/// The points of all pieces at the beginning, by [`points`].
const ALL_POINTS: Value = 78;

tuned! {
    /// By how many parts an evaluation counts less for each point of material that is gone: the fewer pieces are left, the less of an
    /// advantage wins.
    gone = 0 => 5, 0..=12;
}

/// What is known of a node before its moves are tried.
pub(super) struct View<'a> {
    pub(super) node: &'a Node,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// What the table remembers.
    pub(super) known: Option<Known>,
    pub(super) known_move: Option<Move>,
    /// The evaluation as it was, and as corrected; none in check.
    pub(super) raw: Option<Value>,
    pub(super) eval: Option<Value>,
    pub(super) is_improving: bool,
    /// On some search's main line, now or earlier.
    pub(super) was_pv: bool,
    pub(super) expects_cut: bool,
    pub(super) excluded: Option<Move>,
}

/// What the table remembers of a node, seen from the root.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) depth: i32,
}

impl Known {
    /// What an entry of the table says of a node so far from the root and from the last move that cannot be undone.
    pub(super) fn new(ply: usize, halfmove_clock: u16, entry: &Entry) -> Self {
        let value = entry.value_at(ply, halfmove_clock);
        Self { value, bound: entry.bound, depth: entry.searched() }
    }

    /// Whether nothing is left to search at a node, so deep and in such a window.
    pub(super) fn settles(self, halfmove_clock: u16, depth: i32, alpha: Value, beta: Value) -> bool {
        self.depth >= depth && self.is_beyond(alpha, beta) && halfmove_clock < CLOCK_TO_DISTRUST
    }

    /// Whether the value decides against a window.
    pub(super) fn is_beyond(self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Upper => self.value <= alpha,
            Bound::Lower => self.value >= beta,
            Bound::Exact => true,
        }
    }
}

impl<E: Evaluator> Searcher<E> {
    /// Evaluates a node unless it is in check, from memory if possible.
    pub(super) fn judge(&mut self, view: &mut View, entry: Option<Entry>) {
        let (node, ply) = (view.node, view.ply);
        if node.is_check {
            self.frames[ply].eval = None;
            return;
        }
        if view.excluded.is_some() {
            // The same node has been judged just before.
            view.eval = self.frames[ply].eval;
        } else {
            let raw = self.raw_eval(node, entry);
            view.raw = Some(raw);
            view.eval = Some(self.corrected(node, ply, raw));
            self.frames[ply].eval = view.eval;
        }
        view.is_improving = view.eval.is_some_and(|eval| self.frames.is_improving(ply, eval));
    }

    /// The evaluation as the table remembers it, or asked for and remembered.
    pub(super) fn raw_eval(&mut self, node: &Node, entry: Option<Entry>) -> Value {
        if let Some(entry) = entry
            && entry.eval != Entry::NO_EVAL
        {
            return Value::from(entry.eval);
        }
        let raw = self.evaluate(&node.position);
        if entry.is_none() {
            self.table.keep(node.key, Entry::of_eval(raw as i16));
        }
        raw
    }

    /// An evaluation, drawn towards nothing as pieces go and the fifty-move rule draws near, and corrected by experience.
    pub(super) fn corrected(&self, node: &Node, ply: usize, raw: Value) -> Value {
        let scaled = match gone(E::NUMBERS) {
            0 => raw,
            gone => raw * (PARTS - gone * (ALL_POINTS - points(&node.position)).max(0)) / PARTS,
        };
        let faded = scaled * (200 - Value::from(node.position.halfmove_clock().min(100))) / 200;
        self.correction.correct(&node.position, self.frames.last_step(ply), faded)
    }
}

/// What the pieces of both sides are worth as children learn it.
fn points(position: &Position) -> Value {
    let board = position.board();
    let count = |role: Role| board.by_role(role).len() as Value;
    count(Role::Pawn)
        + 3 * (count(Role::Knight) + count(Role::Bishop))
        + 5 * count(Role::Rook)
        + 9 * count(Role::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_gone_at_the_beginning() {
        assert_eq!(points(&Position::START), ALL_POINTS);
    }
}

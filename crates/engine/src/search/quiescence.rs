//! Searches captures, and ways out of check, until the position is calm enough to be judged.

use super::Searcher;
use super::history::is_loud;
use super::node::Node;
use super::picker::Picker;
use super::setting::Setting;
use super::tuned::tuned;
use super::view::Known;
use crate::Evaluator;
use crate::score::{DRAW, INFINITE, Value, is_mate, mated_at};
use crate::see::worth;
use crate::table::{Bound, Entry, PackedMove};
use regence_rules::Move;

tuned! {
    /// A capture that does not come this near to the window is left out.
    margin = 160 => 202, 40..=350;
}

/// As which depth the table knows such a search.
const DEPTH: i32 = 0;

impl<E: Evaluator> Searcher<E> {
    /// The value of a node when only what is loud is looked at.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        node: &Node,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        if let Some(value) = self.arrive(node, ply) {
            return value;
        }
        let entry = self.table.find(node.key);
        if !PV
            && let Some(entry) = entry
            && let known = Known::new(ply, node.position.halfmove_clock(), &entry)
            && known.settles(node.position.halfmove_clock(), DEPTH, alpha, beta)
        {
            return known.value;
        }
        let start = self.arena.len();
        let value = self.try_loud::<PV>(node, entry, alpha, beta, ply);
        self.arena.truncate(start);
        value
    }

    fn try_loud<const PV: bool>(
        &mut self,
        node: &Node,
        entry: Option<Entry>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        let position = &node.position;
        let (mut best, mut best_move, mut raw) = (-INFINITE, None, Entry::NO_EVAL);
        let mut hope = -INFINITE;
        let first_alpha = alpha;
        if !node.is_check {
            let eval = self.raw_eval(node, entry);
            raw = eval as i16;
            best = self.stand_pat(node, entry, eval, ply);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            hope = best + margin(E::NUMBERS);
        }
        let mut picker = self.loud_picker(node, entry, ply);
        while let Some(mv) = picker.next(position, &self.history, &mut self.arena) {
            if !node.is_check {
                let hoped = hope + position.captured(mv).map_or(0, |taken| worth(taken.role));
                if is_futile(mv, hoped, alpha) {
                    best = best.max(hoped);
                    continue;
                }
            }
            let child = node.after(mv);
            self.table.prefetch(child.key);
            self.play(node, mv, &child, ply);
            let value = -self.quiesce::<PV>(&child, -beta, -alpha, ply + 1);
            self.take_back();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if PV {
                        self.lengthen_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if node.is_check && !is_mate(best) {
                // One quiet way out suffices to know that it is no mate.
                picker.skip_quiets();
            }
        }
        if best == -INFINITE {
            return mated_at(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let (mv, value) = (PackedMove::new(best_move), Entry::pack_value(best, ply));
        let depth = Entry::pack_depth(DEPTH);
        self.table.keep(node.key, Entry { mv, value, depth, bound, was_pv, ..Entry::of_eval(raw) });
        best
    }

    /// Hands out all moves in check, and otherwise captures and promotions that lose nothing.
    fn loud_picker(&mut self, node: &Node, entry: Option<Entry>, ply: usize) -> Picker {
        let position = &node.position;
        let known_move = entry.and_then(|entry| entry.mv.resolve(position));
        if node.is_check {
            self.frames[ply].setting = Setting::new(position, self.frames.before(ply));
            Picker::all(known_move, self.frames.hints(ply), &self.arena)
        } else {
            Picker::loud(known_move.filter(|&mv| is_loud(position, mv)), 0, &self.arena)
        }
    }

    /// What the side to move has if it does nothing loud.
    fn stand_pat(&self, node: &Node, entry: Option<Entry>, raw: Value, ply: usize) -> Value {
        let eval = self.corrected(node, ply, raw);
        let Some(known) = entry.map(|entry| Known::new(ply, node.position.halfmove_clock(), &entry)) else {
            return eval;
        };
        let is_nearer =
            known.bound.is_lower() && known.value > eval || known.bound.is_upper() && known.value < eval;
        if is_nearer && !is_mate(known.value) { known.value } else { eval }
    }
}

/// Whether a capture from which at most so much is hoped wins too little to matter.
fn is_futile(mv: Move, hoped: Value, alpha: Value) -> bool {
    mv.promotion().is_none() && !is_mate(alpha) && hoped <= alpha
}

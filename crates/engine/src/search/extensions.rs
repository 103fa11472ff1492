//! Which moves are searched deeper: those without which all would be lost.

use super::Searcher;
use super::tuned::tuned;
use super::view::View;
use crate::Evaluator;
use crate::score::{Value, is_mate};
use regence_rules::Move;

/// Singular extensions: only if the table's value comes from a search not much shallower.
const SINGULAR_SHALLOWER: i32 = 3;

/// How often on one way a move is extended by two.
const MOST_DOUBLED: u8 = 8;

/// Margins for each half-move are in parts of a point.
const PARTS: i32 = 64;

tuned! {
    /// From which depth on there are singular extensions.
    singular_depth = 7 => 6, 4..=10;

    /// How far below the table's value all other moves must stay, for each half-move, in parts.
    singular_margin = 96 => 101, 20..=220;

    /// So far below, the move is extended by two.
    double_margin = 18 => 18, 0..=60;
}

impl<E: Evaluator> Searcher<E> {
    /// By how many half-moves a move is searched deeper; or a value, if the node need not be searched at all.
    ///
    /// Singular extension: the node is searched without its known move. If nothing else comes near, the move is the only
    /// one and deserves more. If other moves are too good as well, the node is (multicut).
    pub(super) fn extend(&mut self, view: &View, mv: Move, beta: Value, is_pv: bool) -> Result<i32, Value> {
        let Some(known) = view.known else { return Ok(0) };
        let (ply, depth) = (view.ply, view.depth);
        let is_tried = depth >= singular_depth(E::NUMBERS)
            && Some(mv) == view.known_move
            && view.excluded.is_none()
            && known.depth >= depth - SINGULAR_SHALLOWER
            && known.bound.is_lower()
            && !is_mate(known.value)
            && ply < 2 * self.iteration as usize;
        if !is_tried {
            return Ok(0);
        }
        let lowered = known.value - singular_margin(E::NUMBERS) * depth / PARTS;
        self.frames[ply].excluded = Some(mv);
        let value =
            self.search::<false>(view.node, lowered - 1, lowered, (depth - 1) / 2, ply, view.expects_cut);
        self.frames[ply].excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if value < lowered {
            let is_double = !is_pv
                && value < lowered - double_margin(E::NUMBERS)
                && self.frames[ply].doubled < MOST_DOUBLED;
            self.frames[ply].doubled += u8::from(is_double);
            return Ok(1 + i32::from(is_double));
        }
        if value >= beta && !is_mate(value) {
            return Err(value);
        }
        Ok(match () {
            () if known.value >= beta => -2,
            () if view.expects_cut => -1,
            () => 0,
        })
    }
}

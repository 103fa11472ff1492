//! What is kept for each half-move between the root and the position at hand.

use super::history::Step;
use super::picker::Hints;
use super::setting::{Before, Setting};
use crate::score::{MAX_PLY, Value};
use regence_rules::Move;
use std::ops::{Index, IndexMut};

/// What is kept for one half-move.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The corrected evaluation; none in check.
    pub(super) eval: Option<Value>,
    /// The move being tried; none for a pass.
    pub(super) moved: Option<Step>,
    /// The same if it is a quiet one.
    pub(super) quiet: Option<Move>,
    /// What the histories of quiet moves depend on here.
    pub(super) setting: Setting,
    /// The move that must not be tried, to see what the position is worth without it.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that refuted siblings.
    pub(super) killers: [Option<Move>; 2],
    /// How often a position at this half-move has refuted the move before it, below the same grandparent.
    pub(super) cutoffs: u8,
    /// How often a move on the way here was extended by two.
    pub(super) doubled: u8,
}

/// So many frames before the root, for looking back without asking how far.
const BEHIND: usize = 4;

/// The frames of a search, by half-move from the root.
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); BEHIND + MAX_PLY + 4])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// The frame so many half-moves before one.
    pub(super) fn back(&self, ply: usize, by: usize) -> &Frame {
        &self.0[BEHIND + ply - by]
    }

    /// Gets ready to try the moves of a node: what children and grandchildren of its siblings have left is forgotten.
    pub(super) fn prepare(&mut self, ply: usize) {
        self[ply + 1].killers = [None; 2];
        self[ply + 2].cutoffs = 0;
        self[ply].doubled = self.back(ply, 1).doubled;
    }

    /// The move that led here.
    pub(super) fn last_step(&self, ply: usize) -> Option<Step> {
        self.back(ply, 1).moved
    }

    /// The moves that led here which a quiet move's history looks at.
    pub(super) fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|by| self.back(ply, by).moved)
    }

    /// What makes a quiet move promising here.
    pub(super) fn hints(&self, ply: usize) -> Hints {
        Hints { killers: self[ply].killers, setting: self[ply].setting }
    }

    /// Whether things are getting better for the side to move since its last move, or the one before.
    pub(super) fn is_improving(&self, ply: usize, eval: Value) -> bool {
        let earlier = self.back(ply, 2).eval.or(self.back(ply, 4).eval);
        earlier.is_none_or(|earlier| eval > earlier)
    }
}

impl Index<usize> for Frames {
    type Output = Frame;

    fn index(&self, ply: usize) -> &Frame {
        &self.0[BEHIND + ply]
    }
}

impl IndexMut<usize> for Frames {
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEHIND + ply]
    }
}

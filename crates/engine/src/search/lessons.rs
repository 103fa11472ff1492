//! What is found among the moves of a node, and what is learnt from it: for the table, the histories and later evaluations.

use super::Searcher;
use super::history::{bonus, is_loud, malus};
use super::tuned::tuned;
use super::view::View;
use crate::Evaluator;
use crate::score::{INFINITE, LEAST_MATE, Value, is_mate};
use crate::table::{Bound, Entry, PackedMove};
use regence_rules::{Color, Move};

/// Moves tried at one node that failed, to be held against them when another succeeds.
const MOST_FAILED: usize = 32;

/// Shares are in so many parts of the whole.
const PARTS: i32 = 64;

/// No more is learnt about a move from evaluations alone.
const EVAL_MOST: i32 = 800;

tuned! {
    /// How much it counts for a move that nothing was found against it, in parts of what a refutation counts.
    refuting_share = 48 => 55, 0..=128;

    /// How much a point of evaluation that a move has won or lost counts.
    eval_share = 5 => 4, 0..=20;
}

/// What has been found among the moves of a node so far.
pub(super) struct Found {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) best: Value,
    pub(super) best_move: Option<Move>,
    pub(super) tried: usize,
    failed_quiets: Failed,
    failed_loud: Failed,
}

/// A few moves that did not help.
struct Failed {
    moves: [Option<Move>; MOST_FAILED],
    count: usize,
}

impl Failed {
    fn new() -> Self {
        Self { moves: [None; MOST_FAILED], count: 0 }
    }

    fn add(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }
}

impl Found {
    pub(super) fn new(alpha: Value, beta: Value) -> Self {
        Self {
            alpha,
            beta,
            best: -INFINITE,
            best_move: None,
            tried: 0,
            failed_quiets: Failed::new(),
            failed_loud: Failed::new(),
        }
    }

    /// A move has not been too good: if another one is, that is held against it.
    pub(super) fn add_failed(&mut self, mv: Move, is_loud: bool) {
        if is_loud { &mut self.failed_loud } else { &mut self.failed_quiets }.add(mv);
    }

    /// Whether a move has been found that does not lose by force, so that others may be left out.
    pub(super) fn has_way_out(&self) -> bool {
        self.best > -LEAST_MATE
    }
}

impl<E: Evaluator> Searcher<E> {
    /// Remembers what came of a node: in the table, in the histories, and for later evaluations.
    pub(super) fn remember(&mut self, view: &View, found: &Found, first_alpha: Value) {
        let bound = if found.best >= found.beta {
            Bound::Lower
        } else if found.best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Lower
            && let Some(best) = found.best_move
        {
            self.teach_moves(view, found, best);
        } else if bound == Bound::Upper {
            self.teach_earlier(
                view.ply,
                !view.node.position.turn(),
                bonus(view.depth, E::NUMBERS) * refuting_share(E::NUMBERS) / PARTS,
            );
        }
        if view.excluded.is_some() {
            return;
        }
        self.table.keep(
            view.node.key,
            Entry {
                mv: PackedMove::new(found.best_move),
                value: Entry::pack_value(found.best, view.ply),
                depth: Entry::pack_depth(view.depth),
                bound,
                was_pv: view.was_pv,
                ..Entry::of_eval(view.raw.map_or(Entry::NO_EVAL, |raw| raw as i16))
            },
        );
        self.teach_correction(view, found, bound);
    }

    /// A move has refuted the one before: it did well, and those tried before it did not.
    fn teach_moves(&mut self, view: &View, found: &Found, best: Move) {
        let (position, ply) = (&view.node.position, view.ply);
        let (turn, change, against) =
            (position.turn(), bonus(view.depth, E::NUMBERS), malus(view.depth, E::NUMBERS));
        let setting = self.frames[ply].setting;
        if is_loud(position, best) {
            self.history.teach_capture(position, best, change);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.history.teach_quiet(turn, best, &setting, change);
            for &mv in found.failed_quiets.moves[..found.failed_quiets.count].iter().flatten() {
                self.history.teach_quiet(turn, mv, &setting, -against);
            }
        }
        for &mv in found.failed_loud.moves[..found.failed_loud.count].iter().flatten() {
            self.history.teach_capture(position, mv, -against);
        }
    }

    /// Nothing was found against the move that led to a node; if it was a quiet one, it did well.
    fn teach_earlier(&mut self, ply: usize, turn: Color, change: i32) {
        let parent = self.frames.back(ply, 1);
        // The root's moves are sorted by other means.
        if let Some(mv) = parent.quiet
            && ply > 1
        {
            let setting = parent.setting;
            self.history.teach_quiet(turn, mv, &setting, change);
        }
    }

    /// What the evaluation says after a quiet move, against what it said before, tells already whether it was good.
    pub(super) fn teach_by_eval(&mut self, view: &View) {
        let parent = self.frames.back(view.ply, 1);
        if let (Some(mv), Some(before), Some(now)) = (parent.quiet, parent.eval, view.eval)
            && view.ply > 1
        {
            let (setting, turn) = (parent.setting, !view.node.position.turn());
            let change = (-(before + now) * eval_share(E::NUMBERS)).clamp(-EVAL_MOST, EVAL_MOST);
            self.history.teach_anywhere(turn, mv, &setting, change);
        }
    }

    /// A late quiet move was worth a second look: it did well if it kept its promise.
    pub(super) fn teach_late_move(&mut self, view: &View, mv: Move, failed: bool) {
        let change = if failed { -malus(view.depth, E::NUMBERS) } else { bonus(view.depth, E::NUMBERS) };
        let setting = self.frames[view.ply].setting;
        self.history.teach_answer(view.node.position.turn(), mv, &setting, change);
    }

    /// The search has found something else than the evaluation, and no capture explains it.
    fn teach_correction(&mut self, view: &View, found: &Found, bound: Bound) {
        let Some(eval) = view.eval else { return };
        let is_explained = found.best_move.is_some_and(|mv| is_loud(&view.node.position, mv))
            || bound == Bound::Lower && found.best <= eval
            || bound == Bound::Upper && found.best >= eval
            || is_mate(found.best);
        if !is_explained {
            let last = self.frames.last_step(view.ply);
            self.correction.teach(&view.node.position, last, view.depth, found.best - eval);
        }
    }
}

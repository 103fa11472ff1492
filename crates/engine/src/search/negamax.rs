//! The search of everything below the root, from the side to move's view.

use super::Searcher;
use super::history::{bonus, is_loud};
use super::node::Node;
use super::picker::Picker;
use super::pruning::is_late_enough;
use super::reductions::Reasons;
use crate::Evaluator;
use crate::score::{DRAW, INFINITE, LEAST_MATE, MAX_PLY, Value, is_mate, mated_at};
use crate::table::{Bound, Entry, PackedMove};
use regence_rules::Move;

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
    /// What an entry of the table says of a node so far from the root.
    pub(super) fn new(node: &Node, ply: usize, entry: &Entry) -> Self {
        let value = entry.value_at(ply, node.position.halfmove_clock());
        Self { value, bound: entry.bound, depth: entry.searched() }
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

/// Late in a row of moves without progress, remembered values may hide the draw that is near.
const CLOCK_TO_DISTRUST: u16 = 90;

/// Moves tried at one node that failed, to be held against them when another succeeds.
const MOST_FAILED: usize = 32;

/// Below this depth a node without a known move is searched as it is.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// What has been found among the moves of a node so far.
struct Search {
    alpha: Value,
    beta: Value,
    best: Value,
    best_move: Option<Move>,
    tried: usize,
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

impl Search {
    /// Whether a move has been found that does not lose by force, so that others may be left out.
    fn has_way_out(&self) -> bool {
        self.best > -LEAST_MATE
    }
}

impl<E: Evaluator> Searcher<E> {
    /// The value of a node, searched so deep, as far as it lies between `alpha` and `beta`. `expects_cut` if the node will
    /// probably be refuted by one move.
    pub(super) fn search<const PV: bool>(
        &mut self,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        expects_cut: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiesce::<PV>(node, alpha, beta, ply);
        }
        self.lines[ply].clear();
        if self.count_node(ply) {
            return DRAW;
        }
        if let Some(value) = self.drawn(node, ply) {
            return value;
        }
        if ply >= MAX_PLY - 1 {
            return if node.is_check { DRAW } else { self.evaluate(&node.position) };
        }
        // Nothing here can be worse than mate now or better than mate with the next move.
        alpha = alpha.max(mated_at(ply));
        beta = beta.min(-mated_at(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.table.find(node.key) };
        let known = entry.map(|entry| Known::new(node, ply, &entry));
        if !PV
            && let Some(known) = known
            && known.depth >= depth
            && known.is_beyond(alpha, beta)
            && node.position.halfmove_clock() < CLOCK_TO_DISTRUST
        {
            return known.value;
        }
        let known_move = entry.and_then(|entry| entry.mv.resolve(&node.position));
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let mut view = View {
            node,
            ply,
            depth,
            known,
            known_move,
            raw: None,
            eval: None,
            is_improving: false,
            was_pv,
            expects_cut,
            excluded,
        };
        self.judge(&mut view, entry);
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 2].cutoffs = 0;
        self.frames[ply].doubled = self.frames.back(ply, 1).doubled;
        if !PV
            && excluded.is_none()
            && let Some(value) = self.prune(&view, alpha, beta)
        {
            return value;
        }
        // Without a known move the best one is found later; a shallower search finds one for next time.
        if known_move.is_none()
            && excluded.is_none()
            && depth >= INTERNAL_REDUCTION_DEPTH
            && (PV || expects_cut)
        {
            view.depth -= 1;
        }
        let start = self.arena.len();
        let value = self.try_moves::<PV>(&view, alpha, beta);
        self.arena.truncate(start);
        value
    }

    /// Evaluates a node unless it is in check, from memory if possible.
    fn judge(&mut self, view: &mut View, entry: Option<Entry>) {
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

    /// An evaluation, drawn towards nothing as the fifty-move rule draws near, and corrected by experience.
    pub(super) fn corrected(&self, node: &Node, ply: usize, raw: Value) -> Value {
        let faded = raw * (200 - Value::from(node.position.halfmove_clock().min(100))) / 200;
        self.correction.correct(&node.position, self.frames.last_step(ply), faded)
    }

    /// Tries the moves of a node until one is too good.
    fn try_moves<const PV: bool>(&mut self, view: &View, alpha: Value, beta: Value) -> Value {
        let (node, ply) = (view.node, view.ply);
        let mut picker = Picker::all(view.known_move, self.frames.hints(ply), &self.arena);
        let mut found = Search {
            alpha,
            beta,
            best: -INFINITE,
            best_move: None,
            tried: 0,
            failed_quiets: Failed::new(),
            failed_loud: Failed::new(),
        };
        while let Some(mv) = picker.next(&node.position, &self.history, &mut self.arena) {
            if Some(mv) == view.excluded {
                continue;
            }
            found.tried += 1;
            let is_loud = is_loud(&node.position, mv);
            if found.has_way_out() {
                if is_late_enough(view, found.tried) {
                    picker.skip_quiets();
                }
                if !is_loud && picker.skips_quiets() {
                    continue;
                }
            }
            let child = node.after(mv);
            if found.tried > 1
                && found.has_way_out()
                && self.is_hopeless(view, mv, is_loud, &child, found.tried, found.alpha)
            {
                continue;
            }
            self.table.prefetch(child.key);
            let extension = match self.extend(view, mv, beta, PV) {
                Ok(extension) => extension,
                Err(cutoff) => return cutoff,
            };
            let value = self.try_move::<PV>(view, mv, &child, &found, extension, is_loud);
            if self.stopped {
                return DRAW;
            }
            if self.take(view, &mut found, mv, value, is_loud, PV) {
                break;
            }
        }
        if found.tried == 0 {
            return match view.excluded {
                Some(_) => alpha,
                None if node.is_check => mated_at(ply),
                None => DRAW,
            };
        }
        self.remember(view, &found, alpha);
        found.best
    }

    /// Plays one move and searches what follows: late moves less deep and with an empty window first.
    fn try_move<const PV: bool>(
        &mut self,
        view: &View,
        mv: Move,
        child: &Node,
        found: &Search,
        extension: i32,
        is_loud: bool,
    ) -> Value {
        let (alpha, beta) = (found.alpha, found.beta);
        let depth = view.depth - 1 + extension;
        let reduction = self.late_reduction(view, mv, child, found.tried, is_loud, PV);
        self.play(view.node, mv, child, view.ply);
        let ply = view.ply + 1;
        let mut value = -INFINITE;
        let is_late = found.tried > 1 && view.depth >= 2;
        let reduced = if is_late { (depth - reduction).clamp(1.min(depth), depth) } else { depth };
        if reduced < depth {
            value = -self.search::<false>(child, -alpha - 1, -alpha, reduced, ply, true);
            if value > alpha && !self.stopped {
                value = -self.search::<false>(child, -alpha - 1, -alpha, depth, ply, !view.expects_cut);
                if !is_loud && !self.stopped {
                    self.teach_late_move(view, mv, value <= alpha);
                }
            }
        } else if !PV || found.tried > 1 {
            value = -self.search::<false>(child, -alpha - 1, -alpha, depth, ply, !view.expects_cut);
        }
        if PV && (found.tried == 1 || value > alpha) && !self.stopped {
            value = -self.search::<true>(child, -beta, -alpha, depth, ply, false);
        }
        self.take_back();
        value
    }

    /// By how much a move's search is made shallower.
    fn late_reduction(
        &self,
        view: &View,
        mv: Move,
        child: &Node,
        tried: usize,
        is_loud: bool,
        is_pv: bool,
    ) -> i32 {
        let position = &view.node.position;
        let history = if is_loud {
            self.history.of_capture(position, mv)
        } else {
            self.history.of_quiet(position.turn(), mv, &self.frames.before(view.ply))
        };
        let reasons = Reasons {
            is_improving: view.is_improving,
            expects_cut: view.expects_cut,
            is_pv,
            was_pv: view.was_pv,
            gives_check: child.is_check,
            is_killer: self.frames[view.ply].killers.contains(&Some(mv)),
            is_loud,
            best_is_loud: view.known_move.is_some_and(|best| position.is_capture(best)),
            many_cutoffs: self.frames[view.ply + 1].cutoffs > 3,
            history,
        };
        self.reductions.reduction(view.depth, tried, reasons)
    }

    /// A late quiet move was worth a second look: it did well if it kept its promise.
    fn teach_late_move(&mut self, view: &View, mv: Move, failed: bool) {
        let change = if failed { -bonus(view.depth) } else { bonus(view.depth) };
        let before = self.frames.before(view.ply);
        self.history.teach_answer(view.node.position.turn(), mv, &before, change);
    }

    /// Takes a move's value into account; whether it is too good for the other side to let it happen.
    fn take(
        &mut self,
        view: &View,
        found: &mut Search,
        mv: Move,
        value: Value,
        is_loud: bool,
        is_pv: bool,
    ) -> bool {
        if value > found.best {
            found.best = value;
            if value > found.alpha {
                found.best_move = Some(mv);
                if is_pv {
                    self.lengthen_line(view.ply, mv);
                }
                if value >= found.beta {
                    self.frames[view.ply].cutoffs = self.frames[view.ply].cutoffs.saturating_add(1);
                    return true;
                }
                found.alpha = value;
            }
        }
        if is_loud { &mut found.failed_loud } else { &mut found.failed_quiets }.add(mv);
        false
    }

    /// The main line from here is a move and what follows it.
    pub(super) fn lengthen_line(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Remembers what came of a node: in the table, in the histories, and for later evaluations.
    fn remember(&mut self, view: &View, found: &Search, first_alpha: Value) {
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
    fn teach_moves(&mut self, view: &View, found: &Search, best: Move) {
        let (position, ply) = (&view.node.position, view.ply);
        let (turn, change) = (position.turn(), bonus(view.depth));
        let before = self.frames.before(ply);
        if is_loud(position, best) {
            self.history.teach_capture(position, best, change);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.history.teach_quiet(turn, best, &before, change);
            for &mv in found.failed_quiets.moves[..found.failed_quiets.count].iter().flatten() {
                self.history.teach_quiet(turn, mv, &before, -change);
            }
        }
        for &mv in found.failed_loud.moves[..found.failed_loud.count].iter().flatten() {
            self.history.teach_capture(position, mv, -change);
        }
    }

    /// The search has found something else than the evaluation, and no capture explains it.
    fn teach_correction(&mut self, view: &View, found: &Search, bound: Bound) {
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

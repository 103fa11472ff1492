//! The search of everything below the root, from the side to move's view.

use super::Searcher;
use super::agreed::Question;
use super::history::is_loud;
use super::lessons::Found;
use super::node::Node;
use super::picker::Picker;
use super::pruning::is_late_enough;
use super::setting::Setting;
use super::sharing::{Others, Turns};
use super::tuned::tuned;
use super::view::{Known, View};
use crate::score::{DRAW, INFINITE, Value, mated_at};
use crate::{Evaluator, Numbers};
use regence_rules::Move;

/// Below this depth a node without a known move is searched as it is.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;

tuned! {
    /// A late move that comes out so much better than the best so far is searched deeper than it would be; one that hardly does, less.
    deeper_margin = 60 => 117, 10..=2000;
    shallower_margin = 8 => 9, 0..=40;
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
        if let Some(value) = self.arrive(node, ply) {
            return value;
        }
        // Nothing here can be worse than mate now or better than mate with the next move.
        alpha = alpha.max(mated_at(ply));
        beta = beta.min(-mated_at(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let limited = match self.look_up(node, ply, depth, alpha, beta) {
            Ok(limited) => limited,
            Err(value) => return value,
        };
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.table.find(node.key) };
        let halfmove_clock = node.position.halfmove_clock();
        let known = entry.map(|entry| Known::new(ply, halfmove_clock, &entry));
        if !PV
            && let Some(known) = known
            && known.settles(halfmove_clock, depth, alpha, beta)
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
        if excluded.is_none() {
            self.teach_by_eval(&view);
        }
        self.frames.prepare(ply);
        if !PV
            && excluded.is_none()
            && self.verified_at != Some(ply)
            && self.task.may_leave_out()
            && let Some(value) = self.prune(&view, alpha, beta)
        {
            return value;
        }
        view.depth -= internal_reduction(&view, PV);
        limited.apply(self.search_moves::<PV>(&view, alpha, beta))
    }

    /// Searches the moves of a node, and agrees with other threads on what it is worth.
    fn search_moves<const PV: bool>(&mut self, view: &View, alpha: Value, beta: Value) -> Value {
        let (start, put_off, watched) = (self.arena.len(), self.put_off.len(), self.watched.len());
        let question = Question::new(view.node, view.ply, view.depth, alpha, beta);
        self.watch(view, question, PV);
        let mut value = self.try_moves::<PV>(view, question);
        self.arena.truncate(start);
        self.put_off.truncate(put_off);
        if self.watched.len() > watched {
            value = self.unwatch(watched).unwrap_or(value);
        }
        if PV && !self.stopped {
            value = self.agree(view, question, value);
        }
        value
    }

    /// Tries the moves of a node until one is too good.
    fn try_moves<const PV: bool>(&mut self, view: &View, question: Question) -> Value {
        let (node, ply) = (view.node, view.ply);
        let Question { alpha, beta, .. } = question;
        self.frames[ply].setting = Setting::new(&node.position, self.frames.before(ply));
        let mut picker = Picker::all(view.known_move, self.frames.hints(ply), &self.arena);
        let mut found = Found::new(alpha, beta);
        let mut turns = Turns::new(self.put_off.len());
        while let Some(mv) = self.next_turn(&mut turns, &mut picker, view, &mut found) {
            let is_loud = is_loud(&node.position, mv);
            // What was put off was found worth searching before.
            let may_leave_out = found.has_way_out() && self.task.may_leave_out() && turns.is_first();
            if may_leave_out && leaves_out_late(view, &mut picker, is_loud, found.tried, E::NUMBERS) {
                continue;
            }
            let child = node.after(mv);
            if found.tried > 1
                && may_leave_out
                && self.is_hopeless(view, mv, is_loud, &child, found.tried, found.alpha)
            {
                continue;
            }
            self.table.prefetch(child.key);
            if found.tried > 1 && self.is_shared(view.depth) {
                match self.ask_others::<PV>(view, &question, mv, &child, turns.is_first(), &mut found) {
                    Others::Settled(value) => return value,
                    Others::Taken => continue,
                    Others::No => {}
                }
            }
            let extension = match self.extend(view, mv, beta, PV) {
                Ok(extension) => extension,
                Err(cutoff) => return cutoff,
            };
            let value = self.try_move::<PV>(view, mv, &child, &found, extension, is_loud);
            if self.stopped {
                return DRAW;
            }
            let is_enough = self.take(view, &mut found, mv, value, is_loud, PV);
            if PV {
                self.tell(view, question, mv, value, &found);
            }
            if is_enough {
                break;
            }
        }
        if found.tried == 0 {
            return worth_without_moves(view, alpha);
        }
        self.remember(view, &found, alpha);
        found.best
    }

    /// The move whose turn it is: the next one of the picker, and when that has no more, the next that was put off.
    fn next_turn(
        &mut self,
        turns: &mut Turns,
        picker: &mut Picker,
        view: &View,
        found: &mut Found,
    ) -> Option<Move> {
        while let Some(mv) = picker.next(&view.node.position, &self.history, &mut self.arena) {
            if Some(mv) != view.excluded {
                turns.new += 1;
                found.tried = turns.new;
                return Some(mv);
            }
        }
        let (mv, turn) = turns.next_again(&self.put_off)?;
        found.tried = turn;
        Some(mv)
    }

    /// Plays one move and searches what follows: late moves less deep and with an empty window first.
    fn try_move<const PV: bool>(
        &mut self,
        view: &View,
        mv: Move,
        child: &Node,
        found: &Found,
        extension: i32,
        is_loud: bool,
    ) -> Value {
        let (alpha, beta) = (found.alpha, found.beta);
        let is_late = found.tried > 1 && view.depth >= 2;
        let reduction =
            if is_late { self.late_reduction(view, mv, child, found.tried, is_loud, PV) } else { 0 };
        let depth = view.depth - 1 + extension;
        self.play(view.node, mv, child, view.ply);
        self.tell_others(child, view.depth);
        let ply = view.ply + 1;
        let mut value = -INFINITE;
        let reduced = if is_late { (depth - reduction).clamp(1.min(depth), depth) } else { depth };
        if reduced < depth {
            value = -self.search::<false>(child, -alpha - 1, -alpha, reduced, ply, true);
            if value > alpha && !self.stopped {
                // What came out far better than all before deserves more than what just did.
                let deeper = i32::from(value > found.best + deeper_margin(E::NUMBERS));
                let shallower = i32::from(value < found.best + shallower_margin(E::NUMBERS));
                let depth = depth + deeper - shallower;
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
        self.tell_others_it_is_done(child, view.depth);
        self.take_back();
        value
    }

    /// Takes a move's value into account; whether it is too good for the other side to let it happen.
    pub(super) fn take(
        &mut self,
        view: &View,
        found: &mut Found,
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
        found.add_failed(mv, is_loud);
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
}

/// Internal reduction: without a known move the best one is found late, so a shallower search finds one for next time.
fn internal_reduction(view: &View, is_pv: bool) -> i32 {
    i32::from(
        view.known_move.is_none()
            && view.excluded.is_none()
            && view.depth >= INTERNAL_REDUCTION_DEPTH
            && (is_pv || view.expects_cut),
    )
}

/// Whether a quiet move is left out because so many were tried before it; then the picker hands out no more of them.
fn leaves_out_late(view: &View, picker: &mut Picker, is_loud: bool, tried: usize, numbers: Numbers) -> bool {
    if is_late_enough(view, tried, numbers) {
        picker.skip_quiets();
    }
    !is_loud && picker.skips_quiets()
}

/// The value of a node without moves: mate, stalemate, or all that there is was to be left out.
fn worth_without_moves(view: &View, alpha: Value) -> Value {
    match view.excluded {
        Some(_) => alpha,
        None if view.node.is_check => mated_at(view.ply),
        None => DRAW,
    }
}

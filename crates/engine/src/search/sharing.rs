//! How threads share the work. All search the root equally deep and in the same window; a move that one of them is searching is
//! put off by the others until they have nothing else to do there, and then its value is in the table, as a rule. Whoever is
//! the first to come to the end of the root's moves has come there for all. What is `agreed` on along the main line and how a
//! thread learns that it is `outrun` stand in files of their own.

use super::Searcher;
use super::agreed::{Heard, Question};
use super::history::is_loud;
use super::lessons::Found;
use super::node::Node;
use super::report::Listener;
use super::root::{RootMove, Window};
use super::view::{Known, View};
use crate::Evaluator;
use crate::score::{DRAW, Value};
use regence_rules::{Key, Move};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// What is searched less deep than this is over before anybody else could have known of it.
pub(super) const SHARED_DEPTH: i32 = 3;

const BUCKETS: usize = 1 << 13;
const PLACES: usize = 4;

/// The positions that are being searched right now, by whichever thread; nearly all of them, as places are few.
pub(crate) struct UnderWay {
    buckets: Box<[[AtomicU64; PLACES]]>,
}

impl UnderWay {
    /// Nothing is being searched yet.
    pub(crate) fn nothing() -> Self {
        Self { buckets: (0..BUCKETS).map(|_| Default::default()).collect() }
    }

    /// Somebody searches a position.
    pub(super) fn begin(&self, key: Key) {
        let bucket = self.bucket(key);
        let free = bucket
            .iter()
            .find(|place| matches!(place.load(Relaxed), seen if seen == 0 || seen == key.bits()));
        // Where all is full, the first to come is forgotten: then two do the same, which is no harm.
        free.unwrap_or(&bucket[0]).store(key.bits(), Relaxed);
    }

    /// Somebody has searched it.
    pub(super) fn end(&self, key: Key) {
        for place in self.bucket(key) {
            if place.load(Relaxed) == key.bits() {
                place.store(0, Relaxed);
            }
        }
    }

    /// Whether somebody is searching it.
    pub(super) fn has(&self, key: Key) -> bool {
        self.bucket(key).iter().any(|place| place.load(Relaxed) == key.bits())
    }

    fn bucket(&self, key: Key) -> &[AtomicU64; PLACES] {
        &self.buckets[key.bits() as usize % BUCKETS]
    }
}

/// The searches of the root that are done, in order. All threads do the same ones one after the other, and whoever is the
/// first to finish one has finished it for all.
#[derive(Default)]
pub(crate) struct Rounds {
    count: AtomicUsize,
    done: Mutex<Vec<Round>>,
}

/// What a search of the root has found.
#[derive(Clone)]
struct Round {
    value: Value,
    roots: Vec<RootMove>,
}

impl Rounds {
    fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// Adds a search, unless somebody else was faster.
    fn add(&self, number: usize, value: Value, roots: &[RootMove]) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if done.len() == number {
            done.push(Round { value, roots: roots.to_vec() });
            self.count.store(done.len(), Relaxed);
        }
    }

    fn get(&self, number: usize) -> Option<Round> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).get(number).cloned()
    }
}

/// Whose turn it is among the moves of a node.
pub(super) struct Turns {
    /// How many moves have had theirs.
    pub(super) new: usize,
    /// Where the node's moves that were put off begin, and which of them comes next.
    first: usize,
    next: usize,
}

impl Turns {
    /// Nobody has had a turn, and what was put off lies below `put_off`.
    pub(super) fn new(put_off: usize) -> Self {
        Self { new: 0, first: put_off, next: put_off }
    }

    /// Whether it is the first turn of the move whose turn it is; nothing is put off twice.
    pub(super) fn is_first(&self) -> bool {
        self.next == self.first
    }

    /// The next move that was put off, and the turn it had.
    pub(super) fn next_again(&mut self, put_off: &[(Move, usize)]) -> Option<(Move, usize)> {
        let again = put_off.get(self.next).copied()?;
        self.next += 1;
        Some(again)
    }
}

/// What other threads have to do with the move whose turn it is.
pub(super) enum Others {
    /// Nothing: it is to be searched.
    No,
    /// They have searched it, or are at it: its turn is over for now.
    Taken,
    /// They have searched the whole node.
    Settled(Value),
}

impl<E: Evaluator> Searcher<E> {
    /// Asks whether a move that is not the first need be searched here and now. One that another thread is at is put off, once.
    pub(super) fn ask_others<const PV: bool>(
        &mut self,
        view: &View,
        question: &Question,
        mv: Move,
        child: &Node,
        is_first_turn: bool,
        found: &mut Found,
    ) -> Others {
        if PV {
            match self.hear(view, question, mv, found) {
                Heard::Answer(answer) => return Others::Settled(answer.value),
                Heard::Value(_) if found.best_move == Some(mv) => return Others::Taken,
                Heard::Value(value) if value <= found.alpha => {
                    self.take(view, found, mv, value, is_loud(&view.node.position, mv), PV);
                    return Others::Taken;
                }
                _ => {}
            }
        } else if let Some(value) = self.settled_by_others(view, found) {
            return Others::Settled(value);
        }
        if is_first_turn && self.is_under_way(child, view.depth) {
            self.put_off.push((mv, found.tried));
            return Others::Taken;
        }
        Others::No
    }

    /// Whether a node that is to be searched so deep may be searched by other threads as well.
    #[inline]
    pub(super) fn is_shared(&self, depth: i32) -> bool {
        self.shared_work(depth).is_some()
    }

    /// The value of a node that another thread has searched meanwhile, if that settles it.
    fn settled_by_others(&self, view: &View, found: &Found) -> Option<Value> {
        if view.excluded.is_some() {
            return None;
        }
        let entry = self.table.find(view.node.key)?;
        let clock = view.node.position.halfmove_clock();
        let known = Known::new(view.ply, clock, &entry);
        known.settles(clock, view.depth, found.alpha, found.beta).then_some(known.value)
    }

    /// Whether some thread is searching a position after a move of a node that is to be searched so deep. It may be this one,
    /// if the move repeats a position: that is a draw which can wait.
    #[inline]
    pub(super) fn is_under_way(&self, child: &Node, depth: i32) -> bool {
        self.shared_work(depth).is_some_and(|work| work.has(child.key))
    }

    /// Lets other threads know that a position is being searched.
    #[inline]
    pub(super) fn tell_others(&self, child: &Node, depth: i32) {
        if let Some(work) = self.shared_work(depth) {
            work.begin(child.key);
        }
    }

    /// Lets them know that it has been.
    #[inline]
    pub(super) fn tell_others_it_is_done(&self, child: &Node, depth: i32) {
        if let Some(work) = self.shared_work(depth) {
            work.end(child.key);
        }
    }

    /// Searches the root's moves from `first` on and sorts them, or takes over what another thread has found sooner.
    pub(super) fn search_together(
        &mut self,
        root: &Node,
        first: usize,
        window: Window,
        listener: &mut dyn Listener,
    ) -> Value {
        let mut value = DRAW;
        if !self.is_overtaken() {
            value = self.search_root(root, first, window, listener);
            // The order of moves that are only known to be worse stays: the sort is stable.
            self.roots[first..].sort_by_key(|root| -root.value);
        }
        let number = self.rounds;
        self.rounds += 1;
        if self.task.shared.under_way.is_none() || (self.stopped && !self.overtaken) {
            return value;
        }
        (self.stopped, self.overtaken) = (false, false);
        // Whoever takes this over tells of what it took.
        self.tell_nodes();
        self.task.shared.rounds.add(number, value, &self.roots);
        match self.task.shared.rounds.get(number) {
            Some(round) => self.take_over(round),
            None => value,
        }
    }

    /// Takes over what was found. A thread that has hardly looked at a move takes the other's effort for its own, which tells
    /// how hard the choice was.
    fn take_over(&mut self, round: Round) -> Value {
        let mine = std::mem::replace(&mut self.roots, round.roots);
        for root in &mut self.roots {
            let same = mine.iter().find(|other| other.mv == root.mv);
            root.nodes = root.nodes.max(same.map_or(0, |other| other.nodes));
        }
        round.value
    }

    /// Whether another thread has done the search of the root that this one is at.
    pub(super) fn is_overtaken(&self) -> bool {
        self.task.shared.under_way.is_some() && self.task.shared.rounds.count() > self.rounds
    }

    #[inline]
    fn shared_work(&self, depth: i32) -> Option<&UnderWay> {
        self.task.shared.under_way.as_ref().filter(|_| depth >= SHARED_DEPTH)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::search::{Shared, Task};
    use crate::{Evaluation, Situation, Table};
    use regence_rules::Position;
    use std::sync::Arc;

    /// A thread that is about to search a position together with others.
    pub(in crate::search) fn one_of_many(position: Position) -> (Searcher<Evaluation>, Node) {
        one_of_many_judging(position, Evaluation::default())
    }

    /// The same with another judge.
    pub(in crate::search) fn one_of_many_judging<E: Evaluator>(
        position: Position,
        evaluator: E,
    ) -> (Searcher<E>, Node) {
        let table = Arc::new(Table::new(1).expect("a megabyte"));
        let shared = Shared::new(None, 2);
        let task = Task {
            root_moves: position.legal_moves().to_vec(),
            granted: u64::MAX,
            shared: Arc::new(shared),
            ..Task::nothing()
        };
        let mut searcher = Searcher::new(evaluator, table);
        let root = searcher.begin(&Situation::new(position), task);
        searcher.believe_in_anything(&root);
        (searcher, root)
    }

    fn keys() -> Vec<Key> {
        let moves = Position::START.legal_moves();
        moves.iter().map(|&mv| Position::START.play(mv).key()).collect()
    }

    #[test]
    fn a_position_is_under_way_until_it_has_been_searched() {
        let (work, keys) = (UnderWay::nothing(), keys());
        for &key in &keys {
            assert!(!work.has(key));
            work.begin(key);
            work.begin(key);
            assert!(work.has(key));
        }
        for &key in &keys {
            work.end(key);
            assert!(!work.has(key));
        }
    }

    #[test]
    fn whoever_finishes_a_round_first_has_finished_it_for_all() {
        let roots: Vec<RootMove> =
            Position::START.legal_moves().iter().map(|&mv| RootMove::new(mv)).collect();
        let rounds = Rounds::default();
        rounds.add(0, 17, &roots);
        rounds.add(0, 23, &roots[..1]);
        assert_eq!(rounds.count(), 1);
        let first = rounds.get(0).unwrap();
        assert_eq!((first.value, first.roots.len()), (17, roots.len()));
        assert!(rounds.get(1).is_none());
        rounds.add(1, 23, &roots[..1]);
        assert_eq!(rounds.get(1).unwrap().value, 23);
    }

    #[test]
    fn what_was_put_off_comes_once_more_in_its_order() {
        let moves = Position::START.legal_moves();
        // The first is a parent's.
        let put_off = [(moves[0], 2), (moves[1], 3), (moves[2], 7)];
        let mut turns = Turns::new(1);
        assert!(turns.is_first());
        assert_eq!(turns.next_again(&put_off), Some((moves[1], 3)));
        assert!(!turns.is_first());
        assert_eq!(turns.next_again(&put_off), Some((moves[2], 7)));
        assert_eq!(turns.next_again(&put_off), None);
    }
}

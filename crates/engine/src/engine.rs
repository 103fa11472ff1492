//! The engine: a table and as many searching threads as are wanted.

use crate::memory;
use crate::score::{MATE, MAX_PLY, Value};
use crate::search::{Answer, Budget, Lines, Listener, Searcher, Shared, Task, TimeSettings};
use crate::{Control, Evaluator, Limits, Report, Situation, Table, Tablebase};
use regence_rules::{Color, Move};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

/// What a thread needs to remember at most: histories, corrections, and what its judge keeps.
const MEGABYTES_A_THREAD: usize = 4;

/// There is not as much memory as a table, or threads, were to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// How many megabytes were wanted.
    pub megabytes: usize,
}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is not enough memory: {} MB are needed", self.megabytes)
    }
}

impl std::error::Error for NoMemory {}

/// Finds good moves.
///
/// ```
/// use regence_engine::{Control, Engine, Judge, Limits, Score};
/// use regence_rules::Position;
///
/// let mut engine = Engine::new(Judge::default(), 1)?;
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// let answer = engine.search(&position.into(), &limits, &Control::default().into(), &mut |_| {});
/// assert_eq!(answer.best.unwrap().to_string(), "a1a8");
/// assert_eq!(answer.score, Some(Score::Mate(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine<E> {
    evaluator: E,
    table: Arc<Table>,
    searchers: Vec<Searcher<E>>,
    lines: usize,
    time: TimeSettings,
    tablebase: Option<Arc<Tablebase>>,
}

impl<E: Evaluator> Engine<E> {
    /// An engine with one thread and a table of so many megabytes.
    pub fn new(evaluator: E, megabytes: usize) -> Result<Self, NoMemory> {
        let table = Arc::new(Table::new(megabytes).ok_or(NoMemory { megabytes })?);
        let searchers = vec![Searcher::new(evaluator.clone(), Arc::clone(&table))];
        Ok(Self { evaluator, table, searchers, lines: 1, time: TimeSettings::default(), tablebase: None })
    }

    /// How many megabytes the table has.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Replaces the table by an empty one of so many megabytes. If there is not that much memory, it is as large as before, or if that
    /// cannot be had any more, the smallest.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        let before = self.megabytes();
        // The old one goes first, so that both need not fit.
        let smallest = Arc::new(Table::new(1).ok_or(NoMemory { megabytes: 1 })?);
        self.use_table(smallest);
        let wanted = Table::new(megabytes);
        let is_had = wanted.is_some();
        if let Some(table) = wanted.or_else(|| Table::new(before)) {
            self.use_table(Arc::new(table));
        }
        if is_had { Ok(()) } else { Err(NoMemory { megabytes }) }
    }

    fn use_table(&mut self, table: Arc<Table>) {
        for searcher in &mut self.searchers {
            searcher.set_table(Arc::clone(&table));
        }
        self.table = table;
    }

    /// Lets somebody else judge from now on, and forgets what was found by the judge of before.
    pub fn set_evaluator(&mut self, evaluator: E) {
        for searcher in &mut self.searchers {
            searcher.set_evaluator(evaluator.clone());
        }
        self.evaluator = evaluator;
        self.forget();
    }

    /// Searches with so many threads from now on; if there is not enough memory for them, with as many as before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoMemory> {
        let megabytes = threads.saturating_sub(self.searchers.len()).saturating_mul(MEGABYTES_A_THREAD);
        if !memory::has(megabytes) || !memory::can_be_had(megabytes) {
            return Err(NoMemory { megabytes });
        }
        let new = || Searcher::new(self.evaluator.clone(), Arc::clone(&self.table));
        self.searchers.resize_with(threads.max(1), new);
        Ok(())
    }

    /// Finds so many best lines from now on.
    pub fn set_lines(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    /// How much time is lost between the engine and its clock with each move.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.time.tell_overhead(overhead);
    }

    /// How long a search within these limits may still go on at most.
    pub fn longest(&self, limits: &Limits, turn: Color) -> Option<Duration> {
        Budget::new(limits, turn, self.time).longest()
    }

    /// Whether the engine is asked to think on the other side's time too.
    pub fn set_ponders(&mut self, ponders: bool) {
        self.time.ponders = ponders;
    }

    /// Whether somebody analyses: then a search goes on even if the best move is clear.
    pub fn set_analyses(&mut self, analyses: bool) {
        self.time.analyses = analyses;
    }

    /// Looks up endings in these tables from now on, or in none. The old ones are closed first.
    pub fn set_tablebase(&mut self, tablebase: Option<Tablebase>) {
        for searcher in &mut self.searchers {
            searcher.close_tablebase();
        }
        self.tablebase = tablebase.map(Arc::new);
    }

    /// Forgets the table.
    pub fn clear_table(&self) {
        self.table.clear();
    }

    /// Forgets everything that earlier games have taught.
    pub fn forget(&mut self) {
        self.table.clear();
        for searcher in &mut self.searchers {
            searcher.forget();
        }
    }

    /// Searches until a limit is reached or `control` stops it, and calls `tell` with what is found on the way.
    ///
    /// With one thread and no limit of time, the answer depends on nothing but the situation, the limits and what
    /// was searched since the engine was told to [`forget`](Self::forget).
    pub fn search(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        control: &Arc<Control>,
        tell: &mut dyn FnMut(&Report),
    ) -> Answer {
        self.search_for(situation, limits, control, &mut Lines(tell))
    }

    /// The same for a listener who may want to know more.
    pub fn search_for(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        control: &Arc<Control>,
        listener: &mut dyn Listener,
    ) -> Answer {
        self.table.grow_older();
        let task = self.task(situation, limits, control);
        let Some((main, helpers)) = self.searchers.split_first_mut() else {
            return Answer::default();
        };
        let shared = Arc::clone(&task.shared);
        thread::scope(|scope| {
            for (helper, thread) in helpers.iter_mut().zip(1..) {
                // Whatever comes of the thread, what it did in an earlier search does not count.
                helper.rest();
                let task = Task { thread, ..task.clone() };
                let work = move || helper.help(situation, task);
                // A thread that cannot be started does not help; the search goes on without it.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            let answer = main.deepen(situation, task, listener);
            control.wait_for_release(limits.infinite);
            shared.over.store(true, Relaxed);
            control.finish();
            answer
        })
    }

    /// How many positions the last search has looked at.
    pub fn nodes(&self) -> u64 {
        self.searchers.iter().map(Searcher::nodes).sum()
    }

    fn task(&self, situation: &Situation, limits: &Limits, control: &Arc<Control>) -> Task {
        // The first thing, because looking up tables takes time too.
        let budget = Budget::new(limits, situation.position().turn(), self.time);
        let position = situation.position();
        let mut root_moves = position.legal_moves().to_vec();
        let resolve = |&written| position.resolve(written).ok();
        let wanted: Vec<Move> = limits.moves.iter().filter_map(resolve).collect();
        if !wanted.is_empty() {
            root_moves.retain(|mv| wanted.contains(mv));
        }
        let mut verdict = None;
        if wanted.is_empty()
            && self.lines == 1
            && let Some((found, best)) =
                self.tablebase.as_ref().and_then(|tables| tables.best_moves(position))
        {
            verdict = Some(found);
            root_moves = best;
        }
        let nodes = limits.nodes.map(|nodes| nodes.max(1));
        let threads = self.searchers.len();
        let portion = Task::portion(nodes, threads);
        let shared = Shared::new(nodes, threads);
        Task {
            lines: self.lines.min(root_moves.len()).max(1),
            root_moves,
            depth: limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            portion,
            granted: shared.grant(portion),
            mate: limits.mate.map(|moves| MATE - 2 * moves.min(MAX_PLY as u32) as Value),
            budget,
            control: Arc::clone(control),
            shared: Arc::new(shared),
            thread: 0,
            tablebase: self.tablebase.clone(),
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Judge;

    #[test]
    fn a_table_without_memory_is_refused_and_the_next_is_as_large_as_before() {
        let mut engine = Engine::new(Judge::default(), 3).unwrap();
        // No machine has so much memory.
        let megabytes = isize::MAX as usize >> 20;
        assert_eq!(engine.resize(megabytes), Err(NoMemory { megabytes }));
        assert_eq!(engine.megabytes(), 3);
        assert_eq!(engine.resize(2), Ok(()));
        assert_eq!(engine.megabytes(), 2);
    }

    #[test]
    fn threads_without_memory_are_refused_and_those_of_before_stay() {
        let mut engine = Engine::new(Judge::default(), 1).unwrap();
        engine.set_threads(3).unwrap();
        // No machine has so much memory, and no list has room for so many.
        for threads in [isize::MAX as usize >> 22, usize::MAX] {
            let megabytes = (threads - 3).saturating_mul(MEGABYTES_A_THREAD);
            assert_eq!(engine.set_threads(threads), Err(NoMemory { megabytes }));
            assert_eq!(engine.searchers.len(), 3);
        }
        engine.set_threads(2).unwrap();
        assert_eq!(engine.searchers.len(), 2);
    }
}

//! The search: what one thread does to find the best move.
//!
//! [`Searcher::deepen`] searches the root again and again, a half-move deeper each time; `root` goes through the root's
//! moves, `negamax` through all positions below, `quiescence` to positions calm enough to be judged. Each heuristic is a
//! function of its own in the file named after what it does: `pruning`, `reductions`, `extensions`.

mod agreed;
mod correction;
mod deepening;
mod extensions;
mod frame;
mod history;
mod lessons;
mod negamax;
mod node;
mod outrun;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod report;
mod root;
mod setting;
mod sharing;
mod tabled;
mod time;
mod tuned;
mod view;

pub(crate) use agreed::Agreed;
pub(crate) use report::Lines;
pub use report::{Answer, Listener, Report};
pub(crate) use sharing::Rounds;
pub(crate) use time::{Budget, TimeSettings};

use crate::score::{DRAW, MAX_PLY, Value};
use crate::{Control, Evaluator, Situation, Table, Tablebase, Verdict};
use correction::Correction;
use frame::Frames;
use history::{History, Step, is_loud};
use node::Node;
use outrun::{Outrun, Watched};
use picker::Scored;
use reductions::Reductions;
use regence_rules::{Key, Move, Position};
use report::Line;
use root::RootMove;
use sharing::UnderWay;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// So many nodes go by between two looks at the clock and at whether to stop.
const LOOK_INTERVAL: u64 = 512;

/// A limit of nodes is given out in at least so many portions to each thread.
const PORTIONS: u64 = 8;

/// So many nodes a question to the tables of endings counts for then: their files may have to be read first.
const PROBE_NODES: u64 = 128;

/// The numbers that can be moved to tune the search.
#[cfg(feature = "tuning")]
pub(crate) fn numbers() -> Vec<&'static crate::tuning::Number> {
    [
        correction::numbers::ALL,
        deepening::numbers::ALL,
        extensions::numbers::ALL,
        history::numbers::ALL,
        lessons::numbers::ALL,
        negamax::numbers::ALL,
        picker::numbers::ALL,
        pruning::numbers::ALL,
        quiescence::numbers::ALL,
        reductions::numbers::ALL,
        root::numbers::ALL,
        view::numbers::ALL,
    ]
    .concat()
}

/// What the threads of one search share besides the table.
#[derive(Default)]
pub(crate) struct Shared {
    /// How many positions may be looked at that no thread has been promised yet; none if that is without limit.
    left: Option<AtomicU64>,
    /// The search is over.
    pub(crate) over: AtomicBool,
    /// What all threads have counted, as far as they have told.
    pub(crate) nodes: AtomicU64,
    /// What the threads are searching, if there is more than one.
    pub(crate) under_way: Option<UnderWay>,
    /// The searches of the root that one of them has finished.
    pub(crate) rounds: Rounds,
    /// What they have agreed on in the one under way.
    pub(crate) agreed: Agreed,
}

impl Shared {
    pub(crate) fn new(nodes: Option<u64>, threads: usize) -> Self {
        let under_way = (threads > 1).then(UnderWay::nothing);
        Self { left: nodes.map(AtomicU64::new), under_way, ..Self::default() }
    }

    /// Promises a thread so many more positions, or as many as are left: so all together look at no more than they may.
    pub(crate) fn grant(&self, wanted: u64) -> u64 {
        let Some(left) = &self.left else { return u64::MAX };
        let grant = |left: u64| Some(left.saturating_sub(wanted));
        left.fetch_update(Relaxed, Relaxed, grant).unwrap_or(0).min(wanted)
    }
}

/// What one search is asked for, as far as a single thread is concerned.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) root_moves: Vec<Move>,
    pub(crate) depth: i32,
    /// How many positions a thread is promised at a time.
    pub(crate) portion: u64,
    /// How many it has been promised before it begins.
    pub(crate) granted: u64,
    pub(crate) mate: Option<Value>,
    pub(crate) lines: usize,
    pub(crate) budget: Budget,
    pub(crate) control: Arc<Control>,
    pub(crate) shared: Arc<Shared>,
    /// Which of the threads this is; 0 is the main one.
    pub(crate) thread: usize,
    /// Endings that need no search.
    pub(crate) tablebase: Option<Arc<Tablebase>>,
    /// What it says of the root.
    pub(crate) verdict: Option<Verdict>,
}

/// One thread's search, with all that it remembers from one search to the next.
pub(crate) struct Searcher<E> {
    evaluator: E,
    table: Arc<Table>,
    history: History,
    correction: Correction,
    reductions: Reductions,
    frames: Frames,
    arena: Vec<Scored>,
    /// Moves that are searched after others, with the turns they had: at each node above those of its parents.
    put_off: Vec<(Move, usize)>,
    /// Nodes on the way to the position at hand that other threads may be searching as well.
    watched: Vec<Watched>,
    /// The main line found from each half-move on.
    lines: Vec<Vec<Move>>,
    /// Keys of the game and of the way from the root to the position at hand.
    keys: Vec<Key>,
    roots: Vec<RootMove>,
    best: Vec<Line>,
    /// Whether what is believed has changed since it was told.
    has_news: bool,
    nodes: u64,
    /// How many of them the other threads know of.
    told_nodes: u64,
    /// How many it may look at before it asks for more.
    granted: u64,
    next_look: u64,
    deepest: usize,
    /// The depth of the search of the root under way.
    iteration: i32,
    /// Verifying a null move, nobody passes before this half-move.
    no_pass_before: usize,
    /// And the node at this half-move is not pruned: its moves are what is to be seen.
    verified_at: Option<usize>,
    stopped: bool,
    /// How many searches of the root are done, by whichever thread.
    rounds: usize,
    /// Stopped only because another thread has finished the one under way.
    overtaken: bool,
    /// Or because another thread has searched a node on the way.
    outrun: Option<Outrun>,
    /// How many values of the main line had been agreed on when this was last looked at.
    answers: usize,
    task: Task,
}

impl<E: Evaluator> Searcher<E> {
    pub(crate) fn new(evaluator: E, table: Arc<Table>) -> Self {
        Self {
            evaluator,
            table,
            history: History::new(E::NUMBERS),
            correction: Correction::new(E::NUMBERS),
            reductions: Reductions::new(E::NUMBERS),
            frames: Frames::new(),
            arena: Vec::with_capacity(4096),
            put_off: Vec::new(),
            watched: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            keys: Vec::with_capacity(1024),
            roots: Vec::new(),
            best: Vec::new(),
            has_news: false,
            nodes: 0,
            told_nodes: 0,
            granted: 0,
            next_look: 0,
            deepest: 0,
            iteration: 0,
            no_pass_before: 0,
            verified_at: None,
            stopped: false,
            rounds: 0,
            overtaken: false,
            outrun: None,
            answers: 0,
            task: Task::nothing(),
        }
    }

    /// Lets somebody else judge.
    pub(crate) fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
    }

    /// Uses another table.
    pub(crate) fn set_table(&mut self, table: Arc<Table>) {
        self.table = table;
    }

    /// Lets go of the tables that the last search was given.
    pub(crate) fn close_tablebase(&mut self) {
        self.task.tablebase = None;
    }

    /// Forgets what earlier games have taught.
    pub(crate) fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
        // They are computed from numbers that may have been moved.
        #[cfg(feature = "tuning")]
        {
            self.reductions = Reductions::new(E::NUMBERS);
        }
    }

    /// How many positions the last search has looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Has nothing to do in this search.
    pub(crate) fn rest(&mut self) {
        self.nodes = 0;
    }

    /// Makes ready for a search of a situation.
    fn begin(&mut self, situation: &Situation, task: Task) -> Node {
        let root = Node::root(situation);
        self.evaluator.reset(&root.position);
        self.keys.clear();
        self.keys.extend_from_slice(situation.keys());
        self.arena.clear();
        self.put_off.clear();
        self.watched.clear();
        self.frames.clear();
        self.roots = task.root_moves.iter().map(|&mv| RootMove::new(mv)).collect();
        self.best.clear();
        (self.nodes, self.told_nodes, self.deepest) = (0, 0, 0);
        (self.no_pass_before, self.stopped) = (0, false);
        (self.verified_at, self.rounds, self.overtaken) = (None, 0, false);
        (self.outrun, self.answers) = (None, 0);
        self.granted = task.granted;
        self.next_look = LOOK_INTERVAL.min(self.granted);
        self.task = task;
        root
    }

    /// Comes to a node; its value if nothing is looked at behind it, because the search stops, it is drawn or too far from the root.
    #[inline]
    fn arrive(&mut self, node: &Node, ply: usize) -> Option<Value> {
        self.lines[ply].clear();
        if self.count_node(ply) {
            return Some(DRAW);
        }
        if let Some(value) = self.drawn(node, ply) {
            return Some(value);
        }
        let is_too_far = ply >= MAX_PLY - 1;
        is_too_far.then(|| if node.is_check { DRAW } else { self.evaluate(&node.position) })
    }

    /// Counts a position, and answers whether the search has to stop.
    #[inline]
    fn count_node(&mut self, ply: usize) -> bool {
        // On the way back some may still ask; a limit is a limit.
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_look {
            self.look_around();
        }
        self.stopped
    }

    /// Looks whether it is time to stop.
    #[cold]
    fn look_around(&mut self) {
        self.tell_nodes();
        if self.nodes >= self.granted {
            self.granted = self.granted.saturating_add(self.task.shared.grant(self.task.portion));
        }
        // Every thread looks by itself: with more threads than cores, the main one may have to wait before it can tell the others.
        self.stopped |= self.nodes >= self.granted
            || self.task.control.is_stopped()
            || self.task.budget.is_used_up(&self.task.control)
            || !self.task.is_main() && self.task.shared.over.load(Relaxed);
        if !self.stopped && self.is_overtaken() {
            (self.stopped, self.overtaken) = (true, true);
        }
        if !self.stopped {
            self.look_whether_outrun();
        }
        self.next_look = (self.nodes + LOOK_INTERVAL).min(self.granted);
    }

    /// Lets the other threads know how many positions this one has looked at; answers how many all have.
    fn tell_nodes(&mut self) -> u64 {
        let new = self.nodes - self.told_nodes;
        self.told_nodes = self.nodes;
        self.task.shared.nodes.fetch_add(new, Relaxed) + new
    }

    /// Plays a move below the root.
    #[inline]
    fn play(&mut self, node: &Node, mv: Move, child: &Node, ply: usize) {
        self.frames[ply].moved = Some(Step::new(node.position.turn(), mv));
        self.frames[ply].quiet = (!is_loud(&node.position, mv)).then_some(mv);
        self.keys.push(child.key);
        self.evaluator.play(&node.position, mv, &child.position);
    }

    /// Takes back what was played last.
    #[inline]
    fn take_back(&mut self) {
        self.keys.pop();
        self.evaluator.undo();
    }

    /// The value of a position that needs no search: drawn by the rules.
    fn drawn(&self, node: &Node, ply: usize) -> Option<Value> {
        let position = &node.position;
        let by_clock = position.halfmove_clock() >= 100 && (!node.is_check || position.has_legal_moves());
        (by_clock || position.is_insufficient_material() || self.repeats(node, ply)).then_some(DRAW)
    }

    /// Whether the position at hand stood before: once since the root, or twice if before it, as nobody would repeat
    /// twice in a search what he repeats once.
    fn repeats(&self, node: &Node, ply: usize) -> bool {
        let Some((&key, earlier)) = self.keys.split_last() else { return false };
        let mut seen = false;
        let mut back = 4;
        while back <= usize::from(node.reversible) && back <= earlier.len() {
            if earlier[earlier.len() - back] == key {
                if seen || back < ply {
                    return true;
                }
                seen = true;
            }
            back += 2;
        }
        false
    }

    /// What the position is worth without search, uncorrected.
    fn evaluate(&mut self, position: &Position) -> Value {
        use crate::score::LARGEST_EVAL;
        self.evaluator.evaluate(position).clamp(-LARGEST_EVAL, LARGEST_EVAL)
    }
}

impl Task {
    /// How many positions a thread is promised at a time, if all together are limited to so many: few enough that little is lost when
    /// the main one ends while others have not used theirs.
    pub(crate) fn portion(nodes: Option<u64>, threads: usize) -> u64 {
        nodes.map_or(u64::MAX, |nodes| (nodes / (PORTIONS * threads as u64)).clamp(1, LOOK_INTERVAL))
    }

    /// Whether it is done by the thread that watches the clock and answers.
    fn is_main(&self) -> bool {
        self.thread == 0
    }

    /// Whether what is hardly good may be left out: not when a mate is asked for, which often begins with what looks worst.
    fn may_leave_out(&self) -> bool {
        self.mate.is_none()
    }

    fn nothing() -> Self {
        Self {
            root_moves: Vec::new(),
            depth: 0,
            portion: 0,
            granted: 0,
            mate: None,
            lines: 1,
            budget: Budget::endless(),
            control: Arc::default(),
            shared: Arc::default(),
            thread: 0,
            tablebase: None,
            verdict: None,
        }
    }
}

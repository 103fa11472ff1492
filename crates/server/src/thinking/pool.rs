//! The threads that think, and the queue before them.

use super::question::{Errand, Question};
use super::story::{Answer, Line, News, for_white};
use regence_engine::{Control, Engine, Judge, Report};
use regence_levels::{Decision, Task, write};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long lines run while others wait for their turn.
const SLICE: Duration = Duration::from_secs(4);

/// Threads that think.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    wanted: Condvar,
    asked: AtomicU64,
}

#[derive(Default)]
struct State {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    idle: usize,
    /// What runs and would give way, the longest running first.
    yielding: Vec<Arc<Hand>>,
    is_closed: bool,
}

struct Job {
    question: Question,
    /// How long lines may still run.
    left: Duration,
    tell: Box<dyn Fn(News) + Send>,
    hand: Arc<Hand>,
}

/// The hand on a question, from when it is asked until it is answered.
#[derive(Default)]
struct Hand {
    is_cancelled: AtomicBool,
    gives_way: AtomicBool,
    /// The hand on the search, while there is one.
    control: Mutex<Option<Arc<Control>>>,
}

impl Hand {
    fn stop(&self) {
        if let Some(control) = &*lock(&self.control) {
            control.stop();
        }
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }
}

/// A question that was asked. Whoever drops it does not want the answer any more.
pub struct Asked(Whom);

/// Who thinks about it.
enum Whom {
    /// One of our threads.
    Thread(Arc<Hand>),
    /// Somebody else, who hears that this is dropped.
    Outside { _wanted: oneshot::Sender<()> },
}

impl Asked {
    /// Asked of somebody else, who sees by the other end of this whether the answer is still wanted.
    pub(super) fn outside(wanted: oneshot::Sender<()>) -> Self {
        Self(Whom::Outside { _wanted: wanted })
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Whom::Thread(hand) = &self.0 {
            hand.is_cancelled.store(true, Ordering::SeqCst);
            hand.stop();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// So many threads, each with an engine of so many megabytes once it needs one.
    pub fn new(threads: usize, megabytes: usize) -> Self {
        let shared =
            Arc::new(Shared { state: Mutex::default(), wanted: Condvar::new(), asked: AtomicU64::new(0) });
        let worker = |number| {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || work(&shared, megabytes))
                .ok()
        };
        let threads = (1..=threads.max(1)).filter_map(worker).collect();
        Self { shared, threads }
    }

    /// Asks a question. What comes of it is told on one of the threads, the answer last.
    pub fn ask(&self, question: Question, longest: Duration, tell: impl Fn(News) + Send + 'static) -> Asked {
        self.shared.asked.fetch_add(1, Ordering::Relaxed);
        let hand = Arc::new(Hand::default());
        let is_patient = matches!(question.errand, Errand::Lines | Errand::Review);
        let job = Job { question, left: longest, tell: Box::new(tell), hand: Arc::clone(&hand) };
        let mut state = lock(&self.shared.state);
        let queue = if is_patient { &mut state.patient } else { &mut state.urgent };
        queue.push_back(job);
        let waiting = state.urgent.len() + state.patient.len();
        if waiting > state.idle && !state.yielding.is_empty() {
            let hand = state.yielding.remove(0);
            hand.gives_way.store(true, Ordering::SeqCst);
            hand.stop();
        }
        drop(state);
        self.shared.wanted.notify_one();
        Asked(Whom::Thread(hand))
    }

    /// How many questions wait, and how many were ever asked.
    pub fn load(&self) -> (usize, u64) {
        let state = lock(&self.shared.state);
        (state.urgent.len() + state.patient.len(), self.shared.asked.load(Ordering::Relaxed))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        {
            let mut state = lock(&self.shared.state);
            state.is_closed = true;
            for job in state.urgent.drain(..) {
                job.hand.is_cancelled.store(true, Ordering::SeqCst);
            }
            state.patient.clear();
            for hand in &state.yielding {
                hand.is_cancelled.store(true, Ordering::SeqCst);
                hand.stop();
            }
        }
        self.shared.wanted.notify_all();
        for thread in self.threads.drain(..) {
            // If it panicked, that was said already.
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, megabytes: usize) {
    // Made when it is first needed: many servers see nobody who plays against it.
    let mut engine: Option<Engine<Judge>> = None;
    while let Some(job) = next(shared) {
        if let Some(again) = answer(job, &mut engine, megabytes, shared) {
            let mut state = lock(&shared.state);
            if !state.is_closed {
                state.patient.push_back(again);
                shared.wanted.notify_one();
            }
        }
    }
}

/// The next question; `None` when there will be no more.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = lock(&shared.state);
    loop {
        if state.is_closed {
            return None;
        }
        if let Some(job) = state.urgent.pop_front().or_else(|| state.patient.pop_front()) {
            return Some(job);
        }
        state.idle += 1;
        state = shared.wanted.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
    }
}

/// Answers a question; gives it back if it has to wait and go on later.
fn answer(
    mut job: Job,
    engine: &mut Option<Engine<Judge>>,
    megabytes: usize,
    shared: &Shared,
) -> Option<Job> {
    if job.hand.is_cancelled() {
        return None;
    }
    let control = Arc::new(Control::default());
    *lock(&job.hand.control) = Some(Arc::clone(&control));
    if let Some(Decision { best, natural }) = job.question.task.decide(&control) {
        if job.hand.is_cancelled() {
            return None;
        }
        (job.tell)(News::Answer(Answer { best, score: None, natural }));
        return None;
    }
    if engine.is_none() {
        let made = Engine::new(Judge::default(), megabytes);
        *engine = made.or_else(|_| Engine::new(Judge::default(), 1)).ok();
    }
    let (Some(engine), Task::Search(search)) = (engine, &job.question.task) else { return None };
    let is_patient = job.question.errand == Errand::Lines;
    let slice = begin(shared, &job, &control, is_patient);
    let mut limits = search.limits.clone();
    if is_patient {
        limits.time = Some(slice);
    }
    engine.set_lines(search.lines);
    engine.set_analyses(is_patient);
    let started = Instant::now();
    let mut report = |report: &Report| (job.tell)(News::Line(Line::new(report, search)));
    // A question may be cancelled between the look above and this one.
    if job.hand.is_cancelled() {
        control.stop();
    }
    let found = engine.search(&search.situation, &limits, &control, &mut report);
    end(shared, &job);
    if job.hand.is_cancelled() {
        return None;
    }
    let was_cut = job.hand.gives_way.swap(false, Ordering::SeqCst);
    job.left = job.left.saturating_sub(started.elapsed());
    let is_unfinished = was_cut || slice < job.left;
    if is_patient && is_unfinished && !job.left.is_zero() {
        return Some(job);
    }
    let Task::Search(search) = &job.question.task else { return None };
    let turn = search.situation.position().turn();
    let best = found.best.map(|mv| write(search.variant, mv));
    let score = found.score.map(|score| for_white(score, turn));
    (job.tell)(News::Answer(Answer { best, score, natural: Duration::ZERO }));
    None
}

/// Puts the hand on a search that begins, and says how long it may run.
fn begin(shared: &Shared, job: &Job, control: &Arc<Control>, is_patient: bool) -> Duration {
    *lock(&job.hand.control) = Some(Arc::clone(control));
    let mut state = lock(&shared.state);
    if !is_patient {
        return job.left;
    }
    let slice = if state.patient.is_empty() { job.left } else { job.left.min(SLICE) };
    // Somebody may have come while this was being taken from the queue.
    if state.urgent.len() > state.idle {
        job.hand.gives_way.store(true, Ordering::SeqCst);
        control.stop();
    } else {
        state.yielding.push(Arc::clone(&job.hand));
    }
    slice
}

fn end(shared: &Shared, job: &Job) {
    *lock(&job.hand.control) = None;
    lock(&shared.state).yielding.retain(|hand| !Arc::ptr_eq(hand, &job.hand));
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Game;
    use std::sync::mpsc::channel;

    fn play(moves: &[&str]) -> Game {
        let mut game = Game::default();
        for mv in moves {
            game.play_written(mv).expect("a legal move");
        }
        game
    }

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn a_hint_finds_the_mate() {
        let pool = Pool::new(1, 1);
        let game = play(&["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]);
        let (sender, told) = channel();
        let _asked = pool.ask(Question::hint(&game, 1, HOUR), HOUR, move |news| drop(sender.send(news)));
        let answer = told.iter().find_map(|news| match news {
            News::Answer(answer) => Some(answer),
            News::Line(_) => None,
        });
        assert_eq!(answer.and_then(|answer| answer.best).map(|mv| mv.to_string()).as_deref(), Some("h5f7"));
    }

    #[test]
    fn lines_give_way_to_moves_and_go_on() {
        let pool = Pool::new(1, 1);
        let (sender, told) = channel();
        let game = play(&["d4"]);
        let lines = Question::lines(&game, 2, HOUR).expect("the engine knows chess");
        let asked = pool.ask(lines, HOUR, move |news| drop(sender.send(news)));
        assert!(matches!(told.recv(), Ok(News::Line(_))), "the lines run");
        // The only thread is taken, and yet a move is found.
        let (sender, answered) = channel();
        let _second =
            pool.ask(Question::hint(&play(&["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"]), 1, HOUR), HOUR, {
                move |news| {
                    if let News::Answer(answer) = news {
                        let _ = sender.send(answer);
                    }
                }
            });
        let found = answered.recv().expect("an answer").best.map(|mv| mv.to_string());
        assert_eq!(found.as_deref(), Some("h5f7"));
        while told.try_recv().is_ok() {}
        assert!(matches!(told.recv(), Ok(News::Line(_))), "the lines go on");
        drop(asked);
    }
}

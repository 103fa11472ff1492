//! Thinks beside the game: finds computers' moves, hints and evaluations on a thread of its own, and can be interrupted
//! at any moment.
//!
//! ```
//! use regence_game::session::{Actor, Command, Session};
//! use regence_terminal::thinker::{News, Pace, Question, Thinker};
//! use regence_rules::Color;
//! use std::sync::mpsc::channel;
//! use std::time::Duration;
//!
//! let mut session = Session::default();
//! session.apply(Actor::Anyone, Command::Seat(Color::White, "computer:taker".parse()?), Duration::ZERO)?;
//! let (sender, told) = channel();
//! let mut thinker = Thinker::new(move |news| drop(sender.send(news)));
//! thinker.ask(Question::reply(&session, &Pace::default(), Duration::ZERO).unwrap());
//! let told = told.recv()?;
//! let News::Move(Some(written)) = told.news else { panic!("a simple computer only answers") };
//! session.reply(told.revision, written, Duration::ZERO)?;
//! assert_eq!(session.position().turn(), Color::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod question;
mod thought;

pub use question::{Errand, Pace, Question};
pub use thought::Thought;

use regence_engine::{Control, Engine, Judge, Report};
use regence_game::session::Revision;
use regence_levels::{Decision, Task, write};
use regence_rules::UciMove;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The engine's memory, in megabytes.
const MEMORY: usize = 32;

/// What the thinker tells, and to which question it belongs.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// What was asked for.
    pub errand: Errand,
    /// The number that whoever asked has given the question.
    pub ticket: u64,
    /// The state of the session that was asked about; [`Session::reply`](regence_game::session::Session::reply) drops
    /// an answer that comes too late.
    pub revision: Revision,
    /// What is new.
    pub news: News,
    /// How long a person would have thought about the answer: nothing unless whoever answers plays as people do.
    pub thinking_time: Duration,
}

/// Something the thinker has found.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// A line worth telling while the search goes on.
    Thought(Thought),
    /// The answer, and the last word about its question: the best move, if there is any. An analysis, which ends only
    /// when it is cancelled, does not come to this.
    Move(Option<UciMove>),
}

/// A thread that thinks about one question at a time.
pub struct Thinker {
    jobs: Option<Sender<Job>>,
    /// The hand on what is being thought about, or was last.
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    question: Question,
    control: Arc<Control>,
}

impl Thinker {
    /// A thinker that tells what it finds by calling `tell`, on its own thread.
    pub fn new(tell: impl Fn(Told) + Send + 'static) -> Self {
        let (jobs, wanted) = channel();
        // If no thread can be started, nobody hears the questions: the game goes on without computers.
        let thread = thread::Builder::new().name("thinker".into()).spawn(move || work(&wanted, &tell)).ok();
        Self { jobs: Some(jobs), control: Arc::default(), thread }
    }

    /// Thinks about a question from now on, and no more about the one before.
    pub fn ask(&mut self, question: Question) {
        self.cancel();
        self.control = Arc::default();
        if let Some(jobs) = &self.jobs {
            // Only a thinker whose thread is gone does not listen.
            let _ = jobs.send(Job { question, control: Arc::clone(&self.control) });
        }
    }

    /// Thinks no more. What was found up to now may still arrive, but no answer that was not on its way already.
    pub fn cancel(&mut self) {
        self.control.stop();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.cancel();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It ends by itself at once; if it panicked, that was said already.
            let _ = thread.join();
        }
    }
}

fn work(jobs: &Receiver<Job>, tell: &impl Fn(Told)) {
    // Made when it is first needed: many games are played without it.
    let mut engine = None;
    for Job { question, control } in jobs {
        if control.is_stopped() {
            continue;
        }
        let Question { errand, ticket, revision, task } = question;
        let tell = |news, thinking_time| tell(Told { errand, ticket, revision, news, thinking_time });
        let Decision { best, natural } = match &task {
            Task::Search(search) => {
                if engine.is_none() {
                    engine = Engine::new(Judge::default(), MEMORY)
                        .or_else(|_| Engine::new(Judge::default(), 1))
                        .ok();
                }
                let Some(engine) = &mut engine else { continue };
                engine.set_lines(search.lines);
                let thought =
                    |report: &Report| Thought::new(report, search.situation.position(), search.variant);
                let mut report = |report: &Report| tell(News::Thought(thought(report)), Duration::ZERO);
                let answer = engine.search(&search.situation, &search.limits, &control, &mut report);
                let best = answer.best.map(|mv| write(search.variant, mv));
                Decision { best, natural: Duration::ZERO }
            }
            task => {
                let Some(decision) = task.decide(&control) else { continue };
                decision
            }
        };
        if !control.is_stopped() {
            tell(News::Move(best), natural);
        }
    }
}

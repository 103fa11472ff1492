//! Lets workers analyse games: queues them, and writes what they find in the order of the games.
//!
//! Games are told apart by what they are and how hard they are looked at. So whoever breaks off and begins again finds
//! everything that was done meanwhile.

use super::Shape;
use super::game::{Known, Played, Review, open};
use super::job::{self, Effort};
use crate::commands::{Answer, MatchError};
use crate::error::Error;
use crate::progress::Progress;
use regence_arena::Stop;
use regence_game::pgn::{MainLine, Reader};
use regence_server::worker::ENGINE;
use regence_server::{Bus, BusUrl, Ears};
use regence_store::{JobId, JobKind, JobState, NewJob, Place, Queue, Store, Topic};
use regence_terminal::visible::Visible;
use std::collections::{HashMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

/// How many games are queued before the first of them has to be done: enough for many workers, and little to remember.
const WINDOW: usize = 1000;
/// How many games are queued, or asked for, at once.
const AT_ONCE: usize = 50;
/// How often to look by itself: where one hears of answers, only in case one was missed.
const LOOK: Duration = Duration::from_secs(2);
const LOOK_WITHOUT_NOTICES: Duration = Duration::from_millis(200);
/// How often to count what there is to do.
const COUNT: Duration = Duration::from_millis(500);

/// A wish to have games analysed elsewhere.
pub struct Queued {
    pub place: Place,
    /// By what workers are woken; by the store itself if it is not said.
    pub bus: Option<BusUrl>,
    pub effort: Effort,
    pub shape: Shape,
}

/// A game that was queued.
struct Waiting {
    number: u64,
    played: Played,
    job: JobId,
}

/// All that is kept in mind meanwhile.
struct Work<'a, R: Read> {
    wish: &'a Queued,
    file: OsString,
    store: Store,
    bus: Bus,
    reader: Reader<R>,
    visitor: MainLine<Played>,
    is_read: bool,
    /// Games that were read.
    number: u64,
    waiting: VecDeque<Waiting>,
    /// Games of which everything was written.
    written: u64,
    answer: Answer,
    progress: Progress,
    counted: Option<Instant>,
    has_warned: bool,
}

impl Queued {
    /// Has the games of a file analysed.
    pub fn run(&self, file: &OsStr, out: &mut impl Write) -> Result<Answer, Error> {
        let stop = Stop::on_signals().map_err(|error| Error::Match(MatchError::Signals(error)))?;
        let input = open(file, &stop)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut bus = Bus::open(self.bus.as_ref()).await;
            let store = bus.open_store(&self.place).await?;
            let mut work = Work {
                wish: self,
                file: file.to_owned(),
                store,
                bus,
                reader: Reader::new(input),
                visitor: MainLine::new(Played::default()),
                is_read: false,
                number: 0,
                waiting: VecDeque::new(),
                written: 0,
                answer: Answer::Yes,
                progress: Progress::start(),
                counted: None,
                has_warned: false,
            };
            let done = work.run(&stop, out).await;
            work.progress.clear();
            done.map(|()| work.answer)
        })
    }
}

impl<R: Read> Work<'_, R> {
    async fn run(&mut self, stop: &Stop, out: &mut impl Write) -> Result<(), Error> {
        let mut ears = self.bus.listen(&self.store, &[Topic::Answers]);
        loop {
            self.fill(stop).await?;
            let is_progress = self.collect(out).await?;
            if self.is_read && self.waiting.is_empty() {
                return Ok(());
            }
            if stop.is_set() {
                self.answer = Answer::No;
                let written = self.written;
                self.progress.say(&format!(
                    "regence: broken off after {written} games; workers go on, and the same command finds what they have found"
                ));
                return Ok(());
            }
            self.count().await?;
            if !is_progress {
                wait(ears.as_mut()).await;
            }
        }
    }

    /// Reads and queues games as long as there is room for them, and nobody has had enough.
    async fn fill(&mut self, stop: &Stop) -> Result<(), Error> {
        while !self.is_read && !stop.is_set() && self.waiting.len() + AT_ONCE <= WINDOW {
            let (mut games, mut jobs) = (Vec::new(), Vec::new());
            while !self.is_read && !stop.is_set() && jobs.len() < AT_ONCE {
                let Some(played) = self.read(stop)? else { continue };
                if let Some(body) = job::write(&played, &self.wish.effort) {
                    jobs.push(NewJob { kind: JobKind::Bulk, body, engine: ENGINE.to_owned() });
                    games.push((self.number, played));
                }
            }
            let ids = self.store.enqueue(jobs).await?;
            self.bus.tell(Topic::Work, String::new());
            let queued = games.into_iter().zip(ids);
            self.waiting.extend(queued.map(|((number, played), job)| Waiting { number, played, job }));
        }
        Ok(())
    }

    /// The next game; none if there is no more, if somebody has had enough, or if something is wrong with it, which is told.
    fn read(&mut self, stop: &Stop) -> Result<Option<Played>, Error> {
        let read = self.reader.read_game(&mut self.visitor);
        let refuse = |error| Error::Input { file: self.file.clone(), error };
        let is_game = read.map_err(refuse)?;
        if stop.is_set() {
            return Ok(None); // perhaps in the middle of a game
        }
        if !is_game {
            self.is_read = true;
            return Ok(None);
        }
        self.number += 1;
        let (played, end) = self.visitor.finish();
        match end {
            Ok(_) => Ok(Some(played.clone())),
            Err(error) => {
                let reason = format!("regence: '{}', game {}, {error}", Visible(&self.file), self.number);
                self.progress.say(&reason);
                self.answer = Answer::No;
                Ok(None)
            }
        }
    }

    /// Writes what was found in the next games, as far as that is known.
    async fn collect(&mut self, out: &mut impl Write) -> Result<bool, Error> {
        let ids: Vec<JobId> = self.waiting.iter().take(AT_ONCE).map(|waiting| waiting.job).collect();
        let states: HashMap<JobId, JobState> = self.store.jobs(&ids).await?.into_iter().collect();
        let before = self.written;
        while let Some(waiting) = self.waiting.pop_front() {
            let why = match states.get(&waiting.job) {
                Some(JobState::Done(text)) => match job::read_found(text, &waiting.played) {
                    Some(found) => {
                        self.progress.clear();
                        let review = Review {
                            number: waiting.number,
                            played: &waiting.played,
                            shape: self.wish.shape,
                        };
                        review.write(&mut Known(found.into_iter()), out)?;
                        self.written += 1;
                        continue;
                    }
                    None => "a worker has answered nonsense".to_owned(),
                },
                Some(JobState::Failed(why)) => why.clone(),
                Some(JobState::Waiting | JobState::Claimed) => {
                    self.waiting.push_front(waiting);
                    break;
                }
                // It was forgotten, or is not among those that were asked for.
                None if !ids.contains(&waiting.job) => {
                    self.waiting.push_front(waiting);
                    break;
                }
                None => "its job was deleted".to_owned(),
            };
            self.progress.say(&format!("regence: '{}', game {}: {why}", Visible(&self.file), waiting.number));
            self.answer = Answer::No;
            self.written += 1;
        }
        Ok(self.written > before)
    }

    /// Shows how much there is to do and who does it, now and then.
    async fn count(&mut self) -> Result<(), Error> {
        if self.counted.is_some_and(|counted| counted.elapsed() < COUNT) {
            return Ok(());
        }
        self.counted = Some(Instant::now());
        let queue = self.store.queue().await?;
        if !self.has_warned && self.store.workers(ENGINE).await? == 0 {
            self.has_warned = true;
            let why =
                if queue.workers == 0 { "no worker is there" } else { "all workers are of another version" };
            self.progress.say(&format!("regence: {why}; the games wait until one comes: regence worker"));
        }
        let more = if self.is_read { "" } else { "+" };
        self.progress.show_line(&format!(
            "{} of {}{more} games; {}",
            self.written,
            self.number,
            told(&queue)
        ));
        Ok(())
    }
}

/// What there is to do and who does it.
fn told(queue: &Queue) -> String {
    let (waiting, claimed) = queue.in_hand();
    format!(
        "in the queue {waiting} waiting, {claimed} in work; {} workers with {} threads",
        queue.workers, queue.threads
    )
}

async fn wait(ears: Option<&mut Ears>) {
    match ears {
        // Whether something was heard or not: next comes a look.
        Some(ears) => drop(tokio::time::timeout(LOOK, ears.next()).await),
        None => tokio::time::sleep(LOOK_WITHOUT_NOTICES).await,
    }
}

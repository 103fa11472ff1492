//! A worker: takes jobs from the queue in the store, thinks, and says what came of it, until it is stopped.
//!
//! Moves, for which people wait, are thought about at once; everything else gives way to them between two positions.
//! What a worker has in hand when it is asked to stop it gives back.

mod gate;
mod hands;
mod job;

pub use gate::Gate;
pub use job::{ENGINE, Effort, game_job};

use crate::bus::{Bus, BusUrl};
use hands::Hands;
use regence_store::{
    Claim, JobKind, JobState, Place, Presence, Store, StoreError, Topic, WORKER_EXPIRY, WorkerId,
};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// How often a worker says that it is there.
const RENEWAL: Duration = Duration::from_secs(1);
/// How long it must have been heard without a break before it takes others for gone: a database that was away is back for
/// all workers at once, and they may just not have come round to saying so.
const STEADY: Duration = Duration::from_secs(2);
/// How often it looks for work by itself: where it hears of it, only in case it has not.
const LOOK: Duration = Duration::from_secs(1);
const LOOK_WITHOUT_NOTICES: Duration = Duration::from_millis(100);
/// How often it looks for answers that nobody has fetched, and for how long those are kept.
const SWEEP: Duration = Duration::from_hours(1);
const MEMORY: Duration = Duration::from_hours(7 * 24);

/// How a worker is to be.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Where the queue is.
    pub place: Place,
    /// By what servers and workers wake each other; by the store itself if it is not said.
    pub bus: Option<BusUrl>,
    /// How many jobs it does at once.
    pub threads: usize,
    /// How many megabytes each thread remembers that thinks about moves.
    pub memory: usize,
}

/// Somebody who knows how to do jobs that are no moves.
pub trait Reviewer: Send + Sync + 'static {
    /// Does a job: what came of it, or why it cannot be done; `None` if the gate was closed before that was known. It
    /// passes the gate before each position.
    fn review(&self, body: &str, gate: &Gate) -> Result<Option<String>, String>;
}

/// A worker that takes part.
pub struct Worker {
    store: Store,
    bus: Bus,
    config: WorkerConfig,
    id: Mutex<WorkerId>,
    /// Whether it may have jobs that it does not know of: then it has to begin anew.
    is_in_doubt: AtomicBool,
}

impl Worker {
    /// Opens the store and takes part.
    pub async fn begin(config: WorkerConfig) -> Result<Self, StoreError> {
        let mut bus = Bus::open(config.bus.as_ref()).await;
        let store = bus.open_store(&config.place).await?;
        let id = store.begin_work(config.threads as u32, ENGINE, WORKER_EXPIRY).await?;
        Ok(Self { store, bus, config, id: Mutex::new(id), is_in_doubt: AtomicBool::new(false) })
    }

    /// Works until `stop` comes, then gives back what it has.
    pub async fn run(
        self,
        reviewer: Arc<dyn Reviewer>,
        stop: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let worker = Arc::new(self);
        let mut besides = JoinSet::new();
        besides.spawn(Arc::clone(&worker).beat());
        besides.spawn(Arc::clone(&worker).keep_tidy());
        let mut hands = Hands::new(worker.config.threads, worker.config.memory, reviewer);
        tokio::select! {
            () = worker.work(&mut hands) => {}
            () = stop => {}
        }
        besides.shutdown().await;
        hands.close();
        worker.store.end_work(worker.id()).await?;
        worker.bus.tell(Topic::Work, String::new());
        Ok(())
    }

    fn id(&self) -> WorkerId {
        *self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that it is there, and looks for the jobs of those who are not any more. Nothing may hold this up.
    async fn beat(self: Arc<Self>) {
        let mut beat = interval(RENEWAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut steady = Instant::now();
        loop {
            beat.tick().await;
            // A database that says nothing must not keep us from trying another connection.
            match timeout(WORKER_EXPIRY / 2, self.renew()).await {
                Ok(Ok(Presence::InTime)) => {}
                Ok(Ok(Presence::Late | Presence::Forgotten)) => steady = Instant::now(),
                Ok(Err(error)) => {
                    steady = Instant::now();
                    tracing::warn!(%error, "could not say that this worker is there");
                }
                Err(_) => {
                    steady = Instant::now();
                    tracing::warn!("the database does not answer");
                }
            }
            if steady.elapsed() >= STEADY {
                self.recover().await;
            }
        }
    }

    async fn renew(&self) -> Result<Presence, StoreError> {
        let presence = self.store.keep_working(self.id(), WORKER_EXPIRY).await?;
        if presence == Presence::Forgotten || self.is_in_doubt.load(Ordering::Acquire) {
            self.begin_anew().await?;
            self.is_in_doubt.store(false, Ordering::Release);
        }
        Ok(presence)
    }

    /// Lets others have the jobs of those who are gone.
    async fn recover(&self) {
        match timeout(WORKER_EXPIRY / 2, self.store.recover_jobs()).await {
            Ok(Ok(0)) | Err(_) => {}
            Ok(Ok(_)) => self.bus.tell(Topic::Work, String::new()),
            Ok(Err(error)) => tracing::warn!(%error, "could not look for jobs whose worker is gone"),
        }
    }

    /// Forgets old answers now and then.
    async fn keep_tidy(self: Arc<Self>) {
        let mut sweep = interval(SWEEP);
        loop {
            sweep.tick().await;
            self.sweep().await;
        }
    }

    async fn sweep(&self) {
        for kind in [JobKind::Review, JobKind::Bulk] {
            if let Err(error) = self.store.forget_old_jobs(kind, MEMORY).await {
                tracing::warn!(%error, "old jobs were not forgotten");
            }
        }
    }

    /// Takes part as somebody new; what the old one has is given back.
    async fn begin_anew(&self) -> Result<(), StoreError> {
        let old = self.id();
        let new = self.store.begin_work(self.config.threads as u32, ENGINE, WORKER_EXPIRY).await?;
        *self.id.lock().unwrap_or_else(PoisonError::into_inner) = new;
        self.store.end_work(old).await
    }

    /// Takes jobs and tells what came of them, for ever.
    async fn work(self: &Arc<Self>, hands: &mut Hands) {
        let (heard, mut listening) = (Arc::new(Notify::new()), JoinSet::new());
        let ears = self.bus.listen(&self.store, &[Topic::Work]);
        let look = if ears.is_some() { LOOK } else { LOOK_WITHOUT_NOTICES };
        if let Some(mut ears) = ears {
            let heard = Arc::clone(&heard);
            listening.spawn(async move {
                loop {
                    // Whatever it is: somebody looks.
                    ears.next().await;
                    heard.notify_one();
                }
            });
        }
        loop {
            while let Some((least, free)) = hands.free() {
                let claims = self.claim(least, free).await;
                let is_all = claims.len() < free as usize;
                for claim in claims {
                    hands.take(claim);
                }
                if is_all {
                    break;
                }
            }
            tokio::select! {
                () = heard.notified() => {}
                (claim, state) = hands.done() => {
                    let worker = Arc::clone(self);
                    tokio::spawn(async move { worker.finish(claim, state).await });
                }
                () = sleep(look) => {}
            }
        }
    }

    /// The next jobs, at most so many.
    async fn claim(&self, least: JobKind, most: u32) -> Vec<Claim> {
        if self.is_in_doubt.load(Ordering::Acquire) {
            return Vec::new();
        }
        let claimed = self.store.claim(self.id(), least, most).await;
        let error = match claimed {
            Ok(claims) => return claims,
            Err(error) => error,
        };
        tracing::warn!(%error, "could not take jobs");
        // If jobs were taken that nobody knows of, they must not stay with somebody who is there.
        if (error.is_uncertain() || error == StoreError::WorkerForgotten)
            && let Err(error) = self.begin_anew().await
        {
            tracing::warn!(%error, "could not begin anew");
            // Tried again with every beat.
            self.is_in_doubt.store(true, Ordering::Release);
        }
        Vec::new()
    }

    /// Tells what came of a job, until somebody hears it: as long as this worker is there, nobody else does the job.
    async fn finish(&self, claim: Claim, state: JobState) {
        loop {
            match self.store.finish(&claim, state.clone()).await {
                Ok(counts) => {
                    tracing::debug!(job = %claim.job, counts, "done");
                    return self.bus.tell(Topic::Answers, claim.job.to_string());
                }
                Err(error) => tracing::warn!(job = %claim.job, %error, "could not say what came of a job"),
            }
            sleep(RENEWAL).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_store::NewJob;

    #[tokio::test]
    async fn jobs_that_a_worker_does_not_know_of_are_given_back_with_the_next_beat() {
        let folder = std::env::temp_dir().join(format!("regence-doubt-{}", std::process::id()));
        let place = Place::Folder(folder.clone());
        let config = WorkerConfig { place, bus: None, threads: 1, memory: 1 };
        let worker = Worker::begin(config).await.expect("it begins");
        let job = NewJob { kind: JobKind::Bulk, body: String::new(), engine: String::new() };
        let jobs = worker.store.enqueue(vec![job]).await.expect("queued");
        // It was given one, but the answer was lost, and then it could not begin anew.
        let old = worker.id();
        assert_eq!(worker.store.claim(old, JobKind::Bulk, 1).await.map(|claims| claims.len()), Ok(1));
        worker.is_in_doubt.store(true, Ordering::Release);
        assert_eq!(worker.claim(JobKind::Bulk, 1).await, [], "what it took now it would give back");
        assert_eq!(worker.renew().await, Ok(Presence::InTime));
        assert_eq!(worker.store.jobs(&jobs).await, Ok(vec![(jobs[0], JobState::Waiting)]));
        assert_ne!(worker.id(), old);
        assert_eq!(worker.claim(JobKind::Bulk, 1).await.len(), 1, "it goes on");
        let now = worker.id();
        assert_eq!(worker.renew().await, Ok(Presence::InTime));
        assert_eq!(worker.id(), now, "it begins anew once");
        drop(worker);
        let _ = std::fs::remove_dir_all(&folder);
    }
}

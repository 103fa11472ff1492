//! A worker: takes jobs from the queue in the store, thinks, and says what came of it, until it is stopped.
//!
//! Moves, for which people wait, are thought about at once; everything else gives way to them between two positions.
//! What a worker has in hand when it is asked to stop it gives back.

mod gate;
mod hands;
mod job;

pub use gate::Gate;
pub use job::{Effort, game_job};

use crate::bus::{Bus, BusUrl};
use hands::Hands;
use regence_store::{Claim, JobKind, JobState, Place, Store, StoreError, Topic, WORKER_EXPIRY, WorkerId};
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How often a worker says that it is there.
const RENEWAL: Duration = Duration::from_secs(1);
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
}

impl Worker {
    /// Opens the store and takes part.
    pub async fn begin(config: WorkerConfig) -> Result<Self, StoreError> {
        let bus = Bus::open(config.bus.as_ref()).await;
        let store = bus.open_store(&config.place).await?;
        let id = store.begin_work(config.threads as u32, WORKER_EXPIRY).await?;
        Ok(Self { store, bus, config, id: Mutex::new(id) })
    }

    /// Works until `stop` comes, then gives back what it has.
    pub async fn run(
        self,
        reviewer: Arc<dyn Reviewer>,
        stop: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let worker = Arc::new(self);
        let beat = tokio::spawn(Arc::clone(&worker).beat());
        let mut hands = Hands::new(worker.config.threads, worker.config.memory, reviewer);
        tokio::select! {
            () = worker.work(&mut hands) => {}
            () = stop => {}
        }
        beat.abort();
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
        let mut sweep = interval(SWEEP);
        loop {
            tokio::select! {
                _ = beat.tick() => {
                    if let Err(error) = self.renew().await {
                        tracing::warn!(%error, "could not say that this worker is there");
                    }
                }
                _ = sweep.tick() => self.sweep().await,
            }
        }
    }

    async fn renew(&self) -> Result<(), StoreError> {
        if !self.store.keep_working(self.id(), WORKER_EXPIRY).await? {
            self.begin_anew().await?;
        }
        if self.store.recover_jobs().await? > 0 {
            self.bus.tell(Topic::Work, String::new());
        }
        Ok(())
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
        let new = self.store.begin_work(self.config.threads as u32, WORKER_EXPIRY).await?;
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

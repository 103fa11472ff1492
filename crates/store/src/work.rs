//! What workers ask of the store, and those who have work for them.

use crate::store::require_text;
use crate::{Claim, JobId, JobKind, JobState, NewJob, Presence, Queue, Store, StoreError, WorkerId};
use std::time::Duration;

impl Store {
    /// Queues jobs, all of them or none, and says their numbers. A job that is there already stays what it is, unless it
    /// has failed: then it is tried anew.
    pub async fn enqueue(&self, jobs: Vec<NewJob>) -> Result<Vec<JobId>, StoreError> {
        require_text(jobs.iter().flat_map(|job| [&job.body, &job.engine]))?;
        self.database.enqueue(jobs).await
    }

    /// How jobs stand; nothing of those that are not there.
    pub async fn jobs(&self, ids: &[JobId]) -> Result<Vec<(JobId, JobState)>, StoreError> {
        self.database.jobs(ids).await
    }

    /// Forgets a job, whoever has it: nobody wants it any more.
    pub async fn forget_job(&self, id: JobId) -> Result<(), StoreError> {
        self.database.forget_job(id).await
    }

    /// Forgets jobs of a kind that have not changed for so long.
    pub async fn forget_old_jobs(&self, kind: JobKind, age: Duration) -> Result<u64, StoreError> {
        self.database.forget_old_jobs(kind, age).await
    }

    /// A worker comes, who does so much at once by an engine of this name. It keeps its jobs for so long, usually
    /// [`WORKER_EXPIRY`](crate::WORKER_EXPIRY), unless it [says](Self::keep_working) again that it is there, or claims more.
    pub async fn begin_work(
        &self,
        threads: u32,
        engine: &str,
        expiry: Duration,
    ) -> Result<WorkerId, StoreError> {
        require_text([engine])?;
        self.database.begin_work(threads, engine.to_owned(), expiry).await
    }

    /// Says that a worker is still there, for so long.
    pub async fn keep_working(&self, worker: WorkerId, expiry: Duration) -> Result<Presence, StoreError> {
        self.database.keep_working(worker, expiry).await
    }

    /// A worker goes; others may have its jobs at once, and nobody is to blame.
    pub async fn end_work(&self, worker: WorkerId) -> Result<(), StoreError> {
        self.database.end_work(worker).await
    }

    /// The next jobs for a worker, the most urgent first, none less urgent than this and at most so many. Those for another
    /// engine are left to others.
    pub async fn claim(&self, worker: WorkerId, least: JobKind, most: u32) -> Result<Vec<Claim>, StoreError> {
        self.database.claim(worker, least, most).await
    }

    /// Says what came of a job; `false` if the claim was not the newest any more, and nothing has changed.
    pub async fn finish(&self, claim: &Claim, state: JobState) -> Result<bool, StoreError> {
        if let JobState::Done(text) | JobState::Failed(text) = &state {
            require_text([text])?;
        }
        self.database.finish(claim.clone(), state).await
    }

    /// Lets others have the jobs of workers who are gone. A job over which too many have died is given up. Says of how many
    /// jobs that was so.
    pub async fn recover_jobs(&self) -> Result<u32, StoreError> {
        self.database.recover_jobs().await
    }

    /// How much there is to do, and who does it.
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        self.database.queue().await
    }

    /// How many workers are there whose engine has this name.
    pub async fn workers(&self, engine: &str) -> Result<u32, StoreError> {
        self.database.workers(Some(engine)).await.map(|(workers, _)| workers)
    }
}

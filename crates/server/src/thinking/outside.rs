//! Lets workers elsewhere think, where there are any, and takes the thinking back when they take too long over it.

use super::pool::Asked;
use super::question::Question;
use super::story::{Answer, News};
use crate::shared::Shared;
use crate::worker::ENGINE;
use regence_store::{JobId, JobKind, JobState, NewJob, StoreError, Topic};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

/// How often to look, in case a notice was lost.
const LOOK: Duration = Duration::from_millis(250);
/// How long nothing more is asked of workers after one of them has failed us.
const DISTRUST: Duration = Duration::from_secs(5);

/// What is known of workers elsewhere.
#[derive(Default)]
pub struct Outside {
    are_there: AtomicBool,
    /// Until when they are not asked.
    distrusted: Mutex<Option<Instant>>,
    awaited: Mutex<HashMap<JobId, Arc<Notify>>>,
}

impl Outside {
    /// So many workers are there.
    pub fn set_workers(&self, count: u32) {
        self.are_there.store(count > 0, Ordering::Relaxed);
    }

    /// Whether it makes sense to ask them.
    pub(super) fn is_open(&self) -> bool {
        let distrusted = *self.distrusted.lock().unwrap_or_else(PoisonError::into_inner);
        self.are_there.load(Ordering::Relaxed) && distrusted.is_none_or(|until| Instant::now() >= until)
    }

    fn distrust(&self) {
        let mut distrusted = self.distrusted.lock().unwrap_or_else(PoisonError::into_inner);
        *distrusted = Some(Instant::now() + DISTRUST);
    }

    /// A job was answered; any of them, if it is not said which.
    pub fn heard(&self, job: Option<JobId>) {
        let awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, notify) in awaited.iter() {
            if job.is_none_or(|job| job == *id) {
                notify.notify_one();
            }
        }
    }

    /// Hears from now on when a job is answered.
    fn wait_for(&self, job: JobId) -> Awaited<'_> {
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        Awaited { outside: self, job, heard: Arc::clone(awaited.entry(job).or_default()) }
    }

    /// How many jobs somebody waits for.
    #[cfg(test)]
    fn waited_for(&self) -> usize {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Somebody who waits for a job. When the last of them goes, whatever the reason, it is forgotten.
struct Awaited<'a> {
    outside: &'a Outside,
    job: JobId,
    heard: Arc<Notify>,
}

impl Drop for Awaited<'_> {
    fn drop(&mut self) {
        let mut awaited = self.outside.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        // Dropped before the lock is, so that the next one counts right: the list has one, and we.
        let heard = std::mem::take(&mut self.heard);
        if Arc::strong_count(&heard) == 2 {
            awaited.remove(&self.job);
        }
    }
}

impl Shared {
    /// Asks a question: workers if there are any and it is for them, else our own threads. `from` tells it apart from all
    /// others. What comes of it is told, the answer last.
    pub fn think(
        self: &Arc<Self>,
        from: String,
        question: Question,
        longest: Duration,
        tell: impl Fn(News) + Send + 'static,
    ) -> Asked {
        let written = if self.outside.is_open() { question.written(from) } else { None };
        let Some(body) = written else { return self.pool.ask(question, longest, tell) };
        let (sender, mut dropped) = oneshot::channel();
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            let errand = Away::new(&shared, JobKind::Move, Some(longest));
            let answer = tokio::select! {
                answer = errand.run(body) => answer.and_then(|answer| Answer::read(&answer)),
                // Nobody wants it any more.
                _ = &mut dropped => return errand.end().await,
            };
            if let Some(answer) = answer {
                shared.metrics.answers.add(1);
                tell(News::Answer(answer));
                return errand.end().await;
            }
            shared.metrics.taken_back.add(1);
            shared.outside.distrust();
            let _asked = shared.pool.ask(question.hurried(), longest, tell);
            errand.end().await;
            // It is dropped with the answer.
            let _ = dropped.await;
        });
        Asked::outside(sender)
    }

    /// Looks whether there are workers.
    pub async fn look_for_workers(&self) -> Result<(), StoreError> {
        let workers = if self.store.is_shared() { self.store.workers(ENGINE).await? } else { 0 };
        self.outside.set_workers(workers);
        Ok(())
    }
}

/// A question that is elsewhere.
pub(super) struct Away<'a> {
    shared: &'a Shared,
    kind: JobKind,
    /// How long whoever has it may think about it, if that matters.
    longest: Option<Duration>,
    job: Mutex<Option<JobId>>,
}

impl<'a> Away<'a> {
    /// A question of this kind.
    pub(super) fn new(shared: &'a Shared, kind: JobKind, longest: Option<Duration>) -> Self {
        Self { shared, kind, longest, job: Mutex::new(None) }
    }

    /// The answer as it was written; `None` if there is none in good time.
    pub(super) async fn run(&self, body: String) -> Option<String> {
        let (asked, patience) = (Instant::now(), self.shared.config.patience_with_workers);
        let jobs = vec![NewJob { kind: self.kind, body, engine: ENGINE.to_owned() }];
        // If it takes longer it may be queued all the same; then it is done for nothing, and forgotten in the end.
        let queued = timeout(patience, self.shared.store.enqueue(jobs)).await.ok()?.ok()?;
        let id = *queued.first()?;
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(id);
        self.shared.bus.tell(Topic::Work, String::new());
        let awaited = self.shared.outside.wait_for(id);
        let mut deadline = Some(asked + patience);
        // Since when nobody has it.
        let mut idle = asked;
        loop {
            let look = Instant::now() + LOOK;
            tokio::select! {
                () = awaited.heard.notified() => {}
                () = sleep_until(deadline.map_or(look, |deadline| deadline.min(look))) => {}
            }
            let found = timeout(patience, self.shared.store.jobs(&[id])).await.ok()?.ok()?.pop();
            deadline = match found?.1 {
                JobState::Done(text) => return Some(text),
                JobState::Failed(_) => return None,
                // Nobody has it, all workers may be busy or dead; or somebody has it and takes too long.
                JobState::Waiting => Some(idle + patience),
                JobState::Claimed => {
                    idle = Instant::now();
                    self.longest.map(|longest| asked + longest + 2 * patience)
                }
            };
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
        }
    }

    /// Leaves nothing behind.
    pub(super) async fn end(&self) {
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(id) = job else { return };
        if let Err(error) = self.shared.store.forget_job(id).await {
            tracing::debug!(%error, "a job that nobody wants was not forgotten");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_is_forgotten_with_the_last_who_waits_for_it() {
        let outside = Outside::default();
        let [one, other]: [JobId; 2] = ["1", "2"].map(|number| number.parse().expect("a number"));
        let (first, second, third) = (outside.wait_for(one), outside.wait_for(one), outside.wait_for(other));
        assert_eq!(outside.waited_for(), 2);
        drop(first);
        assert_eq!(outside.waited_for(), 2, "somebody else still waits");
        outside.heard(Some(one));
        second.heard.notified().await;
        drop(second);
        assert_eq!(outside.waited_for(), 1);
        outside.heard(None);
        third.heard.notified().await;
        drop(third);
        assert_eq!(outside.waited_for(), 0);
    }
}

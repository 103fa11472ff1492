//! What time it is: the system's, or in tests whatever they say.

use regence_store::Moment;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A source of time that does not go backwards while the program runs.
#[derive(Clone, Debug)]
pub struct Time(Source);

#[derive(Clone, Debug)]
enum Source {
    System { start: Instant, moment: i64 },
    Told(Arc<watch::Sender<i64>>),
}

impl Time {
    /// The system's: its calendar once, its steady clock from then on.
    pub fn system() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::set_to(Moment(since.as_millis() as i64))
    }

    /// The system's steady clock, from what another clock shows now.
    pub fn set_to(now: Moment) -> Self {
        Self(Source::System { start: Instant::now(), moment: now.0 })
    }

    /// A time that stands still unless it is [moved](Self::advance).
    pub fn told(moment: i64) -> Self {
        Self(Source::Told(Arc::new(watch::Sender::new(moment))))
    }

    /// Lets a told time go on; the system's goes by itself.
    pub fn advance(&self, by: Duration) {
        if let Source::Told(moment) = &self.0 {
            moment.send_modify(|moment| *moment += by.as_millis() as i64);
        }
    }

    /// This moment.
    pub fn now(&self) -> Moment {
        Moment(match &self.0 {
            Source::System { start, moment } => moment + start.elapsed().as_millis() as i64,
            Source::Told(moment) => *moment.borrow(),
        })
    }

    /// Waits until it is this moment, which a told time must be moved to.
    pub async fn reach(&self, moment: Moment) {
        match &self.0 {
            Source::System { .. } => {
                let wait = moment.0.saturating_sub(self.now().0).max(0);
                tokio::time::sleep(Duration::from_millis(wait as u64)).await;
            }
            Source::Told(now) => {
                // The sender is ours.
                let _ = now.subscribe().wait_for(|now| *now >= moment.0).await;
            }
        }
    }

    /// Whether it goes by itself, so that people are to be let see it go.
    pub fn passes(&self) -> bool {
        matches!(self.0, Source::System { .. })
    }
}

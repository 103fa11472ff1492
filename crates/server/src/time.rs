//! What time it is: the system's, or in tests whatever they say.

use regence_store::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A source of time that does not go backwards while the program runs.
#[derive(Clone, Debug)]
pub struct Time(Source);

#[derive(Clone, Debug)]
enum Source {
    System { start: Instant, moment: i64 },
    Told(Arc<AtomicI64>),
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
        Self(Source::Told(Arc::new(AtomicI64::new(moment))))
    }

    /// Lets a told time go on; the system's goes by itself.
    pub fn advance(&self, by: Duration) {
        if let Source::Told(moment) = &self.0 {
            moment.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
        }
    }

    /// This moment.
    pub fn now(&self) -> Moment {
        Moment(match &self.0 {
            Source::System { start, moment } => moment + start.elapsed().as_millis() as i64,
            Source::Told(moment) => moment.load(Ordering::SeqCst),
        })
    }

    /// Whether it goes by itself, so that it makes sense to wait for a moment.
    pub fn passes(&self) -> bool {
        matches!(self.0, Source::System { .. })
    }
}

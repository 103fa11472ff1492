//! What time it is: the system's, or in tests whatever they say.

use regence_store::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How much two clocks may differ before one of them is set, in milliseconds.
const SLACK: i64 = 50;
/// By how much a clock that others go by may be set back: until it is there again, ours stands still.
const LONGEST_STAND: i64 = 5000;

/// A source of time that does not go backwards while the program runs.
#[derive(Clone, Debug)]
pub struct Time(Source);

#[derive(Clone, Debug)]
enum Source {
    System(Arc<Steady>),
    Told(Arc<watch::Sender<i64>>),
}

/// The system's steady clock, with what it is set to.
#[derive(Debug)]
struct Steady {
    start: Instant,
    /// What it showed at the start, or would have shown.
    base: AtomicI64,
    /// The latest that it has shown.
    latest: AtomicI64,
}

impl Steady {
    /// What it shows at an instant, as far as it is not held back.
    fn shown_at(&self, instant: Instant) -> i64 {
        self.base.load(Ordering::Acquire) + instant.saturating_duration_since(self.start).as_millis() as i64
    }
}

impl Time {
    /// The system's: its calendar once, its steady clock from then on.
    pub fn system() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::set_to(Moment(since.as_millis() as i64))
    }

    /// The system's steady clock, from what another clock shows now.
    pub fn set_to(now: Moment) -> Self {
        let (base, latest) = (AtomicI64::new(now.0), AtomicI64::new(now.0));
        Self(Source::System(Arc::new(Steady { start: Instant::now(), base, latest })))
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
            Source::System(steady) => {
                let shown = steady.shown_at(Instant::now());
                steady.latest.fetch_max(shown, Ordering::AcqRel).max(shown)
            }
            Source::Told(moment) => *moment.borrow(),
        })
    }

    /// By how many milliseconds this clock is to be set, to go with one that was read between an instant and now: it may
    /// have stood still while the machine slept, or the other may have been set. What tests tell is always right.
    pub fn step_to(&self, asked: Instant, clock: Moment) -> i64 {
        let Source::System(steady) = &self.0 else { return 0 };
        let late = clock.0 - steady.shown_at(Instant::now());
        let early = steady.shown_at(asked) - clock.0;
        if late > SLACK {
            late
        } else if early > LONGEST_STAND {
            tracing::warn!(
                seconds = early / 1000,
                "the database's clock was set back; this server's was not"
            );
            0
        } else if early > SLACK {
            -early
        } else {
            0
        }
    }

    /// Sets it by so many milliseconds. If that is back, it stands still until it is there again.
    pub fn step(&self, by: i64) {
        if let Source::System(steady) = &self.0 {
            steady.base.fetch_add(by, Ordering::AcqRel);
        }
    }

    /// Waits until it is this moment, which a told time must be moved to.
    pub async fn reach(&self, moment: Moment) {
        match &self.0 {
            Source::System(_) => {
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
        matches!(self.0, Source::System(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_clock_that_has_slept_is_set() {
        let time = Time::set_to(Moment(HOUR));
        let (asked, before) = (Instant::now(), time.now());
        assert_eq!(time.step_to(asked, time.now()), 0, "it is right");
        let clock = Moment(time.now().0 + HOUR);
        let step = time.step_to(asked, clock);
        assert!(step > SLACK && step <= HOUR, "{step}");
        // Whoever has a copy sees the same.
        time.clone().step(step);
        assert!(time.now() >= Moment(before.0 + step));
        assert_eq!(time.step_to(asked, clock), 0, "it is right again");
    }

    #[test]
    fn no_clock_goes_backwards() {
        let time = Time::set_to(Moment(HOUR));
        let (before, asked) = (time.now(), Instant::now());
        let clock = Moment(before.0 - 2000);
        let step = time.step_to(asked, clock);
        assert!((-2000 - SLACK..=-2000).contains(&step), "{step}");
        time.step(step);
        assert!(time.now() >= before, "it stands still");
        assert_eq!(time.step_to(asked, clock), 0, "it is set once");
        assert_eq!(time.step_to(asked, Moment(clock.0 - HOUR)), 0, "nobody waits for an hour");
    }

    #[test]
    fn what_tests_tell_is_right() {
        let time = Time::told(HOUR);
        assert_eq!(time.step_to(Instant::now(), Moment(0)), 0);
        time.step(HOUR);
        assert_eq!(time.now(), Moment(HOUR));
    }
}

//! How much time to spend on a move.

use crate::Control;
use crate::limits::{Clock, Limits};
use crate::score::Value;
use regence_rules::{Color, Move};
use std::time::{Duration, Instant};

/// How many moves the time left is meant for, if nobody says.
const MOVES_AHEAD: f64 = 24.0;

/// Which part of the increment is spent at once.
const INCREMENT_SHARE: f64 = 0.8;

/// What is meant to be spent on an ordinary move, and what at most, as parts of an even share.
const SOFT: f64 = 0.75;
const HARD: f64 = 4.0;

/// No move takes a larger part of what is left.
const LARGEST_PART: f64 = 0.7;

/// A part of what is left is kept for the moments in which a busy machine lets us wait, up to so much.
const RESERVE_PART: u32 = 4;
const LARGEST_RESERVE: Duration = Duration::from_millis(60);

/// What is lost between us and the clock with each move, if the user does not say.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A time for one move is meant to be used: no more than this part of it is given to what is lost on the way, unless the user says
/// how much that is; and even then no more than the other part.
const OVERHEAD_PART: u32 = 20;
const TOLD_OVERHEAD_PART: u32 = 2;

/// For so long everybody thinks, even if the time was up before it could begin: a move that nobody has looked at costs more than time.
const LEAST: Duration = Duration::from_millis(1);

/// With time to ponder on the other side's moves, more can be spent on our own.
const PONDER_BONUS: f64 = 1.2;

/// With a single move, or a mate in sight, so deep a search says enough.
const CLEAR_DEPTH: i32 = 10;

/// What the user says of time in general.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeSettings {
    /// What is lost between us and the clock with each move.
    pub(crate) overhead: Option<Duration>,
    /// Whether we think on the other side's time too.
    pub(crate) ponders: bool,
    /// Whether a clear case is searched on all the same.
    pub(crate) analyses: bool,
}

/// The time for one search.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    started: Instant,
    /// While it pondered, it has thought for as long as it would have on its own time.
    has_thought_enough: bool,
    soft: Option<Duration>,
    hard: Option<Duration>,
    stops_when_clear: bool,
}

impl Budget {
    /// No limit.
    pub(crate) fn endless() -> Self {
        Self {
            started: Instant::now(),
            has_thought_enough: false,
            soft: None,
            hard: None,
            stops_when_clear: false,
        }
    }

    /// The time that limits allow, from now on unless they say since when.
    pub(crate) fn new(limits: &Limits, turn: Color, settings: TimeSettings) -> Self {
        let mut budget = Self::endless();
        if limits.infinite {
            return budget;
        }
        // How long a search had to wait that ponders does not matter.
        budget.started = limits.since.filter(|_| !limits.ponder).unwrap_or(budget.started);
        if let Some(clock) = limits.told_clock() {
            let (soft, hard) = shares(clock, turn, settings);
            (budget.soft, budget.hard) = (Some(soft), Some(hard));
            budget.stops_when_clear = !settings.analyses;
        }
        if let Some(time) = limits.time {
            let time = time.saturating_sub(settings.lost_of(time));
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        let least = budget.elapsed() + LEAST;
        budget.hard = budget.hard.map(|hard| hard.max(least));
        budget
    }

    /// How long the search may still go on at most.
    pub(crate) fn longest(&self) -> Option<Duration> {
        self.hard.map(|hard| hard.saturating_sub(self.elapsed()))
    }

    /// How long the search has gone on.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search has to stop.
    pub(crate) fn is_used_up(&self, control: &Control) -> bool {
        let Some(hard) = self.hard else { return false };
        if control.is_pondering() {
            return false;
        }
        match control.hit() {
            // It may come before the search could begin.
            Some(hit) => self.has_thought_enough || hit.elapsed() >= hard && self.elapsed() >= LEAST,
            None => self.elapsed() >= hard,
        }
    }

    /// Whether another, deeper search is likely not to end in time, or not to be needed.
    pub(crate) fn is_spent_wisely(
        &mut self,
        control: &Control,
        progress: &Progress,
        is_clear: bool,
        depth: i32,
    ) -> bool {
        let Some(soft) = self.soft else { return false };
        let is_clear = self.stops_when_clear && is_clear && depth >= CLEAR_DEPTH;
        let is_enough = is_clear || self.elapsed() >= soft.mul_f64(progress.need());
        if control.is_pondering() {
            self.has_thought_enough = is_enough;
            return false;
        }
        is_enough
    }
}

impl TimeSettings {
    /// The user says how much is lost with each move. Many clients tell all settings, also those that nobody has touched: then nothing
    /// is said.
    pub(crate) fn tell_overhead(&mut self, told: Duration) {
        self.overhead = Some(told).filter(|&told| told != OVERHEAD);
    }

    /// What is lost of the time for one move.
    fn lost_of(self, time: Duration) -> Duration {
        match self.overhead {
            Some(told) => told.min(time / TOLD_OVERHEAD_PART),
            None => OVERHEAD.min(time / OVERHEAD_PART),
        }
    }
}

/// What is meant to be spent, and what at most.
fn shares(clock: Clock, turn: Color, settings: TimeSettings) -> (Duration, Duration) {
    let left = clock.left[turn].or(clock.left[!turn]).unwrap_or_default();
    let reserve = settings.overhead.unwrap_or(OVERHEAD) + (left / RESERVE_PART).min(LARGEST_RESERVE);
    let usable = left.saturating_sub(reserve).max(LEAST);
    let moves = clock.moves_to_go.map_or(MOVES_AHEAD, |moves| f64::from(moves.clamp(1, 40)));
    let even = usable.as_secs_f64() / moves + INCREMENT_SHARE * clock.increment[turn].as_secs_f64();
    let bonus = if settings.ponders { PONDER_BONUS } else { 1.0 };
    let most = usable.as_secs_f64() * if clock.moves_to_go == Some(1) { 0.95 } else { LARGEST_PART };
    let share = |part: f64| Duration::from_secs_f64((even * part).min(most));
    (share(SOFT * bonus), share(HARD))
}

/// How a search has gone so far, as far as the need for more time is concerned.
#[derive(Default)]
pub(crate) struct Progress {
    best: Option<Move>,
    /// For how many searches the best move has been the same.
    steady: u32,
    value: Value,
    /// The value some searches ago, slowly following.
    usual: Option<f64>,
    /// The part of all positions that lay behind the best move.
    share: f64,
}

impl Progress {
    /// Notes the outcome of one search.
    #[allow(clippy::cast_precision_loss)] // A share need not be exact.
    pub(super) fn note(&mut self, best: Move, value: Value, best_nodes: u64, nodes: u64) {
        self.steady = if self.best == Some(best) { self.steady + 1 } else { 0 };
        self.best = Some(best);
        self.usual =
            Some(self.usual.map_or(f64::from(value), |usual| 0.7 * usual + 0.3 * f64::from(self.value)));
        self.value = value;
        self.share = best_nodes as f64 / nodes.max(1) as f64;
    }

    /// How much time this position deserves, 1 for an ordinary one: more if the best move changes, gets worse or is hard to
    /// tell from others.
    fn need(&self) -> f64 {
        let unsteady = 1.4 - 0.08 * f64::from(self.steady.min(8));
        let disputed = (1.75 - 1.3 * self.share).clamp(0.5, 1.6);
        let fall = self.usual.unwrap_or_default() - f64::from(self.value);
        let worse = (1.0 + fall / 120.0).clamp(0.8, 1.6);
        unsteady * disputed * worse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::ByColor;

    const SETTINGS: TimeSettings = TimeSettings { overhead: None, ponders: false, analyses: false };

    #[track_caller]
    fn check(left: u64, increment: u64, moves_to_go: Option<u32>) {
        let millis = Duration::from_millis;
        let clock = Clock {
            left: ByColor { white: Some(millis(left)), black: None },
            increment: ByColor { white: millis(increment), black: millis(increment) },
            moves_to_go,
        };
        for turn in Color::ALL {
            let (soft, hard) = shares(clock, turn, SETTINGS);
            assert!(soft <= hard, "{clock:?}");
            assert!(hard < millis(left.max(2)), "{clock:?}: {hard:?}");
        }
    }

    #[test]
    fn a_time_for_one_move_is_used_but_for_what_is_lost_on_the_way() {
        let millis = Duration::from_millis;
        for (overhead, time, expected) in [
            (None, 100, 95),
            (None, 2_000, 1_990),
            (Some(10), 100, 95),
            (Some(11), 100, 89),
            (Some(0), 100, 100),
            (Some(5_000), 1_000, 500),
        ] {
            let mut settings = SETTINGS;
            if let Some(told) = overhead {
                settings.tell_overhead(millis(told));
            }
            let limits = Limits { time: Some(millis(time)), ..Limits::default() };
            assert_eq!(Budget::new(&limits, Color::White, settings).hard, Some(millis(expected)));
        }
    }

    #[test]
    fn waiting_before_a_search_is_part_of_its_time() {
        let (ten, three) = (Duration::from_secs(10), Duration::from_secs(3));
        // A machine that has not been up for so long could not tell.
        let Some(since) = Instant::now().checked_sub(three) else { return };
        let limits = Limits { time: Some(ten), since: Some(since), ..Limits::default() };
        let budget = Budget::new(&limits, Color::White, SETTINGS);
        assert!(budget.elapsed() >= three);
        assert!(budget.longest().is_some_and(|longest| longest <= ten.saturating_sub(three)));
        // Even if all time has passed, a moment is left.
        let limits = Limits { time: Some(three), ..limits };
        let budget = Budget::new(&limits, Color::White, SETTINGS);
        assert!(budget.hard.is_some_and(|hard| hard >= three + LEAST));
        assert!(budget.longest().is_some_and(|longest| longest <= LEAST));
        // And who ponders has the other side's time.
        let budget = Budget::new(&Limits { ponder: true, ..limits }, Color::White, SETTINGS);
        assert!(budget.longest().is_some_and(|longest| longest > LEAST));
    }

    #[test]
    fn time_runs_from_when_pondering_comes_true() {
        let second = Duration::from_secs(1);
        let Some(before) = Instant::now().checked_sub(3 * second) else { return };
        let budget = Budget { started: before, hard: Some(second), ..Budget::endless() };
        let control = Control::new(true);
        assert!(!budget.is_used_up(&control));
        control.ponder_hit();
        assert!(!budget.is_used_up(&control), "the search may not have looked before the hit came");
        // Even if it had to wait for longer than it may think, a moment is left.
        let budget = Budget { hard: Some(Duration::ZERO), ..Budget::endless() };
        assert!(!budget.is_used_up(&control) || budget.elapsed() >= LEAST);
        // A hit that nobody waits for is none.
        let control = Control::new(false);
        control.ponder_hit();
        assert!(budget.is_used_up(&control));
    }

    #[test]
    fn what_is_infinite_knows_no_time() {
        let second = Some(Duration::from_secs(1));
        let clock = Clock { left: ByColor { white: second, black: second }, ..Clock::default() };
        let limits = Limits { infinite: true, time: second, clock: Some(clock), ..Limits::default() };
        let budget = Budget::new(&limits, Color::White, SETTINGS);
        assert_eq!((budget.soft, budget.hard), (None, None));
    }

    #[test]
    fn increments_without_a_clock_limit_only_what_nothing_else_does() {
        let clock =
            Clock { increment: ByColor { white: OVERHEAD, ..ByColor::default() }, ..Clock::default() };
        let alone = Limits { clock: Some(clock), ..Limits::default() };
        let hard = |limits: &Limits| Budget::new(limits, Color::White, SETTINGS).hard;
        let second = Duration::from_secs(1);
        assert!(hard(&alone).is_some_and(|hard| hard < second));
        assert_eq!(
            hard(&Limits { time: Some(second), ..alone.clone() }),
            Some(second.saturating_sub(OVERHEAD))
        );
        assert_eq!(hard(&Limits { depth: Some(20), ..alone.clone() }), None);
        assert_eq!(hard(&Limits { nodes: Some(1_000_000), ..alone.clone() }), None);
        assert_eq!(hard(&Limits { mate: Some(3), ..alone.clone() }), None);
        let told = Clock { left: ByColor { white: Some(second), black: None }, ..clock };
        assert!(
            hard(&Limits { clock: Some(told), depth: Some(20), ..alone }).is_some_and(|hard| hard < second)
        );
    }

    #[test]
    fn whoever_has_pondered_long_enough_answers_at_once() {
        let long = Duration::from_hours(1);
        for (soft, is_enough) in [(Duration::ZERO, true), (long, false)] {
            let mut budget = Budget { soft: Some(soft), hard: Some(long), ..Budget::endless() };
            let control = Control::new(true);
            assert!(!budget.is_used_up(&control), "the other side's time costs nothing");
            assert!(!budget.is_spent_wisely(&control, &Progress::default(), false, 5));
            assert!(!budget.is_used_up(&control));
            control.ponder_hit();
            assert_eq!(budget.is_used_up(&control), is_enough);
        }
    }

    #[test]
    fn no_share_is_larger_than_what_is_left() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000, 36_000_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    check(left, increment, moves_to_go);
                }
            }
        }
    }
}

//! One side's time: what a move may cost, what it does cost, and what it brings.

use super::{Bonus, Periods, TimeControl};
use core::time::Duration;

/// What a side had when the turn began. The time spent since is known to the clock, not here, so that a pause or a
/// question in the middle of a move changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Account {
    /// The time left, byo-yomi not counted.
    pub(super) main: Duration,
    /// The byo-yomi periods left.
    byo_yomi: u32,
    /// The number of the period, from 0.
    pub(super) period: usize,
    /// The moves made in it.
    pub(super) moves: u32,
}

/// What is left at some moment of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left {
    /// Of the time, or of the byo-yomi period that has begun.
    pub(super) time: Duration,
    /// The byo-yomi periods, the one that has begun included.
    pub(super) byo_yomi: u32,
}

impl Account {
    pub(super) fn new(control: &TimeControl) -> Self {
        let mut account = Self { main: Duration::ZERO, byo_yomi: 0, period: 0, moves: 0 };
        match control {
            TimeControl::Unlimited => {}
            TimeControl::Hourglass(time) => account.main = *time,
            TimeControl::Periods(periods) => account.enter(periods, 0),
        }
        account
    }

    /// How long the side may think before its flag falls; for ever if there is no answer.
    pub(super) fn budget(&self, control: &TimeControl) -> Option<Duration> {
        let beyond = match self.bonus(control) {
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Duration::ZERO,
            Bonus::Delay(free) => free,
            Bonus::ByoYomi { time, .. } => time.saturating_mul(self.byo_yomi),
        };
        match control {
            TimeControl::Unlimited => None,
            _ => Some(self.main.saturating_add(beyond)),
        }
    }

    /// What is left when the side has thought for so long.
    pub(super) fn left(&self, control: &TimeControl, spent: Duration) -> Left {
        match self.bonus(control) {
            Bonus::ByoYomi { time, .. } if spent >= self.main => {
                self.byo_yomi_left(time, spent.saturating_sub(self.main))
            }
            Bonus::Delay(free) => self.minus(spent.saturating_sub(free)),
            _ => self.minus(spent),
        }
    }

    fn minus(&self, cost: Duration) -> Left {
        Left { time: self.main.saturating_sub(cost), byo_yomi: self.byo_yomi }
    }

    /// What is left when a move has taken so much longer than there was time, with this time a byo-yomi period.
    fn byo_yomi_left(&self, time: Duration, over: Duration) -> Left {
        // Periods that take no time are all over at once.
        let used = over.as_nanos().checked_div(time.as_nanos()).unwrap_or(u128::MAX);
        let used = u32::try_from(used).unwrap_or(u32::MAX).min(self.byo_yomi);
        let in_this_one = over.saturating_sub(time.saturating_mul(used));
        match self.byo_yomi - used {
            0 => Left { time: Duration::ZERO, byo_yomi: 0 },
            byo_yomi => Left { time: time.saturating_sub(in_this_one), byo_yomi },
        }
    }

    /// Completes a move that took so long: pays for it, takes the bonus, and enters the next period if it is time.
    pub(super) fn complete_move(&mut self, control: &TimeControl, spent: Duration) {
        let left = self.left(control, spent);
        match self.bonus(control) {
            Bonus::None | Bonus::Delay(_) => self.main = left.time,
            Bonus::Increment(time) => self.main = left.time.saturating_add(time),
            Bonus::Bronstein(most) => self.main = left.time.saturating_add(spent.min(most)),
            Bonus::ByoYomi { .. } => {
                // The period that has begun is whole again on the next move, so it is not paid for.
                self.main = self.main.saturating_sub(spent);
                self.byo_yomi = left.byo_yomi;
            }
        }
        if let TimeControl::Periods(periods) = control {
            self.count_move(periods);
        }
    }

    /// Adds time to what is left.
    pub(super) fn add(&mut self, time: Duration) {
        self.main = self.main.saturating_add(time);
    }

    fn count_move(&mut self, periods: &Periods) {
        self.moves = self.moves.saturating_add(1);
        if periods[self.period].moves.is_some_and(|moves| self.moves >= moves.get()) {
            self.enter(periods, periods.after(self.period));
        }
    }

    fn enter(&mut self, periods: &Periods, index: usize) {
        let period = &periods[index];
        *self = Self { main: self.main.saturating_add(period.time), byo_yomi: 0, period: index, moves: 0 };
        match period.bonus {
            Bonus::ByoYomi { periods, .. } => self.byo_yomi = periods.get(),
            // With nothing to begin on, the flag would fall before the first bonus could be earned.
            Bonus::Increment(time) | Bonus::Bronstein(time) if self.main.is_zero() => self.main = time,
            _ => {}
        }
    }

    fn bonus(&self, control: &TimeControl) -> Bonus {
        match control {
            TimeControl::Periods(periods) => periods[self.period].bonus,
            TimeControl::Unlimited | TimeControl::Hourglass(_) => Bonus::None,
        }
    }
}

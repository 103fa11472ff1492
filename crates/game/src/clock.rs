//! Chess clocks as arithmetic: the time is told to them, never read.
//!
//! A [`Clock`] is a value for both sides. Whoever owns it tells it the time, `now`, as the [`Duration`] since any fixed
//! moment, from a source that does not go backwards:
//!
//! ```
//! use regence_game::clock::{Clock, Face};
//! use regence_rules::Color::{Black, White};
//! use std::time::Duration;
//!
//! let seconds = Duration::from_secs;
//! let mut clock = Clock::new("5+3".parse()?, White);
//! clock.start(seconds(100))?;
//! clock.press(seconds(110))?; // White moved after ten seconds.
//! let shown = |color, now| clock.remaining(color, now).map(|time| Face(time).to_string());
//! assert_eq!(shown(White, seconds(125)).unwrap(), "4:53");
//! assert_eq!(shown(Black, seconds(125)).unwrap(), "4:45");
//! assert_eq!(clock.next_flag(seconds(125)), Some(seconds(410)));
//! assert_eq!(clock.flagged(seconds(410)), Some(Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Time controls in writing
//!
//! ```text
//! control = "-"                            as much time as one likes
//!         | "*" time                       hourglass
//!         | period { (":" | ",") period }  one after the other
//! period  = [ moves "/" ] time [ bonus ]   all but the last need the number of moves; a last one that has it repeats
//! bonus   = "+" seconds                    increment (Fischer), added after every move
//!         | "d" seconds                    delay, during which the clock does not fall
//!         | "b" seconds                    Bronstein: the time used is given back, up to this much
//!         | "+" count "x" seconds          byo-yomi: so many periods, each so long
//! time    = number [ "s" ]                 in minutes; with an s, in seconds
//! ```
//!
//! Numbers have at most nine decimals (`0.5+0`). Spaces may stand anywhere but inside a number. So `40/90+30:30+30` is
//! 90 minutes for 40 moves, then 30 minutes for the rest, with 30 seconds for every move; `30+5x30` is half an hour,
//! then five byo-yomi periods of 30 seconds. In PGN ([`TimeControl::from_pgn`], [`TimeControl::pgn`]) every time is in
//! seconds, and no `s` says so.
//!
//! A side starts with the time of its first period: the first increment comes with the first move. Only where that
//! would leave nothing to start on, as with `0+2`, one bonus is there from the beginning.

mod account;
mod control;
mod error;
mod face;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use control::{Bonus, Period, Periods, PeriodsError, TimeControl};
pub use error::{ParseTimeControlError, TimeControlProblem};
pub use face::Face;

use account::{Account, Left};
use core::fmt;
use core::time::Duration;
use regence_rules::{ByColor, Color};
use std::sync::Arc;

/// A chess clock: how much time each side has, and whose time is running.
///
/// The flag falls at the very moment at which the time is used up, and then for good: from that moment on, every verb
/// answers [`FlagFell`] and changes nothing. A `now` before the last one counts as no time at all.
///
/// Cloning is cheap. To take a move back, keep the clock from before it and ask it to be [`restored`](Self::restored).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    controls: Arc<ByColor<TimeControl>>,
    /// What each side had when the turn began.
    accounts: ByColor<Account>,
    turn: Color,
    /// How long the side to move has thought about its move, not counting what runs.
    spent: Duration,
    hand: Hand,
}

/// What the clock's hand does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Still,
    Running { since: Duration },
    Fallen,
}

impl Clock {
    /// A clock that stands still, with this control for both sides and this side to move.
    pub fn new(control: TimeControl, turn: Color) -> Self {
        Self::uneven(ByColor { white: control.clone(), black: control }, turn)
    }

    /// A clock that stands still, with a control for each side and this side to move.
    ///
    /// ```
    /// use regence_game::clock::Clock;
    /// use regence_rules::{ByColor, Color};
    /// use std::time::Duration;
    /// let controls = ByColor { white: "5".parse()?, black: "1".parse()? };
    /// let clock = Clock::uneven(controls, Color::White);
    /// assert_eq!(clock.running(Duration::ZERO), None);
    /// assert_eq!(clock.remaining(Color::Black, Duration::ZERO), Some(Duration::from_secs(60)));
    /// # Ok::<(), regence_game::clock::ParseTimeControlError>(())
    /// ```
    pub fn uneven(controls: ByColor<TimeControl>, turn: Color) -> Self {
        let accounts = ByColor { white: Account::new(&controls.white), black: Account::new(&controls.black) };
        Self { controls: Arc::new(controls), accounts, turn, spent: Duration::ZERO, hand: Hand::Still }
    }

    /// Lets the time of the side to move run, at first or after a pause.
    pub fn start(&mut self, now: Duration) -> Result<(), FlagFell> {
        self.settle(now)?;
        if self.hand == Hand::Still {
            self.hand = Hand::Running { since: now };
        }
        Ok(())
    }

    /// Stops the clock in the middle of a move. It goes on with [`start`](Self::start); the time between costs nothing.
    ///
    /// ```
    /// use regence_game::clock::Clock;
    /// use regence_rules::Color::White;
    /// use std::time::Duration;
    /// let seconds = Duration::from_secs;
    /// let mut clock = Clock::new("1".parse()?, White);
    /// clock.start(seconds(0))?;
    /// clock.pause(seconds(20))?;
    /// clock.start(seconds(3620))?;
    /// assert_eq!(clock.remaining(White, seconds(3625)), Some(seconds(35)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&mut self, now: Duration) -> Result<(), FlagFell> {
        self.settle(now)?;
        self.hand = Hand::Still;
        Ok(())
    }

    /// The side to move has moved: its bonus is paid, its move is counted, and the other side's time runs.
    ///
    /// A clock that stands still goes on standing still, with the other side to move.
    ///
    /// ```
    /// use regence_game::clock::{Clock, FlagFell};
    /// use regence_rules::Color::{Black, White};
    /// use std::time::Duration;
    /// let mut clock = Clock::new("1".parse()?, White);
    /// clock.start(Duration::ZERO)?;
    /// clock.press(Duration::from_millis(59_999))?; // In the last moment.
    /// assert_eq!(clock.press(Duration::from_millis(119_999)), Err(FlagFell { color: Black }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn press(&mut self, now: Duration) -> Result<(), FlagFell> {
        self.settle(now)?;
        let (mover, spent) = (self.turn, self.spent);
        let sand = self.sand(!mover, spent);
        self.accounts[mover].complete_move(&self.controls[mover], spent);
        self.accounts[!mover].add(sand);
        self.turn = !mover;
        self.spent = Duration::ZERO;
        Ok(())
    }

    /// Gives a side more time, as though it had had it from the beginning of the turn.
    ///
    /// A side that has as much as it likes has no more after that.
    pub fn add(&mut self, color: Color, time: Duration, now: Duration) -> Result<(), FlagFell> {
        self.settle(now)?;
        self.accounts[color].add(time);
        Ok(())
    }

    /// Brings the clock up to this moment: if a flag has fallen by now, that is decided for good.
    ///
    /// Every other verb does so first. Call this when a timer set to [`next_flag`](Self::next_flag) goes off.
    pub fn settle(&mut self, now: Duration) -> Result<(), FlagFell> {
        let flagged = self.flagged(now);
        self.spent = self.spent(now);
        self.hand = match self.hand {
            _ if flagged.is_some() => Hand::Fallen,
            Hand::Running { since } => Hand::Running { since: now.max(since) },
            still => still,
        };
        flagged.map_or(Ok(()), |color| Err(FlagFell { color }))
    }

    /// This clock as it was when last told the time, going on from now if it was running.
    ///
    /// So a move is taken back, and so a clock goes on with another source of time.
    ///
    /// ```
    /// use regence_game::clock::Clock;
    /// use regence_rules::Color::{Black, White};
    /// use std::time::Duration;
    /// let seconds = Duration::from_secs;
    /// let mut clock = Clock::new("1".parse()?, White);
    /// clock.start(seconds(0))?;
    /// let before = clock.clone();
    /// clock.press(seconds(20))?;
    /// let clock = before.restored(seconds(30)); // Black allows it after ten seconds.
    /// assert_eq!(clock.running(seconds(30)), Some(White));
    /// assert_eq!(clock.remaining(White, seconds(30)), Some(seconds(60)));
    /// assert_eq!(clock.remaining(Black, seconds(30)), Some(seconds(60)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restored(&self, now: Duration) -> Self {
        let hand = match self.hand {
            Hand::Running { .. } => Hand::Running { since: now },
            hand => hand,
        };
        Self { hand, ..self.clone() }
    }

    /// Whose turn it is: whose time runs, or will run when the clock is started.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whose time runs, unless the clock stands still or a flag has fallen by now.
    pub fn running(&self, now: Duration) -> Option<Color> {
        let running = matches!(self.hand, Hand::Running { .. }) && self.flagged(now).is_none();
        running.then_some(self.turn)
    }

    /// Whose flag has fallen by now, if any.
    pub fn flagged(&self, now: Duration) -> Option<Color> {
        let fallen = match self.hand {
            Hand::Still => false,
            Hand::Running { .. } => self.budget().is_some_and(|budget| self.spent(now) >= budget),
            Hand::Fallen => true,
        };
        fallen.then_some(self.turn)
    }

    /// The moment at which the flag will fall if nobody presses, on the scale of `now`.
    ///
    /// None if the clock stands still, a flag has fallen by now, or the side to move has as much time as it likes.
    pub fn next_flag(&self, now: Duration) -> Option<Duration> {
        let Hand::Running { since } = self.hand else { return None };
        let left = self.budget()?.saturating_sub(self.spent);
        self.running(now).map(|_| since.saturating_add(left))
    }

    /// What a side's clock shows: the time it has left, or, once that is used up, what is left of its byo-yomi period.
    /// None if it has as much time as it likes.
    pub fn remaining(&self, color: Color, now: Duration) -> Option<Duration> {
        let spent = self.spent(now);
        let received = if color == self.turn { Duration::ZERO } else { self.sand(color, spent) };
        match self.controls[color] {
            TimeControl::Unlimited => None,
            _ => Some(self.left(color, spent).time.saturating_add(received)),
        }
    }

    /// How many byo-yomi periods a side has left, the one that has begun included.
    ///
    /// ```
    /// use regence_game::clock::Clock;
    /// use regence_rules::Color::White;
    /// use std::time::Duration;
    /// let seconds = Duration::from_secs;
    /// let mut clock = Clock::new("10+3x30".parse()?, White);
    /// clock.start(seconds(0))?;
    /// assert_eq!(clock.byo_yomi(White, seconds(599)), 3);
    /// assert_eq!(clock.byo_yomi(White, seconds(640)), 2);
    /// assert_eq!(clock.remaining(White, seconds(640)), Some(seconds(20)));
    /// clock.press(seconds(640))?; // In time, so the period is whole again.
    /// assert_eq!(clock.remaining(White, seconds(640)), Some(seconds(30)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn byo_yomi(&self, color: Color, now: Duration) -> u32 {
        self.left(color, self.spent(now)).byo_yomi
    }

    /// How long the side to move has thought about its move, pauses left out, and no longer than until its flag fell.
    pub fn spent(&self, now: Duration) -> Duration {
        let spent = match self.hand {
            Hand::Running { since } => self.spent.saturating_add(now.saturating_sub(since)),
            Hand::Still | Hand::Fallen => self.spent,
        };
        self.budget().map_or(spent, |budget| spent.min(budget))
    }

    /// A side's time control.
    pub fn control(&self, color: Color) -> &TimeControl {
        &self.controls[color]
    }

    /// The period a side is in, if its control has any.
    pub fn period(&self, color: Color) -> Option<&Period> {
        match self.control(color) {
            TimeControl::Periods(periods) => Some(&periods[self.accounts[color].period]),
            TimeControl::Unlimited | TimeControl::Hourglass(_) => None,
        }
    }

    /// How many moves a side has yet to make until its next period begins, if one will.
    ///
    /// ```
    /// use regence_game::clock::Clock;
    /// use regence_rules::Color::{Black, White};
    /// use std::time::Duration;
    /// let mut clock = Clock::new("40/90+30:30+30".parse()?, White);
    /// clock.press(Duration::ZERO)?;
    /// assert_eq!(clock.moves_to_go(White), Some(39));
    /// assert_eq!(clock.moves_to_go(Black), Some(40));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_to_go(&self, color: Color) -> Option<u32> {
        let moves = self.period(color)?.moves?;
        Some(moves.get().saturating_sub(self.accounts[color].moves))
    }

    /// How long the side to move may think in all, before its flag falls.
    fn budget(&self) -> Option<Duration> {
        self.accounts[self.turn].budget(&self.controls[self.turn])
    }

    /// What a side has left when the side to move has thought for so long.
    fn left(&self, color: Color, spent: Duration) -> Left {
        let spent = if color == self.turn { spent } else { Duration::ZERO };
        self.accounts[color].left(&self.controls[color], spent)
    }

    /// What a waiting side receives when the other has thought for so long.
    fn sand(&self, waiting: Color, spent: Duration) -> Duration {
        match self.controls[waiting] {
            TimeControl::Hourglass(_) => spent,
            TimeControl::Unlimited | TimeControl::Periods(_) => Duration::ZERO,
        }
    }
}

/// A flag has fallen, so the clock does nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlagFell {
    /// Whose flag.
    pub color: Color,
}

impl fmt::Display for FlagFell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s time ran out", self.color)
    }
}

impl core::error::Error for FlagFell {}

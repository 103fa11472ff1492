//! How much time each side gets, and what it gets for every move.

use core::fmt;
use core::num::NonZeroU32;
use core::ops::Deref;
use core::time::Duration;

/// How much time a side has for its moves.
///
/// The text that people write is read by `parse` and written by `to_string`; the [module](super) describes its grammar.
///
/// ```
/// use regence_game::clock::{Bonus, TimeControl};
/// use std::time::Duration;
/// let blitz: TimeControl = "5+3".parse()?;
/// assert_eq!(
///     blitz,
///     TimeControl::with_bonus(Duration::from_secs(300), Bonus::Increment(Duration::from_secs(3))),
/// );
/// assert_eq!(blitz.to_string(), "5+3");
/// assert_eq!(blitz.pgn(), "300+3");
/// # Ok::<(), regence_game::clock::ParseTimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// As much time as it likes.
    Unlimited,
    /// So much time for so many moves, once or several times.
    Periods(Periods),
    /// The side's time falls on its own turn and rises on the other's, as sand runs to and fro. This much at the start.
    Hourglass(Duration),
}

impl TimeControl {
    /// This much time for the whole game, and not a second more.
    pub fn sudden_death(time: Duration) -> Self {
        Self::with_bonus(time, Bonus::None)
    }

    /// This much time for the whole game, and a bonus for every move.
    pub fn with_bonus(time: Duration, bonus: Bonus) -> Self {
        Period { moves: None, time, bonus }.into()
    }
}

/// A single period, which is for the whole game or repeats itself.
impl From<Period> for TimeControl {
    fn from(period: Period) -> Self {
        Self::Periods(Periods(vec![period]))
    }
}

/// One stretch of a game with its own time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// After so many moves the next period begins; without a number, this one lasts until the game ends.
    pub moves: Option<NonZeroU32>,
    /// The time added to what is left when the period begins.
    pub time: Duration,
    /// What every move in this period brings.
    pub bonus: Bonus,
}

/// What a move brings beyond the time of its period.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// Nothing.
    None,
    /// So much time is added after every move (Fischer).
    Increment(Duration),
    /// After every move the time it took is given back, but never more than this (Bronstein).
    Bronstein(Duration),
    /// On every move the clock waits so long before it begins to fall (simple delay, or US delay).
    Delay(Duration),
    /// When the time is used up, each move has this time; a move that takes longer uses up a further period.
    ByoYomi {
        /// How often a move may take the whole time; the last time loses.
        periods: NonZeroU32,
        /// The time for a move.
        time: Duration,
    },
}

impl Bonus {
    /// Whether this can never bring any time.
    pub(super) fn is_nothing(self) -> bool {
        match self {
            Self::None => true,
            Self::Increment(time)
            | Self::Bronstein(time)
            | Self::Delay(time)
            | Self::ByoYomi { time, .. } => time.is_zero(),
        }
    }
}

/// One period or more, read as a slice of [`Period`]s. Each but the last says how many moves it has; a last one that
/// says so repeats itself.
///
/// ```
/// use regence_game::clock::{Bonus, Period, Periods, PeriodsError};
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// let (minutes, bonus) = (|n: u64| Duration::from_secs(60 * n), Bonus::None);
/// let first = Period { moves: NonZeroU32::new(40), time: minutes(120), bonus };
/// let rest = Period { moves: None, time: minutes(30), bonus };
/// assert_eq!(Periods::new(vec![first, rest])?.len(), 2);
/// assert_eq!(Periods::new(vec![rest, first]), Err(PeriodsError::Endless { index: 0 }));
/// # Ok::<(), PeriodsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Periods(Vec<Period>); // Never empty.

impl Periods {
    /// These periods one after the other.
    pub fn new(periods: Vec<Period>) -> Result<Self, PeriodsError> {
        let Some((_, earlier)) = periods.split_last() else { return Err(PeriodsError::Empty) };
        match earlier.iter().position(|period| period.moves.is_none()) {
            Some(index) => Err(PeriodsError::Endless { index }),
            None => Ok(Self(periods)),
        }
    }

    /// The number of the period after this one: the last is followed by itself.
    pub(super) fn after(&self, index: usize) -> usize {
        index.saturating_add(1).min(self.len() - 1)
    }
}

impl Deref for Periods {
    type Target = [Period];

    fn deref(&self) -> &[Period] {
        &self.0
    }
}

impl From<Periods> for TimeControl {
    fn from(periods: Periods) -> Self {
        Self::Periods(periods)
    }
}

/// These periods cannot follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeriodsError {
    /// There is no period at all.
    Empty,
    /// A period before the last has no number of moves, so the next would never begin.
    Endless {
        /// Which one, from 0.
        index: usize,
    },
}

impl fmt::Display for PeriodsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no period, expected at least 1"),
            Self::Endless { index } => {
                write!(f, "period {} has no number of moves, so the next would never begin", index + 1)
            }
        }
    }
}

impl core::error::Error for PeriodsError {}

//! Writes time controls as people and PGN do.

use super::read::Unit;
use super::{Bonus, Period, TimeControl};
use core::fmt;
use core::time::Duration;

impl TimeControl {
    /// The value of a PGN `TimeControl` tag, with every time in seconds.
    ///
    /// PGN has no words for Bronstein, delay and byo-yomi but leaves room for more kinds; they are written with the
    /// letters of the [module's](super) grammar.
    ///
    /// ```
    /// use regence_game::clock::TimeControl;
    /// let pgn = |text: &str| text.parse().map(|control: TimeControl| control.pgn());
    /// assert_eq!(pgn("40/90+30, 30+30")?, "40/5400+30:1800+30");
    /// assert_eq!(pgn("*1")?, "*60");
    /// assert_eq!(pgn("90d5")?, "5400d5");
    /// # Ok::<(), regence_game::clock::ParseTimeControlError>(())
    /// ```
    pub fn pgn(&self) -> String {
        self.text(Unit::Seconds)
    }

    fn text(&self, unit: Unit) -> String {
        match self {
            Self::Unlimited => "-".to_owned(),
            Self::Hourglass(time) => format!("*{}", InUnit(*time, unit)),
            Self::Periods(periods) => {
                let texts: Vec<_> = periods.iter().map(|period| period_text(period, unit)).collect();
                texts.join(":")
            }
        }
    }
}

/// As people write it, in the form that `parse` reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text(Unit::Minutes))
    }
}

fn period_text(period: &Period, unit: Unit) -> String {
    let moves = period.moves.map_or(String::new(), |moves| format!("{moves}/"));
    let bonus = match period.bonus {
        Bonus::None => String::new(),
        Bonus::Increment(time) => format!("+{}", Seconds(time)),
        Bonus::Bronstein(time) => format!("b{}", Seconds(time)),
        Bonus::Delay(time) => format!("d{}", Seconds(time)),
        Bonus::ByoYomi { periods, time } => format!("+{periods}x{}", Seconds(time)),
    };
    format!("{moves}{}{bonus}", InUnit(period.time, unit))
}

/// A time in seconds with as many decimals as it needs: `30`, `0.25`.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanos => write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0')),
        }
    }
}

/// A time in its unit; where quarters of minutes cannot say it, in seconds marked as such: `5`, `0.25`, `10s`.
struct InUnit(Duration, Unit);

impl fmt::Display for InUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(time, unit) = self;
        let quarters = match (unit, time.as_secs() % 60, time.subsec_nanos()) {
            (Unit::Seconds, ..) => return Seconds(time).fmt(f),
            (Unit::Minutes, 0, 0) => "",
            (Unit::Minutes, 15, 0) => ".25",
            (Unit::Minutes, 30, 0) => ".5",
            (Unit::Minutes, 45, 0) => ".75",
            (Unit::Minutes, ..) => return write!(f, "{}s", Seconds(time)),
        };
        write!(f, "{}{quarters}", time.as_secs() / 60)
    }
}

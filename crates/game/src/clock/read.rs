//! Reads time controls as people and PGN write them.

use super::{Bonus, ParseTimeControlError, Period, Periods, PeriodsError, TimeControl, TimeControlProblem};
use core::num::NonZeroU32;
use core::str::FromStr;
use core::time::Duration;

impl TimeControl {
    /// Reads the value of a PGN `TimeControl` tag: the grammar of the [module](super), with every time in seconds.
    ///
    /// `?` is a time control that nobody knows, so there is none to return; `-` is none in use, which is
    /// [`Unlimited`](Self::Unlimited).
    ///
    /// ```
    /// use regence_game::clock::TimeControl;
    /// let control = TimeControl::from_pgn("40/5400+30:1800+30")?.expect("not a question mark");
    /// assert_eq!(control.to_string(), "40/90+30:30+30");
    /// assert_eq!(TimeControl::from_pgn("?")?, None);
    /// assert_eq!(TimeControl::from_pgn("-")?, Some(TimeControl::Unlimited));
    /// let error = TimeControl::from_pgn("40/5400+30:").unwrap_err();
    /// assert_eq!(error.to_string(), "time control, column 12: expected a number like 5 or 0.5, not the end");
    /// # Ok::<(), regence_game::clock::ParseTimeControlError>(())
    /// ```
    pub fn from_pgn(text: &str) -> Result<Option<Self>, ParseTimeControlError> {
        if text.trim_matches(' ') == "?" {
            return Ok(None);
        }
        read(text, Unit::Seconds).map(Some)
    }
}

/// As people write it: times in minutes, bonuses in seconds.
impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        read(text, Unit::Minutes)
    }
}

/// What a period's time is counted in. Bonuses are in seconds always.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// As people do.
    Minutes,
    /// As PGN does.
    Seconds,
}

fn read(text: &str, unit: Unit) -> Result<TimeControl, ParseTimeControlError> {
    let mut reader = Reader { text, at: 0, unit };
    let control = reader.control()?;
    match reader.peek() {
        None => Ok(control),
        Some(found) => Err(reader.error(TimeControlProblem::Unexpected(found))),
    }
}

/// A place in the text. Everything before it is ASCII.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    unit: Unit,
}

/// A number and where it stands: so many whole ones and so many billionths.
struct Number {
    at: usize,
    whole: u64,
    billionths: u32,
}

impl Reader<'_> {
    fn control(&mut self) -> Result<TimeControl, ParseTimeControlError> {
        if self.eat('-') {
            return Ok(TimeControl::Unlimited);
        }
        if self.eat('*') {
            let number = self.number()?;
            let time = self.time(&number)?;
            if time.is_zero() {
                return Err(number.error(TimeControlProblem::NoTime));
            }
            return Ok(TimeControl::Hourglass(time));
        }
        self.periods()
    }

    fn periods(&mut self) -> Result<TimeControl, ParseTimeControlError> {
        let (mut periods, mut places) = (Vec::new(), Vec::new());
        loop {
            self.peek();
            let place = self.at;
            let period = self.period()?;
            if period.time.is_zero() && period.bonus.is_nothing() {
                return Err(ParseTimeControlError { at: place, problem: TimeControlProblem::NoTime });
            }
            periods.push(period);
            places.push(place);
            if !self.eat(':') && !self.eat(',') {
                break;
            }
        }
        Periods::new(periods).map(TimeControl::Periods).map_err(|error| match error {
            PeriodsError::Endless { index } => {
                ParseTimeControlError { at: places[index], problem: TimeControlProblem::Endless }
            }
            PeriodsError::Empty => self.error(TimeControlProblem::NoTime),
        })
    }

    fn period(&mut self) -> Result<Period, ParseTimeControlError> {
        let mut number = self.number()?;
        let mut moves = None;
        if self.eat('/') {
            moves = Some(number.count(TimeControlProblem::Moves)?);
            number = self.number()?;
        }
        Ok(Period { moves, time: self.time(&number)?, bonus: self.bonus()? })
    }

    fn bonus(&mut self) -> Result<Bonus, ParseTimeControlError> {
        if self.eat('d') {
            return Ok(Bonus::Delay(self.number()?.seconds()));
        }
        if self.eat('b') {
            return Ok(Bonus::Bronstein(self.number()?.seconds()));
        }
        if !self.eat('+') {
            return Ok(Bonus::None);
        }
        let number = self.number()?;
        if !self.eat('x') {
            return Ok(Bonus::Increment(number.seconds()));
        }
        let periods = number.count(TimeControlProblem::ByoYomiPeriods)?;
        Ok(Bonus::ByoYomi { periods, time: self.number()?.seconds() })
    }

    /// The time that a number means: in the unit of this text, or in seconds if an `s` says so.
    fn time(&mut self, number: &Number) -> Result<Duration, ParseTimeControlError> {
        if self.unit == Unit::Seconds || self.eat('s') {
            return Ok(number.seconds());
        }
        number.seconds().checked_mul(60).ok_or(number.error(TimeControlProblem::TooLong))
    }

    fn number(&mut self) -> Result<Number, ParseTimeControlError> {
        let found = self.peek();
        let at = self.at;
        let error = |problem| ParseTimeControlError { at, problem };
        let whole = self.digits();
        if whole.is_empty() {
            return Err(error(TimeControlProblem::NotANumber(found)));
        }
        let whole = whole.parse().map_err(|_| error(TimeControlProblem::TooLong))?;
        let mut billionths = 0;
        if self.text[self.at..].starts_with('.') {
            self.at += 1;
            let decimals = self.digits();
            if decimals.is_empty() {
                let found = self.text[self.at..].chars().next();
                return Err(self.error(TimeControlProblem::NotANumber(found)));
            }
            if decimals.len() > 9 {
                return Err(error(TimeControlProblem::TooPrecise));
            }
            billionths = format!("{decimals:0<9}").parse().unwrap_or(0);
        }
        Ok(Number { at, whole, billionths })
    }

    /// The digits from here on, which may be none.
    fn digits(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Steps over this character if it is the next one.
    fn eat(&mut self, expected: char) -> bool {
        let eaten = self.peek() == Some(expected);
        if eaten {
            self.at += expected.len_utf8();
        }
        eaten
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start_matches(' ');
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn error(&self, problem: TimeControlProblem) -> ParseTimeControlError {
        ParseTimeControlError { at: self.at, problem }
    }
}

impl Number {
    fn seconds(&self) -> Duration {
        Duration::new(self.whole, self.billionths)
    }

    fn count(&self, problem: TimeControlProblem) -> Result<NonZeroU32, ParseTimeControlError> {
        let whole = u32::try_from(self.whole).ok().filter(|_| self.billionths == 0);
        whole.and_then(NonZeroU32::new).ok_or(self.error(problem))
    }

    fn error(&self, problem: TimeControlProblem) -> ParseTimeControlError {
        ParseTimeControlError { at: self.at, problem }
    }
}

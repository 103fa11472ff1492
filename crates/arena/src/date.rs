//! The calendar day of a moment, in universal time.

use core::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day as PGN writes it: `2026.02.28`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day of a moment. Before 1970 it is the first day of that year.
    pub fn of(moment: SystemTime) -> Self {
        const DAY: u64 = 86_400;
        let mut days = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / DAY);
        let mut year = 1970;
        while days >= days_of(year) {
            days -= days_of(year);
            year += 1;
        }
        let mut month = 1;
        while days >= days_in(month, year) {
            days -= days_in(month, year);
            month += 1;
        }
        Self { year, month, day: days + 1 }
    }
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_of(year: u64) -> u64 {
    365 + u64::from(is_leap(year))
}

fn days_in(month: u64, year: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[track_caller]
    fn check(seconds: u64, expected: &str) {
        assert_eq!(Date::of(UNIX_EPOCH + Duration::from_secs(seconds)).to_string(), expected);
    }

    /// Expected values from `date --utc --date @SECONDS`.
    #[test]
    fn days_agree_with_the_calendar() {
        check(0, "1970.01.01");
        check(86_399, "1970.01.01");
        check(68_169_600, "1972.02.29");
        check(951_868_799, "2000.02.29");
        check(951_868_800, "2000.03.01");
        check(1_798_761_599, "2026.12.31");
        check(4_107_542_400, "2100.03.01");
    }
}

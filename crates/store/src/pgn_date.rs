//! The moment that the tags of a PGN game mean.

use crate::Moment;
use regence_game::pgn::Tags;

/// Milliseconds.
pub const DAY: i64 = 86_400_000;

/// When a game was played: `UTCDate` and `UTCTime` if they are there, else `Date`. What is unknown of a date is taken for
/// its first, and a day that its month does not have for its last: `1851.??.??` is New Year. None without a year.
pub fn moment(tags: &Tags) -> Option<Moment> {
    let date = tags.get("UTCDate").and_then(day).or_else(|| tags.get("Date").and_then(day))?;
    Some(Moment(date * DAY + tags.get("UTCTime").and_then(time).unwrap_or(0)))
}

/// The day of a date `YYYY.MM.DD`, counted from the start of 1970.
pub fn day(date: &str) -> Option<i64> {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year: i64 = parts.next()?.parse().ok().filter(|year| (1..=9999).contains(year))?;
    let mut part =
        |most| parts.next().and_then(|part| part.parse().ok()).map_or(1, |part: i64| part.clamp(1, most));
    let month = part(12);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let day = part(match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    });
    // The year begins in March here, so that its odd day is the last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days_before_month = (153 * month + 2) / 5;
    // 1970 began 719,468 days after the first of March of the year 0.
    Some(365 * year + leap_days + days_before_month + day - 1 - 719_468)
}

/// The date of a moment, `YYYY.MM.DD` in UTC.
pub fn date(moment: Moment) -> String {
    // As in `day`, but backwards: eras of 400 years, each as long as any other.
    let days = moment.0.div_euclid(DAY) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (year, day) = (year + 400 * era, day - (153 * month + 2) / 5 + 1);
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{year:04}.{month:02}.{day:02}")
}

/// The milliseconds of a time `HH:MM:SS`.
fn time(time: &str) -> Option<i64> {
    let parts: Vec<i64> = time.trim().split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours @ 0..=23, minutes @ 0..=59, seconds @ 0..=59] = parts[..] else { return None };
    Some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tags: &[(&str, &str)], expected: Option<i64>) {
        let mut all = Tags::default();
        for (name, value) in tags {
            all.set(name, *value);
        }
        assert_eq!(moment(&all), expected.map(Moment), "{tags:?}");
    }

    #[test]
    fn dates_are_counted_from_1970() {
        check(&[("Date", "1970.01.01")], Some(0));
        check(&[("Date", "1970.03.01")], Some(59 * DAY));
        check(&[("Date", "2000.02.29")], Some(11_016 * DAY));
        check(&[("Date", "2024.12.31")], Some(20_088 * DAY));
        check(&[("Date", "1969.12.31")], Some(-DAY));
        check(&[("Date", "1851.06.21")], Some(-43_293 * DAY));
        check(&[("Date", "1972.??.??")], Some(730 * DAY));
        check(&[("Date", "1970.02.31")], Some(58 * DAY));
        check(&[("Date", "2000.02.30")], Some(11_016 * DAY));
        check(&[("Date", "1970.13.99")], Some(364 * DAY));
    }

    #[test]
    fn every_day_is_written_and_read_back() {
        for day_number in -720_000..30_000 {
            let written = date(Moment(day_number * DAY + DAY - 1));
            // Before the year 1 there are no dates.
            assert_eq!(day(&written).unwrap_or(day_number), day_number, "{written}");
        }
        assert_eq!(date(Moment(-40_602 * DAY)), "1858.11.02");
    }

    #[test]
    fn the_time_counts_if_it_is_one() {
        check(&[("UTCDate", "1970.01.02"), ("UTCTime", "01:02:03")], Some(DAY + 3_723_000));
        check(&[("Date", "1970.01.02"), ("UTCTime", "25:00:00")], Some(DAY));
    }

    #[test]
    fn without_a_year_there_is_no_date() {
        for date in ["????.??.??", "", "yesterday", "99999.01.01", "0"] {
            check(&[("Date", date)], None);
        }
    }
}

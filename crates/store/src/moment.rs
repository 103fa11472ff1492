//! When something happened.

use crate::pgn_date;

/// A moment, in milliseconds since the start of 1970, UTC. Before that it is negative, as the dates of old games are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(pub i64);

impl Moment {
    /// The start of a day in UTC, written year, month, day with points, hyphens or slashes between. What is missing or
    /// unknown of it is taken for its first: `1851` is New Year.
    ///
    /// ```
    /// use regence_store::Moment;
    /// assert_eq!(Moment::of_date("1970-01-02"), Some(Moment(86_400_000)));
    /// assert_eq!(Moment::of_date("tomorrow"), None);
    /// assert_eq!(Moment::of_date("2024-02-30"), None);
    /// ```
    pub fn of_date(text: &str) -> Option<Self> {
        let moment = pgn_date::day(text).map(|day| Self(day * pgn_date::DAY))?;
        let (date, mut written) = (moment.date(), text.trim().split(['.', '-', '/']));
        // Read without care, what is no day of the calendar becomes another one.
        let is_same = |part: &str| match written.next() {
            None | Some("??") => true,
            Some(wish) => wish.parse::<u32>().is_ok_and(|wish| part.parse() == Ok(wish)),
        };
        (date.split('.').all(is_same) && written.next().is_none()).then_some(moment)
    }

    /// The day in UTC, as PGN writes it: `1851.06.21`.
    pub fn date(self) -> String {
        pgn_date::date(self)
    }
}

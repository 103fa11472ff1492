//! Days, months and years as PGN writes them, and spans of them.

/// Days from one to another, both included, as numbers in the order of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dates {
    first: u32,
    last: u32,
}

impl Dates {
    /// Reads `FROM..TO`, `FROM..`, `..TO` or one date; a date is a year, a month or a day.
    pub fn read(text: &str) -> Option<Self> {
        let Some((from, to)) = text.split_once("..") else { return Self::of(text) };
        let from = if from.is_empty() { None } else { Some(Self::of(from)?) };
        let to = if to.is_empty() { None } else { Some(Self::of(to)?) };
        let span = Self { first: from.map_or(0, |from| from.first), last: to.map_or(u32::MAX, |to| to.last) };
        ((from.is_some() || to.is_some()) && span.first <= span.last).then_some(span)
    }

    /// The days that a date may mean: `2024.05.17`, `2024-05`, `2024.??.??`. None if not even the year is known.
    pub fn of(text: &str) -> Option<Self> {
        let mut parts = text.split(['.', '-', '/']);
        let year = Part::read(parts.next()?, 4)?.number()?;
        let month = parts.next().map_or(Some(Part::Unknown), |month| Part::read(month, 2))?.number();
        let day = parts.next().map_or(Some(Part::Unknown), |day| Part::read(day, 2))?.number();
        if parts.next().is_some() || !(1..=12).contains(&month.unwrap_or(1)) {
            return None;
        }
        // A day without its month says nothing.
        let day = day.filter(|_| month.is_some());
        if !(1..=31).contains(&day.unwrap_or(1)) {
            return None;
        }
        let number = |month: u32, day: u32| 10_000 * year + 100 * month + day;
        Some(Self {
            first: number(month.unwrap_or(1), day.unwrap_or(1)),
            last: number(month.unwrap_or(12), day.unwrap_or(31)),
        })
    }

    /// Whether there are days in both.
    pub fn meets(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// A year, a month or a day.
#[derive(Clone, Copy)]
enum Part {
    Known(u32),
    /// Question marks.
    Unknown,
}

impl Part {
    /// Reads a number of so many digits at most.
    fn read(text: &str, digits: usize) -> Option<Self> {
        match text {
            _ if text.is_empty() || text.len() > digits => None,
            _ if text.bytes().all(|byte| byte == b'?') => Some(Self::Unknown),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Self::Known),
            _ => None,
        }
    }

    fn number(self) -> Option<u32> {
        match self {
            Self::Known(number) => Some(number),
            Self::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(span: &str, date: &str, expected: bool) {
        let (dates, date_of) = (Dates::read(span).expect("it is a span"), Dates::of(date));
        assert_eq!(date_of.is_some_and(|date| dates.meets(date)), expected, "{date} in {span}");
    }

    #[test]
    fn spans_include_both_ends() {
        check("2020..2021", "2020.01.01", true);
        check("2020..2021", "2021.12.31", true);
        check("2020..2021", "2022.01.01", false);
        check("2020.05..2020.06.15", "2020.06.15", true);
        check("2020.05..2020.06.15", "2020.06.16", false);
        check("2020-05-17..", "2020.05.16", false);
        check("..2020", "1851.06.21", true);
        check("2020.05", "2020.05.30", true);
        check("2020.05", "2020.06.01", false);
    }

    #[test]
    fn a_date_not_quite_known_may_be_within() {
        check("2020.05..2020.06", "2020.??.??", true);
        check("2020.05..2020.06", "2020.07.??", false);
        check("2020.05..2020.06", "2020.??.15", true);
        check("2020..2021", "????.??.??", false);
        check("2020..2021", "", false);
        check("2020..2021", "May 2020", false);
    }

    #[test]
    fn other_words_are_no_spans() {
        for text in [
            "",
            "..",
            "2021..2020",
            "x..",
            "2020.13",
            "2020.00",
            "2020.01.32",
            "20201",
            "2020.1.1.1",
            "1..2..3",
        ] {
            assert_eq!(Dates::read(text), None, "{text}");
        }
    }
}

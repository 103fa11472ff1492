//! What the known commands say: times, evaluations, arrows and circles.

use regence_rules::Square;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The worth of a position for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

/// `0.25`, `-1.3`, `#3`, `#-2`; a depth may follow after a comma.
impl FromStr for Evaluation {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let error = || ParseMarkError(text.into());
        let worth = text.split(',').next().unwrap_or_default().trim();
        if let Some(moves) = worth.strip_prefix('#') {
            return moves.parse().map(Self::Mate).map_err(|_| error());
        }
        let (sign, digits) = match worth.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, worth.strip_prefix('+').unwrap_or(worth)),
        };
        let (pawns, cents) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(pawns) || !is_number(cents) {
            return Err(error());
        }
        let hundredths = format!("{cents:0<2}");
        let pawns: i32 = pawns.parse().map_err(|_| error())?;
        let cents: i32 = hundredths[..2].parse().map_err(|_| error())?;
        let total = pawns.checked_mul(100).and_then(|sum| sum.checked_add(cents)).ok_or_else(error)?;
        Ok(Self::Centipawns(sign * total))
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Centipawns(worth) => {
                let sign = if worth < 0 { "-" } else { "" };
                let worth = worth.unsigned_abs();
                write!(f, "{sign}{}.{:02}", worth / 100, worth % 100)
            }
        }
    }
}

/// The colour of an arrow or a circle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl Ink {
    const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    /// The colour that a mark begins with, and the rest of it.
    fn split(text: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|ink| Some((ink, text.strip_prefix(ink.letter())?)))
    }
}

/// An arrow drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// Its colour.
    pub ink: Ink,
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A circle drawn around a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    /// Its colour.
    pub ink: Ink,
    /// Around which square.
    pub square: Square,
}

impl FromStr for Arrow {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let read = || {
            let (ink, squares) = Ink::split(text)?;
            Some(Self { ink, from: squares.get(..2)?.parse().ok()?, to: squares.get(2..)?.parse().ok()? })
        };
        read().ok_or_else(|| ParseMarkError(text.into()))
    }
}

impl FromStr for Circle {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let read = || {
            let (ink, square) = Ink::split(text)?;
            Some(Self { ink, square: square.parse().ok()? })
        };
        read().ok_or_else(|| ParseMarkError(text.into()))
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.ink.letter(), self.from, self.to)
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.ink.letter(), self.square)
    }
}

/// The marks of a list; what is none is left out.
pub(super) fn read_all<T: FromStr>(list: &str) -> Vec<T> {
    list.split(',').filter_map(|mark| mark.trim().parse().ok()).collect()
}

/// The list of marks; none if there are none.
pub(super) fn write_all<T: fmt::Display>(marks: &[T]) -> Option<String> {
    let marks: Vec<String> = marks.iter().map(T::to_string).collect();
    (!marks.is_empty()).then(|| marks.join(","))
}

/// Hours, minutes and seconds: `1:05:23`, with parts of a second if need be.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (seconds, larger) = parts.split_last()?;
    let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if larger.len() > 2 || part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |text: &str| text.parse::<u64>().ok().filter(|_| !text.starts_with('+'));
    let mut total: u64 = 0;
    for unit in larger.iter().chain([&whole]) {
        total = total.checked_mul(60)?.checked_add(number(unit)?)?;
    }
    let milliseconds = number(&format!("{part:0<3}")[..3])?;
    Some(Duration::from_millis(total.checked_mul(1000)?.checked_add(milliseconds)?))
}

/// As [`read_time`] reads it.
pub(super) fn write_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let milliseconds = time.subsec_millis();
    if milliseconds > 0 {
        let part = format!(".{milliseconds:03}");
        text.push_str(part.trim_end_matches('0'));
    }
    text
}

/// The text is no such mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMarkError(pub String);

impl fmt::Display for ParseMarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no mark, expected one like 0.25 or #3, Ge2e4, or Re4", self.0)
    }
}

impl std::error::Error for ParseMarkError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_and_written() {
        for (text, expected) in [
            ("0.25", Some("0.25")),
            ("+1.3,20", Some("1.30")),
            ("-0.05", Some("-0.05")),
            ("3", Some("3.00")),
            ("#-12", Some("#-12")),
            ("1.239", Some("1.23")),
            ("", None),
            ("-", None),
            ("1.", None),
            ("#", None),
            ("1e3", None),
            ("99999999999", None),
            ("21474836.48", None),
            ("½", None),
        ] {
            let read = text.parse::<Evaluation>().ok().map(|evaluation| evaluation.to_string());
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn times_are_read_and_written() {
        for (text, expected) in [
            ("0:03:00", Some("0:03:00")),
            ("3:00", Some("0:03:00")),
            ("90", Some("0:01:30")),
            ("12:00:00.5", Some("12:00:00.5")),
            ("0:00:00.0004", Some("0:00:00")),
            ("", None),
            ("1:2:3:4", None),
            ("-1", None),
            ("+1", None),
            ("1:x", None),
            ("99999999999999999999", None),
            ("999999999999999999:0:0", None),
        ] {
            assert_eq!(read_time(text).map(write_time).as_deref(), expected, "{text:?}");
        }
    }
}

//! Codes of the Encyclopaedia of Chess Openings, and ranges of them.

use std::fmt;
use std::str::FromStr;

/// A code of the Encyclopaedia of Chess Openings, from A00 to E99.
///
/// ```
/// use regence_game::openings::Eco;
/// let eco: Eco = "B90".parse()?;
/// assert_eq!(eco.to_string(), "B90");
/// assert!("F00".parse::<Eco>().is_err());
/// # Ok::<(), regence_game::openings::ParseEcoError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco(u16);

impl Eco {
    /// How many there are.
    const COUNT: u16 = 500;

    /// The code at this place: A00 is 0, E99 is 499.
    pub(super) fn from_index(index: u32) -> Option<Self> {
        u16::try_from(index).ok().filter(|&index| index < Self::COUNT).map(Self)
    }

    /// The code that starts a word, and what follows it.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (code, rest) = text.split_at_checked(3)?;
        let &[letter, tens, ones] = code.as_bytes() else { return None };
        let volume = letter.to_ascii_uppercase().checked_sub(b'A').filter(|&volume| volume < 5)?;
        let digit = |byte: u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
        Some((Self(100 * u16::from(volume) + 10 * digit(tens)? + digit(ones)?), rest))
    }
}

/// As in `B90`.
impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let volume = char::from(b'A' + (self.0 / 100) as u8);
        write!(f, "{volume}{:02}", self.0 % 100)
    }
}

impl fmt::Debug for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Upper or lower case.
impl FromStr for Eco {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        match Self::read(text) {
            Some((eco, "")) => Ok(eco),
            _ => Err(ParseEcoError { text: text.to_owned() }),
        }
    }
}

/// Codes from one to another, both included.
///
/// ```
/// use regence_game::openings::{Eco, EcoRange};
/// let range: EcoRange = "B20-B99".parse()?;
/// assert!(range.contains("B33".parse()?) && !range.contains("C00".parse()?));
/// assert_eq!("b".parse(), Ok(EcoRange { first: "B00".parse()?, last: "B99".parse()? }));
/// # Ok::<(), regence_game::openings::ParseEcoError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    /// The first code.
    pub first: Eco,
    /// The last code.
    pub last: Eco,
}

impl EcoRange {
    /// Whether a code is among them.
    pub fn contains(self, eco: Eco) -> bool {
        (self.first..=self.last).contains(&eco)
    }
}

/// One code, two with a hyphen between them, or a letter for all of its codes.
impl FromStr for EcoRange {
    type Err = ParseEcoError;

    fn from_str(text: &str) -> Result<Self, ParseEcoError> {
        let whole = |letter: &str, digits: &str| [letter, digits].concat().parse();
        if text.len() == 1 {
            let refuse = |_| ParseEcoError { text: text.to_owned() };
            return Ok(Self {
                first: whole(text, "00").map_err(refuse)?,
                last: whole(text, "99").map_err(refuse)?,
            });
        }
        let range = match Eco::read(text) {
            Some((eco, "")) => Some((eco, eco)),
            Some((first, rest)) => {
                let last = rest.strip_prefix('-').and_then(|last| last.parse().ok());
                last.map(|last| (first, last))
            }
            None => None,
        };
        match range {
            Some((first, last)) if first <= last => Ok(Self { first, last }),
            _ => Err(ParseEcoError { text: text.to_owned() }),
        }
    }
}

/// The text is not an ECO code, or not a range of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseEcoError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseEcoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected an ECO code like B90 or a range like B20-B99, not '{}'",
            self.text.escape_default()
        )
    }
}

impl std::error::Error for ParseEcoError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_written_as_it_is_read() {
        for index in 0..500 {
            let eco = Eco::from_index(index).expect("there are 500");
            assert_eq!(eco.to_string().parse(), Ok(eco));
        }
        assert_eq!(Eco::from_index(500), None);
        assert_eq!(Eco::from_index(499).map(|eco| eco.to_string()), Some("E99".to_owned()));
    }

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let range = text.parse().ok().map(|EcoRange { first, last }| (first.to_string(), last.to_string()));
        assert_eq!(range, expected.map(|(first, last)| (first.to_owned(), last.to_owned())), "{text}");
    }

    #[test]
    fn ranges_are_codes_pairs_and_letters() {
        check("B90", Some(("B90", "B90")));
        check("b90", Some(("B90", "B90")));
        check("A40-E99", Some(("A40", "E99")));
        check("C", Some(("C00", "C99")));
    }

    #[test]
    fn other_words_are_no_ranges() {
        for text in
            ["", "F", "é", "B9", "B9é", "B900", "B20-", "B20-B1", "B30-B20", "B20..B30", "F00", "-B20"]
        {
            check(text, None);
        }
    }
}

//! What a game is called outside: short enough to be sent to a friend, too random to be guessed.

use crate::StoreError;
use core::fmt;
use core::str::FromStr;

/// A game's name: twelve letters and digits that cannot be mistaken for each other, 70 random bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; GameId::LENGTH]);

/// Letters and digits but for 0, O, I and l.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

impl GameId {
    /// How many characters it has.
    pub const LENGTH: usize = 12;

    /// A name that nobody has had, taken from the operating system's source of randomness.
    pub fn random() -> Result<Self, StoreError> {
        let mut id = [0; Self::LENGTH];
        let mut filled = 0;
        while filled < id.len() {
            let mut bytes = [0; 2 * Self::LENGTH];
            getrandom::fill(&mut bytes).map_err(|error| StoreError::NoRandomness(error.to_string()))?;
            // Six bits have 64 values; those beyond the alphabet are thrown away, so that all letters are as likely.
            let letters = bytes.iter().filter_map(|byte| ALPHABET.get(usize::from(byte & 63)));
            for (place, letter) in id[filled..].iter_mut().zip(letters) {
                *place = *letter;
                filled += 1;
            }
        }
        Ok(Self(id))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        // The alphabet is ASCII.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({})", self.as_str())
    }
}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        let length = text.chars().count();
        if length != Self::LENGTH {
            return Err(ParseGameIdError::Length(length));
        }
        match text.chars().find(|&letter| !(letter.is_ascii() && ALPHABET.contains(&(letter as u8)))) {
            Some(letter) => Err(ParseGameIdError::Letter(letter)),
            None => text.as_bytes().try_into().map(Self).map_err(|_| ParseGameIdError::Length(length)),
        }
    }
}

/// Why a text is no game's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseGameIdError {
    /// It has so many characters.
    Length(usize),
    /// It has a character that no name has.
    Letter(char),
}

impl fmt::Display for ParseGameIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => {
                write!(f, "a game's name has {} characters, not {length}", GameId::LENGTH)
            }
            Self::Letter(letter) => write!(
                f,
                "a game's name has letters and digits without 0, O, I and l, not '{}'",
                letter.escape_debug()
            ),
        }
    }
}

impl core::error::Error for ParseGameIdError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[track_caller]
    fn refuse(text: &str, error: ParseGameIdError) {
        assert_eq!(text.parse::<GameId>(), Err(error), "{text}");
    }

    #[test]
    fn random_names_differ_and_are_read_back() {
        let ids: HashSet<GameId> =
            (0..1000).map(|_| GameId::random().expect("there is randomness")).collect();
        assert_eq!(ids.len(), 1000);
        for id in &ids {
            assert_eq!(id.to_string().parse(), Ok(*id));
        }
        let used: HashSet<u8> = ids.iter().flat_map(|id| id.0).collect();
        assert_eq!(used, ALPHABET.iter().copied().collect(), "every letter is used, and no other");
    }

    #[test]
    fn other_texts_are_refused() {
        refuse("", ParseGameIdError::Length(0));
        refuse("12345678901", ParseGameIdError::Length(11));
        refuse("1234567890ab", ParseGameIdError::Letter('0'));
        refuse("ABCDEFGHJKLl", ParseGameIdError::Letter('l'));
        refuse("ABCDEFGHJKMé", ParseGameIdError::Letter('é'));
        refuse("ABCDEFGHJKé", ParseGameIdError::Length(11));
        refuse("' OR 1=1 -- ", ParseGameIdError::Letter('\''));
    }
}

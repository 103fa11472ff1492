//! Who plays: people and computers, each with a name of their own.

use crate::Moment;
use core::fmt;

/// The number of a player within one store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub(crate) i64);

/// Somebody, or something, that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Its number.
    pub id: PlayerId,
    /// Its name, as it was first written.
    pub name: PlayerName,
    /// What it is.
    pub kind: PlayerKind,
    /// When the store first heard of it.
    pub created: Moment,
}

/// What plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A computer; its name says which, and at what level.
    Computer,
}

impl PlayerKind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Computer => "computer",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Self::Human, Self::Computer].into_iter().find(|kind| kind.word() == word)
    }
}

/// A name that can be shown: up to 200 characters, none of them invisible, single spaces between its words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlayerName(String);

impl PlayerName {
    /// How many characters a name may have.
    pub const LONGEST: usize = 200;

    /// The name that a text is, spaces around it left out.
    pub fn new(text: &str) -> Result<Self, BadName> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(character) = name.chars().find(|&character| is_hidden(character)) {
            return Err(BadName::Hidden(character));
        }
        match name.chars().count() {
            0 => Err(BadName::Empty),
            length if length > Self::LONGEST => Err(BadName::Long(length)),
            _ => Ok(Self(name)),
        }
    }

    /// The name in a PGN tag: hidden characters are dropped and long names cut; none if it is empty, `?` or `-`.
    pub fn from_tag(value: &str) -> Option<Self> {
        let seen = value.chars().filter(|&character| character.is_whitespace() || !is_hidden(character));
        let name: String = seen.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().take(Self::LONGEST).collect();
        Self::new(&name).ok().filter(|name| !["?", "-"].contains(&name.as_str()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without regard to case; equal for names that are taken for each other.
    pub(crate) fn folded(&self) -> String {
        fold(&self.0)
    }

    /// A name that was judged when it was written.
    pub(crate) fn kept(name: String) -> Self {
        Self(name)
    }
}

/// A text without regard to case. Upper case first, so that ß and SS, or the two small sigmas, become the same.
pub(crate) fn fold(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Control characters, and those that turn or hide the text around them.
fn is_hidden(character: char) -> bool {
    let is_format = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    // Letters that show nothing: fillers of scripts, the empty pattern of Braille, joiners, choices of variants.
    let is_blank = matches!(
        character,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    );
    character.is_control() || is_format || is_blank
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Why a text cannot be a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadName {
    /// There is nothing to see in it.
    Empty,
    /// It has so many characters.
    Long(usize),
    /// It has a character that cannot be seen.
    Hidden(char),
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the name is empty, expected at least one character"),
            Self::Long(length) => {
                write!(f, "the name has {length} characters, expected up to {}", PlayerName::LONGEST)
            }
            Self::Hidden(character) => {
                write!(f, "the name has the character {}, which nobody can see", character.escape_unicode())
            }
        }
    }
}

impl core::error::Error for BadName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, BadName>) {
        assert_eq!(PlayerName::new(text).as_ref().map(PlayerName::as_str), expected.as_ref().copied());
    }

    #[test]
    fn names_may_be_of_any_script() {
        check("Ann", Ok("Ann"));
        check("  José\t Raúl  Capablanca ", Ok("José Raúl Capablanca"));
        check("丁立人", Ok("丁立人"));
        check("👩‍💻", Err(BadName::Hidden('\u{200d}')));
    }

    #[test]
    fn names_that_cannot_be_shown_are_refused() {
        check(" \u{3000} ", Err(BadName::Empty));
        check("a\u{202e}b", Err(BadName::Hidden('\u{202e}')));
        check("\u{3164}", Err(BadName::Hidden('\u{3164}')));
        check("a\u{2800}", Err(BadName::Hidden('\u{2800}')));
        check("a\0b", Err(BadName::Hidden('\0')));
        check(&"é".repeat(201), Err(BadName::Long(201)));
    }

    #[test]
    fn tags_always_give_a_name_or_none() {
        for (tag, name) in
            [("?", None), ("", None), ("\u{1b}[31mRed", Some("[31mRed")), ("A\nB", Some("A B"))]
        {
            assert_eq!(PlayerName::from_tag(tag).as_ref().map(PlayerName::as_str), name, "{tag:?}");
        }
        assert_eq!(PlayerName::from_tag(&"x".repeat(500)).map(|name| name.as_str().len()), Some(200));
    }

    #[test]
    fn case_makes_no_name() {
        for (one, other) in [("ANN", "ann"), ("Straße", "STRASSE"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"), ("É", "é")]
        {
            assert_eq!(fold(one), fold(other));
        }
        assert_ne!(fold("e"), fold("é"));
    }
}

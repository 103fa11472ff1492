//! How strong an opponent is to be: a number, a plain name for one, a person, or all the engine has.

use crate::person::Person;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

/// The ratings that can be asked for. Beyond them there is only full strength.
pub const RATINGS: RangeInclusive<u16> = 400..=2800;

/// How strong the engine plays, and how.
///
/// ```
/// use regence_game::session::Level;
/// let level: Level = "medium".parse()?;
/// assert_eq!((level, level.to_string()), (Level::Elo(1200), "1200".to_owned()));
/// assert_eq!("full".parse(), Ok(Level::Full));
/// # Ok::<(), regence_game::session::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// As people with this Elo rating do.
    Elo(u16),
    /// As somebody does who has a name, a rating and a way of playing.
    Person(Person),
    /// As strong as it can.
    Full,
}

impl Level {
    /// The rating, if there is one to speak of.
    pub const fn elo(self) -> Option<u16> {
        match self {
            Self::Elo(elo) => Some(elo),
            Self::Person(person) => Some(person.elo()),
            Self::Full => None,
        }
    }
}

/// `1200`, a person's name, or `full`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo(elo) => write!(f, "{elo}"),
            Self::Person(person) => write!(f, "{person}"),
            Self::Full => f.write_str("full"),
        }
    }
}

/// A rating, the name of a [`Preset`] or a [`Person`] in any case, or `full`.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        if text.eq_ignore_ascii_case("full") {
            return Ok(Self::Full);
        }
        if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.is_called(text)) {
            return Ok(preset.level());
        }
        if let Some(person) = Person::named(text) {
            return Ok(Self::Person(person));
        }
        match text.parse() {
            Ok(elo) if RATINGS.contains(&elo) => Ok(Self::Elo(elo)),
            _ => Err(ParseLevelError(text.into())),
        }
    }
}

/// The text names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseLevelError(pub String);

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets = Preset::ALL.map(Preset::code).join(", ");
        let (least, most) = (RATINGS.start(), RATINGS.end());
        let text = &self.0;
        write!(f, "{text:?} is no level, expected {least} to {most}, {presets}, full or a person's name")
    }
}

impl core::error::Error for ParseLevelError {}

/// The plain choice among four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Preset {
    /// For somebody who has learnt how the pieces move.
    Easy,
    /// For somebody who plays now and then.
    Medium,
    /// For somebody who plays in a club.
    Hard,
    /// For somebody who wins there.
    VeryHard,
}

impl Preset {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::VeryHard];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::VeryHard => "Very hard",
        }
    }

    /// What programs call it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::VeryHard => "very-hard",
        }
    }

    /// The level it stands for.
    pub const fn level(self) -> Level {
        Level::Elo(match self {
            Self::Easy => 800,
            Self::Medium => 1200,
            Self::Hard => 1600,
            Self::VeryHard => 2000,
        })
    }

    fn is_called(self, text: &str) -> bool {
        text.eq_ignore_ascii_case(self.name()) || text.eq_ignore_ascii_case(self.code())
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Level>) {
        assert_eq!(text.parse::<Level>().ok(), expected, "{text}");
    }

    #[test]
    fn levels_are_numbers_or_names() {
        check("400", Some(Level::Elo(400)));
        check("2800", Some(Level::Elo(2800)));
        check("very hard", Some(Level::Elo(2000)));
        check("VERY-HARD", Some(Level::Elo(2000)));
        check("Full", Some(Level::Full));
        check("399", None);
        check("2801", None);
        check("-1200", None);
        check("", None);
        for person in Person::all() {
            check(&person.name().to_uppercase(), Some(Level::Person(person)));
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let levels = [Level::Elo(1234), Level::Full].into_iter().chain(Person::all().map(Level::Person));
        for level in levels {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
    }

    #[test]
    fn a_level_that_is_none_is_told_what_would_be_one() {
        assert_eq!(
            "grandmaster".parse::<Level>().unwrap_err().to_string(),
            "\"grandmaster\" is no level, expected 400 to 2800, easy, medium, hard, very-hard, full or a person's name"
        );
    }
}

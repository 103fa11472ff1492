//! What the tags of a game say, in the order in which they are written.

use std::collections::BTreeMap;
use std::fmt;

/// The seven tags that every game has, in their order, and what they say if nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags of a game: the seven that every game has, then the others by name.
///
/// ```
/// use regence_game::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("White", "Philidor");
/// assert_eq!(tags.get("White"), Some("Philidor"));
/// assert_eq!(tags.get("Event"), Some("?"));
/// assert_eq!(tags.get("ECO"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// What the seven say, in their order.
    roster: [String; ROSTER.len()],
    others: BTreeMap<String, String>,
}

impl Default for Tags {
    fn default() -> Self {
        Self { roster: ROSTER.map(|(_, unknown)| unknown.into()), others: BTreeMap::new() }
    }
}

/// Which of the seven a tag is.
fn number(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&(known, _)| known == name)
}

impl Tags {
    /// What a tag says.
    pub fn get(&self, name: &str) -> Option<&str> {
        match number(name) {
            Some(number) => Some(&self.roster[number]),
            None => self.others.get(name).map(String::as_str),
        }
    }

    /// Sets what a tag says.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match number(name) {
            Some(number) => self.roster[number] = value.into(),
            None => drop(self.others.insert(name.into(), value.into())),
        }
    }

    /// Takes a tag away; one of the seven then says that nothing is known.
    pub fn remove(&mut self, name: &str) {
        match number(name) {
            Some(number) => self.roster[number] = ROSTER[number].1.into(),
            None => drop(self.others.remove(name)),
        }
    }

    /// Takes away a tag that is not one of the seven, however its name is written.
    pub(super) fn remove_in_any_case(&mut self, name: &str) {
        self.others.retain(|other, _| !other.eq_ignore_ascii_case(name));
    }

    /// Each tag and what it says, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.iter().zip(&self.roster).map(|(&(name, _), value)| (name, value.as_str()));
        roster.chain(self.others.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }
}

/// As PGN writes them, one a line.
impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            write!(f, "[{name} \"")?;
            for character in value.chars() {
                match character {
                    '"' | '\\' => write!(f, "\\{character}")?,
                    // No value can hold the end of its line.
                    '\n' | '\r' => f.write_str(" ")?,
                    _ => write!(f, "{character}")?,
                }
            }
            f.write_str("\"]\n")?;
        }
        Ok(())
    }
}

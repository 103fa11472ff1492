//! What the tags of a game say, in the order in which they are written.

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
pub struct Tags(Vec<(String, String)>);

impl Default for Tags {
    fn default() -> Self {
        Self(ROSTER.iter().map(|&(name, value)| (name.into(), value.into())).collect())
    }
}

/// Where a tag stands: one of the seven by its number, the others after them by name.
fn order(name: &str) -> (usize, &str) {
    (ROSTER.iter().position(|&(known, _)| known == name).unwrap_or(ROSTER.len()), name)
}

impl Tags {
    /// What a tag says.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets what a tag says.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.binary_search_by(|(known, _)| order(known).cmp(&order(name))) {
            Ok(found) => self.0[found].1 = value.into(),
            Err(place) => self.0.insert(place, (name.into(), value.into())),
        }
    }

    /// Takes a tag away; one of the seven then says that nothing is known.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|&&(known, _)| known == name) {
            Some(&(_, unknown)) => self.set(name, unknown),
            None => self.0.retain(|(known, _)| known != name),
        }
    }

    /// Each tag and what it says, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
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

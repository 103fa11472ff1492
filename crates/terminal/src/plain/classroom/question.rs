//! What the classroom game asks.

use regence_rules::{Color, Role, Square};
use std::fmt;

/// A question, with all that must be known to understand its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// How many people play.
    Players,
    /// What somebody is called.
    Name(Color),
    /// Which piece to move.
    Origin,
    /// Where to move it.
    Target {
        /// Where it stands.
        from: Square,
        /// What it is.
        role: Role,
    },
    /// What a pawn becomes.
    Promotion {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Whether there is to be another game.
    Again,
}

/// As it is asked.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players => f.write_str("How many people play, 1 or 2?"),
            Self::Name(Color::White) => f.write_str("Who plays white?"),
            Self::Name(Color::Black) => f.write_str("Who plays black?"),
            Self::Origin => f.write_str("Which square do you move from?"),
            Self::Target { from, role } => write!(f, "Where does the {role} on {from} go?"),
            Self::Promotion { .. } => {
                f.write_str("What does the pawn become: queen, rook, bishop or knight?")
            }
            Self::Again => f.write_str("Do you want to play again, yes or no?"),
        }
    }
}

/// Yes or no, in as few letters as one likes.
pub fn yes_or_no(text: &str) -> Option<bool> {
    let text = text.to_ascii_lowercase();
    let begins = |word: &str| !text.is_empty() && word.starts_with(&text);
    if begins("yes") {
        Some(true)
    } else if begins("no") {
        Some(false)
    } else {
        None
    }
}

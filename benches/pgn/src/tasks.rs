//! What both readers do with a text, and what they must find.

use crate::cpu_clock::timed;
use crate::files::Style;
use crate::{ours, peer};
use std::hint::black_box;
use std::time::Duration;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Every token is told: tags, moves as text, comments, annotations, variations.
    Tokens,
    /// The same, but variations are passed over.
    MainLine,
    /// Every move of the main line is resolved by the rules and played.
    Validated,
}

impl Task {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 3] = [Self::Tokens, Self::MainLine, Self::Validated];

    /// What its rows are called.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::MainLine => "tokens of the main line",
            Self::Validated => "every move validated",
        }
    }
}

/// What was found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// Games.
    pub games: u64,
    /// Tags, unless moves are validated.
    pub tags: u64,
    /// Moves.
    pub moves: u64,
    /// Annotations, unless moves are validated.
    pub nags: u64,
    /// Comments, unless moves are validated.
    pub comments: u64,
}

/// How long each side took at its best.
pub struct Times {
    /// Ours.
    pub ours: Duration,
    /// The peer's.
    pub peer: Duration,
}

/// Measures a task on a text, both sides in turn. An error says that they do not find the same.
pub fn measure(task: Task, style: Style, text: &[u8], rounds: usize) -> Result<Times, String> {
    let mut best = Times { ours: Duration::MAX, peer: Duration::MAX };
    for _ in 0..rounds {
        let (theirs, time) = timed(|| peer::read(task, black_box(text)));
        best.peer = best.peer.min(time);
        let (found, time) = timed(|| ours::read(task, black_box(text)));
        best.ours = best.ours.min(time);
        if found != theirs {
            let (file, task) = (style.name(), task.label());
            return Err(format!("{file}, {task}: we find {found:?}, {} finds {theirs:?}", peer::NAME));
        }
    }
    Ok(best)
}

//! Which games one looks for, and how far one has read.

use crate::{GameSummary, Moment, PlayerId, State, UserId};
use core::fmt;
use core::str::FromStr;
use regence_game::AnyPosition;
use regence_game::pgn::GameResult;
use regence_rules::Color;

/// Which games one looks for: those that meet every wish. Without a wish, all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// This user owns the table at which it was played, or sat there.
    pub user: Option<UserId>,
    /// It belongs to nobody who comes by the network: it was imported, or played by another program. Together with a
    /// user, either of the two will do.
    pub nobodys: bool,
    /// It was played at a table of this kind.
    pub kind: Option<String>,
    /// Somebody sat there, or a player of a game from elsewhere, whose name has this in it, without regard to case.
    pub seated: Option<String>,
    /// Each of these words stands in the name of somebody who played or in that of the opening, without regard to case, or is
    /// the year in which the game was played.
    pub words: Vec<String>,
    /// This player played.
    pub player: Option<PlayerId>,
    /// The player had this colour. Means nothing without a player.
    pub color: Option<Color>,
    /// Against this opponent. Means nothing without a player.
    pub opponent: Option<PlayerId>,
    /// The opening's name has this in it, without regard to case.
    pub opening: Option<String>,
    /// The opening's code begins like this: `B9` finds B90 to B99.
    pub eco: Option<String>,
    /// The game has this result; [`Unknown`](GameResult::Unknown) is none, or not yet one.
    pub result: Option<GameResult>,
    /// The game is in this state.
    pub state: Option<State>,
    /// The game began at this moment or later. With a wish about time, games from elsewhere of which not even the year
    /// is known are never found.
    pub since: Option<Moment>,
    /// The game began before this moment.
    pub before: Option<Moment>,
    /// This position stood on the board in the main line, whatever the clocks said. One under house rules is never
    /// found.
    pub position: Option<AnyPosition>,
}

impl GameFilter {
    /// All texts in it.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let wishes = [&self.opening, &self.eco, &self.seated, &self.kind];
        wishes.into_iter().filter_map(Option::as_deref).chain(self.words.iter().map(String::as_str))
    }
}

/// Some of the games that were looked for, the newest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page begins; none if this is the last.
    pub next: Option<Cursor>,
}

/// A place between two games in the order of time. As text it can be handed out and taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    pub(crate) created: i64,
    pub(crate) row: i64,
}

impl Cursor {
    /// Before the newest game.
    pub(crate) const START: Self = Self { created: i64::MAX, row: i64::MAX };
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.created, self.row)
    }
}

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Self, ParseCursorError> {
        let parts = text
            .split_once('.')
            .and_then(|(created, row)| Some(Self { created: created.parse().ok()?, row: row.parse().ok()? }));
        parts.ok_or_else(|| ParseCursorError(text.to_owned()))
    }
}

/// A text that is no cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCursorError(pub String);

impl fmt::Display for ParseCursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a cursor that came with a page, not '{}'", self.0.escape_debug())
    }
}

impl core::error::Error for ParseCursorError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_written_and_read_back() {
        for cursor in [Cursor::START, Cursor { created: -5, row: 7 }] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in ["", "1", "1.x", "1.2.3", "x"] {
            assert_eq!(text.parse::<Cursor>(), Err(ParseCursorError(text.to_owned())));
        }
    }
}

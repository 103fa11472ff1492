//! Lists: games, opponents, rule sets, what was imported.

use super::{Both, Kind, OpeningView, OutcomeView, SeatView, Status};
use serde::Serialize;
use utoipa::ToSchema;

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameListItem {
    /// Its name.
    pub id: String,
    /// What the table is for; none if the game was imported.
    pub kind: Option<Kind>,
    /// Which chess.
    pub variant: String,
    /// Who played.
    pub seats: Both<SeatView>,
    /// How it stands.
    pub status: Status,
    /// How it ended.
    pub outcome: Option<OutcomeView>,
    /// The time control, `5+3`.
    pub control: Option<String>,
    /// The opening.
    pub opening: Option<OpeningView>,
    /// How many half-moves were played.
    pub plies: u32,
    /// Where it stands.
    pub fen: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
}

/// A page of games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameListItem>,
    /// What to ask for the next page with, as `from`; none if this is the last.
    pub next: Option<String>,
}

/// A computer to play against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Opponent {
    /// What to write as a player: `engine:full`, `computer:taker`.
    pub code: String,
    /// Its name.
    pub name: String,
    /// What it is like, in a few words.
    pub description: String,
    /// Its rating, as far as it is known; docs/levels.md says how far that is.
    pub rating: Option<u32>,
    /// Whether it plays chess and Chess960 only.
    pub orthodox_only: bool,
}

/// The computers to play against, weakest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opponents {
    /// All of them.
    pub opponents: Vec<Opponent>,
    /// The code of the one to suggest to somebody new.
    pub suggested: String,
}

/// A set of rules to play by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleSet {
    /// What to write as a variant.
    pub code: String,
    /// Its name.
    pub name: String,
    /// What it is like, in a sentence.
    pub description: String,
    /// Where it starts.
    pub start_fen: String,
}

/// What came of importing PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// The games that are kept now, in their order.
    pub games: Vec<GameListItem>,
    /// Those that are not.
    pub failures: Vec<ImportFailure>,
}

/// A game that was not imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportFailure {
    /// Which one, from 1.
    pub number: u32,
    /// Why, and where in the text.
    pub message: String,
    /// The game as it came, to be mended and sent again.
    pub text: String,
}

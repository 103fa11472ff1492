//! A wish for a game.

use super::Both;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What kind of table is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum NewKind {
    /// A game; the players say of what kind.
    #[default]
    Game,
    /// A free board.
    Board,
    /// An analysis.
    Analysis,
}

/// Which side is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ChosenColor {
    /// As the players are written.
    #[default]
    AsWritten,
    /// Chance decides whether the players change sides.
    Random,
}

/// A wish for a game. Everything may be left out: then it is a game of chess between two people at one screen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGameRequest {
    /// What kind of table.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<NewKind>", optional))]
    pub kind: NewKind,
    /// Who plays: `me`, `me:NAME`, `open` (whoever joins), or the code of an opponent.
    pub players: Option<Both<String>>,
    /// Whether chance decides who has White.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ChosenColor>", optional))]
    pub colors: ChosenColor,
    /// Which chess: `orthodox`, `chess960`, `classroom` or `house:` and rules.
    pub variant: Option<String>,
    /// Where it starts. Without it, the variant's start position; in Chess960 one of the 960.
    pub fen: Option<String>,
    /// The time for each side, `5+3`; without it, no clocks.
    pub clock: Option<String>,
    /// The time for each side, if not the same.
    pub clocks: Option<Both<String>>,
    /// Whether opponents who play as people do answer as soon as they know. Without it they take the time a person would.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub at_once: bool,
    /// For an analysis: a game in PGN, the first if there are several.
    pub pgn: Option<String>,
    /// For an analysis: the name of a game to copy. For a game on one's own machine: that of one which was left at the
    /// terminal, to go on with.
    pub of: Option<String>,
}

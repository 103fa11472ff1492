//! Who somebody is to the server.

use super::Both;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The name of the account, or the one that was chosen; empty without one.
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
    /// The server's time, in milliseconds since 1970.
    pub at: i64,
}

/// A name to be shown to others.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewName {
    /// The name.
    pub name: String,
}

/// The name and password of an account.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password: 8 to 200 characters.
    pub password: String,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Tally"))]
#[schema(as = Tally)]
pub struct TallyView {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

/// What one has scored against an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OpponentScore"))]
#[schema(as = OpponentScore)]
pub struct ScoreView {
    /// The opponent's name.
    pub opponent: String,
    /// With each colour.
    pub with: Both<TallyView>,
}

/// Games of two people at one screen, by who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SharedScore"))]
#[schema(as = SharedScore)]
pub struct SharedView {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by Black.
    pub black: u64,
}

/// The score board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Scores"))]
#[schema(as = Scores)]
pub struct ScoresView {
    /// Against each opponent, the most frequent first.
    pub against: Vec<ScoreView>,
    /// Against all together.
    pub total: Both<TallyView>,
    /// At one screen, where one is no side.
    pub shared: SharedView,
}

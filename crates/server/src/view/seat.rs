//! Who sits at the board.

use serde::Serialize;
use utoipa::ToSchema;

/// What sits on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// Nobody yet: whoever joins.
    Open,
    /// A computer.
    Computer,
}

/// A side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Seat"))]
#[schema(as = Seat)]
pub struct SeatView {
    /// What sits there.
    pub kind: SeatKind,
    /// The name to show: `Ada`, `White`, `Level 1200`, `Computer (taker)`.
    pub name: String,
    /// The player as it is written when a game is made: `engine:full`; none for people.
    pub code: Option<String>,
    /// How strong a computer was measured to be, as a rating; none for people and where nobody has measured.
    pub rating: Option<u32>,
}

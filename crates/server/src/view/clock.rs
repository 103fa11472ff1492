//! Clocks as the page shows them.

use super::{Both, ColorView};
use serde::Serialize;
use utoipa::ToSchema;

/// The clocks at one moment. The side named by `running` has lost the time since `at`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Clocks"))]
#[schema(as = Clocks)]
pub struct ClocksView {
    /// Each side's, or none if it has as much time as it likes.
    pub sides: Both<Option<ClockView>>,
    /// Whose time runs.
    pub running: Option<ColorView>,
    /// The server's time for which this holds, in milliseconds since 1970.
    pub at: i64,
}

/// One side's clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Clock"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Clock)]
pub struct ClockView {
    /// What it shows, in milliseconds.
    pub left_ms: u64,
    /// Of a delay, how much is left before the clock begins to fall, in milliseconds.
    pub delay_ms: u64,
    /// How many byo-yomi periods are left, the one that has begun included.
    pub byo_yomi: u32,
    /// How many moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// The time control: `5+3`.
    pub control: String,
}

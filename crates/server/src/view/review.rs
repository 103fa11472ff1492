//! The review of a game.

use super::ScoreOfLine;
use serde::Serialize;
use utoipa::ToSchema;

/// What the engine thinks of the positions of a line, as far as it has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Review"))]
#[schema(as = Review)]
pub struct ReviewView {
    /// How many positions the line has. When there are as many places here, the review is done.
    pub of: usize,
    /// The positions that are done, from the start.
    pub places: Vec<JudgedView>,
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Judged"))]
#[schema(as = Judged)]
pub struct JudgedView {
    /// Its place in the tree of moves.
    pub place: u32,
    /// What it is worth for White; null where the game is over.
    pub score: Option<ScoreOfLine>,
    /// What that means for White's result, in thousandths of a point.
    pub expected: u32,
    /// The best move, as people write it; null where the game is over.
    pub best: Option<String>,
}

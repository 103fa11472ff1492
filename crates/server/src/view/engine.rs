//! What the engine thinks, for people to see.

use serde::Serialize;
use utoipa::ToSchema;

/// What the engine thinks of a place in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Engine"))]
#[schema(as = Engine)]
pub struct EngineView {
    /// The place in the tree of moves.
    pub place: u32,
    /// Whether it goes on thinking.
    pub running: bool,
    /// How many lines were asked for.
    pub wanted: u32,
    /// How deep it has looked, in half-moves.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How many a second.
    pub speed: u64,
    /// The lines, the best first.
    pub lines: Vec<EngineLine>,
}

/// A line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineLine {
    /// How deep it was looked at.
    pub depth: u32,
    /// What it is worth for White.
    pub score: ScoreOfLine,
    /// What that means for White's result, in thousandths of a point.
    pub expected: u32,
    /// The moves as people write them.
    pub san: Vec<String>,
    /// The moves as UCI writes them.
    pub uci: Vec<String>,
}

/// What a line is worth for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Score"))]
#[serde(tag = "unit", content = "value", rename_all = "camelCase")]
#[schema(as = Score)]
pub enum ScoreOfLine {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

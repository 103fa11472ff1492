//! The review of a game.

use super::{Both, ScoreOfLine};
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
    /// How each side has played, as far as the positions are done.
    pub accounts: Both<AccountView>,
    /// The game in a few sentences; none until all positions are done.
    pub story: Vec<String>,
}

/// How one side has played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Account"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Account)]
pub struct AccountView {
    /// How accurately, from 0 to 100; null if it has not moved.
    pub accuracy: Option<u32>,
    /// What it has lost with a move on average, in hundredths of a pawn.
    pub centipawns: u32,
    /// Moves that were not the best.
    pub inaccuracies: u32,
    /// Moves that lost something.
    pub mistakes: u32,
    /// Moves that lost or did not win the game.
    pub blunders: u32,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Judgement"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Judgement)]
pub enum JudgementView {
    /// There was something better: `?!`.
    Inaccuracy,
    /// Something was lost: `?`.
    Mistake,
    /// The game was lost, or a won one was not won: `??`.
    Blunder,
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
    /// How bad the move was that led here; null if it was not.
    pub judgement: Option<JudgementView>,
    /// What was wrong with it, in a sentence or two; null if nothing was.
    pub remark: Option<String>,
}

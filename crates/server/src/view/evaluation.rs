//! What a position is worth without looking ahead, and why.

use super::Both;
use serde::Serialize;
use utoipa::ToSchema;

/// The written evaluation of a position, topic by topic, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Evaluation"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Evaluation)]
pub struct EvaluationView {
    /// What counts, in the order in which people think of it.
    pub topics: Vec<TopicView>,
    /// What the ending takes away from the advantage, because such endings are often drawn.
    pub drawishness: i32,
    /// The sum, as seen by White.
    pub total: i32,
}

/// A family of terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "EvaluationTopic"))]
#[schema(as = EvaluationTopic)]
pub struct TopicView {
    /// What people call it.
    pub name: String,
    /// What its terms add to the sum.
    pub adds: i32,
    /// The terms that give either side something.
    pub terms: Vec<TermView>,
}

/// Something that counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "EvaluationTerm"))]
#[schema(as = EvaluationTerm)]
pub struct TermView {
    /// What people call it.
    pub name: String,
    /// What each side has of it, with the pieces there are.
    pub sides: Both<i32>,
    /// What it adds to the sum.
    pub adds: i32,
}

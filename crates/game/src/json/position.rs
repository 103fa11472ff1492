//! A position as JSON.

use super::outcome::{OutcomeJson, color_word};
use super::{MoveJson, SCHEMA};
use crate::{AnyPosition, MoveRecord, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position with all that a board needs to show and to let somebody move. Only `variant` and `fen` count when it is
/// read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionJson {
    /// The number of the form.
    pub schema: u32,
    /// Which chess: `orthodox`, `chess960`, `classroom` or `house:` and rules.
    pub variant: String,
    /// The position as FEN.
    pub fen: String,
    /// `white` or `black`.
    #[serde(default)]
    pub turn: String,
    /// How many files and ranks the board has.
    #[serde(default)]
    pub size: usize,
    /// What stands where: `{"e1": "K"}`.
    #[serde(default)]
    pub pieces: BTreeMap<String, String>,
    /// Whether the side to move is in check.
    #[serde(default)]
    pub check: bool,
    /// All legal moves.
    #[serde(default)]
    pub legal_moves: Vec<MoveJson>,
    /// How the position ends the game, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeJson>,
}

impl PositionJson {
    /// A position of a variant.
    pub fn new(variant: Variant, position: &AnyPosition) -> Self {
        let record = |mv| MoveRecord::new(position, mv, variant);
        let legal = position.legal_moves();
        Self {
            schema: SCHEMA,
            variant: variant.to_string(),
            fen: position.fen(),
            turn: color_word(position.turn()).into(),
            size: position.size().side(),
            pieces: position
                .pieces()
                .map(|(square, piece)| (square.to_string(), piece.letter().to_string()))
                .collect(),
            check: position.is_check(),
            legal_moves: legal.into_iter().filter_map(record).map(|mv| MoveJson::from(&mv)).collect(),
            outcome: position.outcome().map(OutcomeJson::from),
        }
    }
}

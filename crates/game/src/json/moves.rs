//! A move as JSON.

use crate::MoveRecord;
use regence_rules::{CastlingSide, Role, SanSuffix};
use serde::{Deserialize, Serialize};

/// A move with all one may want to know of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveJson {
    /// As UCI writes it: `e2e4`, `e7e8q`. The only field that counts when a game is read; the others may be left out.
    pub uci: String,
    /// In algebraic notation.
    #[serde(default)]
    pub san: String,
    /// Where the piece stood.
    #[serde(default)]
    pub from: String,
    /// Where it went; when castling, where the king ended up.
    #[serde(default)]
    pub to: String,
    /// The piece by its FEN letter.
    #[serde(default)]
    pub piece: String,
    /// What it took, by its FEN letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// What the pawn became: `queen`, `rook`, `bishop` or `knight`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    /// Whether a pawn took another in passing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub en_passant: bool,
    /// `king` or `queen`: the side to which the king castled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub castling: Option<String>,
    /// `check` or `checkmate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl From<&MoveRecord> for MoveJson {
    fn from(mv: &MoveRecord) -> Self {
        Self {
            uci: mv.uci.to_string(),
            san: mv.san.to_string(),
            from: mv.from.to_string(),
            to: mv.to.to_string(),
            piece: mv.piece.letter().to_string(),
            captured: mv.captured.map(|piece| piece.letter().to_string()),
            promotion: mv.promotion.map(Role::name).map(String::from),
            en_passant: mv.en_passant,
            castling: mv.castling.map(|side| match side {
                CastlingSide::King => "king".into(),
                CastlingSide::Queen => "queen".into(),
            }),
            check: mv.check().map(|suffix| match suffix {
                SanSuffix::Check => "check".into(),
                SanSuffix::Checkmate => "checkmate".into(),
            }),
        }
    }
}

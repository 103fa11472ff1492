//! Positions and squares by themselves.

use super::{Both, ColorView, LegalMove, OutcomeView};
use serde::Serialize;
use utoipa::ToSchema;

/// A position that belongs to no game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Position"))]
#[schema(as = Position)]
pub struct PositionView {
    /// Which chess.
    pub variant: String,
    /// The position in its normal form.
    pub fen: String,
    /// How many files and ranks the board has.
    pub size: usize,
    /// Who is to move.
    pub turn: ColorView,
    /// The square of the king in check.
    pub check: Option<String>,
    /// All legal moves.
    pub legal: Vec<LegalMove>,
    /// How the position ends the game, if it does.
    pub outcome: Option<OutcomeView>,
}

/// A square of a game's board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Square"))]
#[schema(as = Square)]
pub struct SquareView {
    /// Which one.
    pub square: String,
    /// What stands there, as a FEN letter.
    pub piece: Option<String>,
    /// The legal moves of what stands there.
    pub moves: Vec<LegalMove>,
    /// The squares that what stands there attacks.
    pub attacks: Vec<String>,
    /// Where each side's pieces stand that attack it.
    pub attackers: Both<Vec<String>>,
}

/// A position as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Fen"))]
#[schema(as = Fen)]
pub struct FenView {
    /// All of it.
    pub fen: String,
    /// The pieces alone.
    pub board: String,
}

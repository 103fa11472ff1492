//! Moves: those that may be played and those that were.

use super::ColorView;
use serde::Serialize;
use utoipa::ToSchema;

/// To which side a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Castling"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Castling)]
pub enum CastlingView {
    /// The king's side.
    King,
    /// The queen's side.
    Queen,
}

/// What a move does to the other king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Check"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Check)]
pub enum CheckView {
    /// It is in check.
    Check,
    /// It is mated.
    Checkmate,
}

/// A move that may be played now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// What to send to play it: `e2e4`, `e7e8q`.
    pub uci: String,
    /// As people write it: `Nf3`, `O-O`, `exd8=Q#`.
    pub san: String,
    /// Where the piece stands.
    pub from: String,
    /// Where it goes; when castling, where the king ends up.
    pub to: String,
    /// What it takes, as a FEN letter. In passing, the pawn taken stands elsewhere than on `to`.
    pub captured: Option<String>,
    /// Whether a pawn takes another in passing.
    pub en_passant: bool,
    /// To which side the king castles, if it does.
    pub castling: Option<CastlingView>,
    /// When castling, where the rook stands: a tap there means castling too.
    pub rook: Option<String>,
    /// What the pawn becomes, as a small letter: `q`, `r`, `b`, `n`. Several moves then differ in nothing else.
    pub promotion: Option<String>,
}

/// A half-move that was played, with the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Move"))]
#[serde(rename_all = "camelCase")]
#[schema(as = Move)]
pub struct MoveView {
    /// Its place in the tree of moves, from 1.
    pub id: u32,
    /// The place it follows; 0 is the start.
    pub after: u32,
    /// How many half-moves lead here, itself included.
    pub ply: u32,
    /// The number of the move, as in `12. Nf3`.
    pub number: u32,
    /// Who moved.
    pub color: ColorView,
    /// As UCI writes it; `0000` if nothing was moved.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Where the piece stood.
    pub from: String,
    /// Where it went; when castling, where the king ended up.
    pub to: String,
    /// The piece, as a FEN letter; the pawn when promoting.
    pub piece: String,
    /// What it took, as a FEN letter.
    pub captured: Option<String>,
    /// Whether a pawn took another in passing.
    pub en_passant: bool,
    /// To which side the king castled.
    pub castling: Option<CastlingView>,
    /// What the pawn became, as a small letter.
    pub promotion: Option<String>,
    /// Whether it gave check or mate.
    pub check: Option<CheckView>,
    /// The position after it.
    pub fen: String,
    /// The square of a king that stands in check after it.
    pub check_square: Option<String>,
    /// The time left to whoever moved, in milliseconds.
    pub clock_ms: Option<u64>,
    /// What is written after it.
    pub comment: String,
    /// Signs by their PGN numbers: 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u16>,
}

/// How a list of moves has changed: keep so many of the old one, then add these.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveChange {
    /// How many to keep.
    pub keep: usize,
    /// What follows them.
    pub add: Vec<MoveView>,
}

//! House rules: chess on square boards from 3x3 to 8x8, with each special rule on or off.
//!
//! One general implementation, written to be read rather than to be fast. [`HouseRules`] says which rules hold; two
//! sets have names: [`HouseRules::ORTHODOX`], which is chess as [`Position`](crate::Position) plays it, and
//! [`HouseRules::CLASSROOM`], chess without check, castling, en passant and promotion, won by taking the last king.
//!
//! ```
//! use regence_rules::house::{HousePosition, HouseRules};
//!
//! // Four ranks make a 4x4 board; empty squares at the end of a rank may be left out.
//! let position = HousePosition::from_fen(HouseRules::ORTHODOX, "1kqr/pp//RK w - - 0 1")?;
//! assert_eq!(position.board().size().side(), 4);
//!
//! let rook_takes = position.resolve("a1a3".parse()?)?;
//! let next = position.play(rook_takes);
//! assert_eq!(next.fen(), "1kqr/Rp2/4/1K2 b - - 0 1");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! What every board size shares:
//! - White starts at rank 1 and moves up, Black at the highest rank and moves down.
//! - A two-step needs its two squares to exist and to be empty, nothing else. It may end on the last rank.
//! - A pawn promotes on the last rank *of that size*. A pawn placed on the last rank has no moves.
//! - Castling needs the squares of the 8x8 board; on smaller boards there is none.
//! - Kings may be missing or many. Under the check rule, a move may leave none of them attacked, and no king is ever
//!   taken; a side without a king is never in check.
//!
//! Repetition belongs to a game, not to a position, and is not decided here. Too little material and the counting of moves
//! without progress are, but only where the rules, the board and the kings are those of chess.
//!
//! **Free mode**, the board editor, is four methods of [`HousePosition`]: [`place`](HousePosition::place),
//! [`remove`](HousePosition::remove), [`fill`](HousePosition::fill) and [`shift`](HousePosition::shift).

mod board;
mod castling;
mod draw;
mod ending;
mod fen;
mod free;
mod legality;
mod moves;
mod notation;
mod piece_name;
mod position;
mod refusal;
mod rules;
mod rules_text;
mod size;
#[cfg(test)]
mod tests;

pub use board::{EditError, HouseBoard};
pub use castling::CannotCastle;
pub use fen::ParseHouseFenError;
pub use moves::{HouseMove, HouseMoveKind};
pub use notation::HouseSanError;
pub use piece_name::{ParsePieceError, parse_piece};
pub use position::HousePosition;
pub use refusal::{Illegal, Invalid, Refusal};
pub use rules::{HouseRules, NoMoves, Rule, TwoStep};
pub use rules_text::ParseHouseRulesError;
pub use size::{BoardSize, BoardSizeError, OffBoard};

//! PGN: games as text, read as a stream.
//!
//! A [`Reader`] takes bytes from anything that can be read, however large, and tells a [`Visitor`] what it finds, one
//! game at a time. It knows the notation, not the rules; [`GameCheck`] is the visitor that plays the moves,
//! [`MainLine`] lets somebody follow them, and [`GameBuilder`] keeps the whole game, as a [`PgnGame`] that writes itself in
//! the standard's export format.
//!
//! ```
//! use regence_game::pgn::{GameCheck, Reader};
//!
//! let text = b"[Event \"?\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n\n1. e4 e4 *";
//! let mut reader = Reader::new(&text[..]);
//! let mut check = GameCheck::default();
//! assert!(reader.read_game(&mut check)?);
//! let summary = check.verdict().expect("the moves are legal");
//! assert_eq!((summary.plies, summary.termination.to_string()), (7, "checkmate".into()));
//!
//! assert!(reader.read_game(&mut check)?);
//! let error = check.verdict().unwrap_err();
//! assert_eq!(error.place.to_string(), "5:7");
//!
//! assert!(!reader.read_game(&mut check)?);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What is read
//!
//! Much that is not quite PGN: a byte order mark; any line ends; text that is not UTF-8 ([`decode`] takes it for
//! Latin-1); games without tags or without a result; tags with quotation marks inside or missing; move numbers of every
//! shape; `0-0`; moves as UCI writes them; null moves; `!?` after moves; variations of any depth; a last game cut off.
//!
//! - A game ends at the first tag after its moves, where the text ends, or at its result. A result ends nothing if the game
//!   goes on: with anything but move number 1 on the same line, with any other move number later. The last result counts.
//! - A result before the moves ends the game only if an empty line follows. So a result by itself is a game without moves.
//! - Comments by themselves are no game. Between two games they belong to the first if an empty line or a tag follows, and
//!   otherwise to the second.
//! - Tags of one game may be apart; the name of its first tag, met again, starts the next game.
//! - A `{` that is never closed ends where a game seems to begin, with a line `[Name "value"]` after an empty line; failing
//!   that, it takes in the rest of the text.

mod builder;
mod bytes;
mod check;
mod columns;
mod find;
mod held;
mod lexer;
mod lost;
mod main_line;
mod place;
mod plain;
mod reader;
mod sixteen;
mod source;
mod start;
mod tag;
mod tags;
mod termination;
mod visitor;
mod word;
mod write;

pub use builder::{GameBuilder, PgnGame};
pub use check::{GameCheck, GameError, Problem, Repeatable, Summary};
pub use main_line::{Follow, LineEnd, MainLine};
pub use place::{At, Place, line_ends};
pub use reader::{EndOfText, Reader};
pub use start::is_chess960;
pub use tags::Tags;
pub use termination::{Ending, Termination};
pub use visitor::{GameResult, Movetext, Nag, Visitor};

use std::borrow::Cow;

/// The text that bytes of a PGN stand for: UTF-8, or else Latin-1.
///
/// ```
/// use regence_game::pgn::decode;
/// assert_eq!(decode("Grünfeld".as_bytes()), "Grünfeld");
/// assert_eq!(decode(b"Gr\xfcnfeld"), "Grünfeld");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| byte as char).collect()),
    }
}

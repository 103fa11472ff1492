//! Reads moves as people write them: liberally, but never guessing.

use super::{San, SanAction, SanSuffix};
use crate::{CastlingSide, File, Rank, Role, Square};
use core::fmt;
use core::str::FromStr;

/// No way of writing a move is longer.
const LONGEST: usize = 24;

impl San {
    /// Reads a move from bytes, which need not be UTF-8.
    ///
    /// Besides exact notation this takes: missing or extra `+`, `#`, `!` and `?`; `0-0` and `o-o`; promotions as `e8Q`,
    /// `e8(Q)` and `e8/Q`; more or less origin than needed; long algebraic (`Ng1-f3`, `e2-e4`); `e.p.` after a capture;
    /// a missing or needless `x`. Chess symbols and words, which [`figurine`](Self::figurine) and
    /// [`spoken`](Self::spoken) write, are not read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ParseSanError> {
        Self::read(bytes)
    }

    #[inline(always)]
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ParseSanError> {
        if bytes.len() > LONGEST {
            return Err(ParseSanError { at: LONGEST });
        }
        let (text, suffix) = without_marks(bytes);
        let text = without_en_passant(text);
        let action = match text {
            [] => return Err(ParseSanError { at: 0 }),
            [b'O' | b'0' | b'o', ..] => castling(text).map(SanAction::Castling),
            _ => movement(text),
        };
        action.map(|action| Self { action, suffix })
    }
}

/// Cuts off `+`, `#`, `!` and `?`, in any number and order.
#[inline(always)]
fn without_marks(mut text: &[u8]) -> (&[u8], Option<SanSuffix>) {
    let mut suffix = None;
    while let [rest @ .., mark @ (b'+' | b'#' | b'!' | b'?')] = text {
        match mark {
            b'#' => suffix = Some(SanSuffix::Checkmate),
            b'+' => suffix = suffix.max(Some(SanSuffix::Check)),
            _ => {}
        }
        text = rest;
    }
    (text, suffix)
}

#[inline(always)]
fn without_en_passant(text: &[u8]) -> &[u8] {
    match text {
        [rest @ .., b'e', b'p'] | [rest @ .., b'e', b'.', b'p', b'.'] => {
            rest.strip_suffix(b" ").unwrap_or(rest)
        }
        _ => text,
    }
}

fn castling(text: &[u8]) -> Result<CastlingSide, ParseSanError> {
    match text {
        b"O-O" | b"0-0" | b"o-o" => Ok(CastlingSide::King),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => Ok(CastlingSide::Queen),
        _ => Err(ParseSanError { at: 1 }),
    }
}

/// Everything but castling, from both ends towards the middle: the piece in front, promotion and target behind,
/// and what is left is the origin.
#[inline(always)]
fn movement(text: &[u8]) -> Result<SanAction, ParseSanError> {
    let (role, text, offset) = match text {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
            (Role::from_letter(*letter as char), rest, 1)
        }
        _ => (None, text, 0),
    };
    let (text, promotion) = promotion(text);
    let [origin @ .., file, rank] = text else {
        return Err(ParseSanError { at: offset + text.len() });
    };
    let to = Square::from_bytes(*file, *rank).ok_or(ParseSanError { at: offset + origin.len() })?;
    let (origin, takes) = match origin {
        [rest @ .., b'x'] => (rest, true),
        [rest @ .., b'-'] => (rest, false),
        _ => (origin, false),
    };
    let file = |letter: u8| File::from_letter(letter as char);
    let rank = |digit: u8| Rank::from_digit(digit as char);
    let (file, rank) = match *origin {
        [] => (None, None),
        [byte] => (file(byte), rank(byte)),
        [first, second] => (file(first), rank(second)),
        _ => return Err(ParseSanError { at: offset }),
    };
    if usize::from(file.is_some()) + usize::from(rank.is_some()) != origin.len() {
        return Err(ParseSanError { at: offset });
    }
    // Without a letter it is a pawn, unless both squares are written out, which names any piece.
    let role = if role.is_none() && origin.len() < 2 { Some(Role::Pawn) } else { role };
    Ok(SanAction::Move { role, file, rank, takes, to, promotion })
}

/// Cuts off a promotion: `=Q`, `Q`, `/Q` or `(Q)`.
#[inline(always)]
fn promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    let (rest, letter) = match text {
        [.., b'1'..=b'8'] | [] => return (text, None),
        [rest @ .., b'(', letter, b')'] | [rest @ .., b'=' | b'/', letter] | [rest @ .., letter] => {
            (rest, letter)
        }
    };
    match Role::from_letter(*letter as char) {
        Some(role) => (rest, Some(role)),
        None => (text, None),
    }
}

impl FromStr for San {
    type Err = ParseSanError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseSanError> {
        Self::from_bytes(text.as_bytes())
    }
}

/// The text is not a move in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSanError {
    /// The byte, from 0, from which on it makes no sense.
    pub at: usize,
}

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move like Nf3, exd5, e8=Q or O-O; it goes wrong at character {}", self.at + 1)
    }
}

impl core::error::Error for ParseSanError {}

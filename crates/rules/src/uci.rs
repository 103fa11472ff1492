//! Moves as programs write them: `e2e4`, `e7e8q`. Written down, not yet known to be legal.

use crate::excerpt::Visible;
use crate::{Excerpt, Role, Square};
use core::fmt;
use core::str::FromStr;

/// A move as UCI writes it: from, to, and what a pawn becomes.
///
/// Nothing here knows a position; [`Position::resolve`](crate::Position::resolve) turns it into a legal
/// [`Move`](crate::Move) or says why it is none. Castling may be written as the king's step (`e1g1`) or, as Chess960
/// does, as the king taking its own rook (`e1h1`).
///
/// ```
/// use regence_rules::{Role, Square, UciMove};
/// let written: UciMove = "e7e8q".parse()?;
/// assert_eq!(written, UciMove { from: Square::E7, to: Square::E8, promotion: Some(Role::Queen) });
/// assert_eq!(written.to_string(), "e7e8q");
/// # Ok::<(), regence_rules::ParseUciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(4))] // One load for all of it.
pub struct UciMove {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes. Any role can be written; only queen, rook, bishop and knight are ever legal.
    pub promotion: Option<Role>,
}

impl UciMove {
    /// A move that promotes nothing.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: None }
    }

    /// Reads a move from bytes, which need not be UTF-8.
    #[inline]
    pub const fn from_bytes(bytes: &[u8]) -> Result<Self, ParseUciError> {
        let ([from_file, from_rank, to_file, to_rank], promotion) = match *bytes {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, promotion] => {
                if !promotion.is_ascii_lowercase() {
                    return Err(ParseUciError::Promotion(promotion));
                }
                match Role::from_letter(promotion as char) {
                    Some(role) => ([a, b, c, d], Some(role)),
                    None => return Err(ParseUciError::Promotion(promotion)),
                }
            }
            _ => return Err(ParseUciError::Length(bytes.len())),
        };
        let Some(from) = Square::from_bytes(from_file, from_rank) else {
            return Err(ParseUciError::From([from_file, from_rank]));
        };
        let Some(to) = Square::from_bytes(to_file, to_rank) else {
            return Err(ParseUciError::To([to_file, to_rank]));
        };
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], [c, d]) = (self.from.bytes(), self.to.bytes());
        let promotion = self.promotion.map_or(0, |role| role.byte().to_ascii_lowercase());
        let text = [a, b, c, d, promotion];
        let length = if self.promotion.is_some() { 5 } else { 4 };
        f.pad(str::from_utf8(&text[..length]).unwrap_or_default())
    }
}

impl FromStr for UciMove {
    type Err = ParseUciError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseUciError> {
        Self::from_bytes(text.as_bytes())
    }
}

/// The text is not a move as UCI writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseUciError {
    /// It is not four or five characters long, but this many bytes.
    Length(usize),
    /// The first two characters are these and not a square.
    From([u8; 2]),
    /// The third and fourth character are these and not a square.
    To([u8; 2]),
    /// The fifth character is this and not one of `q r b n` (or `k p`, which can be written but never played).
    Promotion(u8),
}

// An error is passed along wherever a move is read, so it stays small.
const _: () = assert!(size_of::<ParseUciError>() <= 16);

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "a move is 4 or 5 characters like e2e4 or e7e8q, not {length}"),
            Self::From(found) => {
                write!(
                    f,
                    "characters 1 and 2 of a move are a square from a1 to h8, not {}",
                    Excerpt::of(found)
                )
            }
            Self::To(found) => {
                write!(
                    f,
                    "characters 3 and 4 of a move are a square from a1 to h8, not {}",
                    Excerpt::of(found)
                )
            }
            Self::Promotion(found) => {
                write!(f, "character 5 of a move is one of q, r, b, n, not {}", Visible(*found))
            }
        }
    }
}

impl core::error::Error for ParseUciError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<UciMove, ParseUciError>) {
        assert_eq!(text.parse(), expected, "{text:?}");
    }

    #[test]
    fn reads_moves_and_names_the_bad_place() {
        check("e2e4", Ok(UciMove::new(Square::E2, Square::E4)));
        check("a7b8n", Ok(UciMove { promotion: Some(Role::Knight), ..UciMove::new(Square::A7, Square::B8) }));
        check("", Err(ParseUciError::Length(0)));
        check("e2e4qq", Err(ParseUciError::Length(6)));
        check("i2e4", Err(ParseUciError::From(*b"i2")));
        check("e2e9", Err(ParseUciError::To(*b"e9")));
        check("e7e8x", Err(ParseUciError::Promotion(b'x')));
        check("e7e8Q", Err(ParseUciError::Promotion(b'Q')));
        check("0000", Err(ParseUciError::From(*b"00")));
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn what_was_read_is_shown_and_harms_no_terminal() {
        use alloc::string::ToString;
        #[track_caller]
        fn check(text: &[u8], expected: &str) {
            assert_eq!(UciMove::from_bytes(text).unwrap_err().to_string(), expected);
        }
        check(b"i2e4", "characters 1 and 2 of a move are a square from a1 to h8, not 'i2'");
        check(b"e2e\x1b", "characters 3 and 4 of a move are a square from a1 to h8, not 'e\\x1b'");
        check(b"e7e8x", "character 5 of a move is one of q, r, b, n, not 'x'");
        check(b"e7e8\x07", "character 5 of a move is one of q, r, b, n, not byte 0x07");
    }
}

//! Pieces as people type them.

use crate::{Color, Piece, Role};
use alloc::string::String;
use core::fmt;

/// Reads a piece: its FEN letter (`K` white, `k` black), or colour and name in any case, like `white king`, `W_KING`
/// or `b-knight`.
///
/// ```
/// use regence_rules::{Color, Role, house::parse_piece};
/// assert_eq!(parse_piece("n")?, Role::Knight.of(Color::Black));
/// assert_eq!(parse_piece("W_QUEEN")?, Role::Queen.of(Color::White));
/// assert!(parse_piece("wizard").is_err());
/// # Ok::<(), regence_rules::house::ParsePieceError>(())
/// ```
pub fn parse_piece(text: &str) -> Result<Piece, ParsePieceError> {
    from_letter(text.trim()).or_else(|| from_words(text.trim())).ok_or_else(|| ParsePieceError(text.into()))
}

fn from_letter(text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let piece = Piece::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(piece)
}

fn from_words(text: &str) -> Option<Piece> {
    let (color, role) = text.split_once([' ', '_', '-'])?;
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    let color = match color {
        word if is(word, "white") || is(word, "w") => Color::White,
        word if is(word, "black") || is(word, "b") => Color::Black,
        _ => return None,
    };
    let role = Role::ALL.into_iter().find(|known| is(role, known.name()))?;
    Some(role.of(color))
}

/// The text names no piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePieceError(
    /// The text.
    pub String,
);

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no piece: expected one of PNBRQK (white) or pnbrqk (black), or a name like \"white king\"",
            self.0
        )
    }
}

impl core::error::Error for ParsePieceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_names_are_read() {
        for piece in Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color))) {
            assert_eq!(parse_piece(&alloc::format!("{}", piece.letter())), Ok(piece));
            assert_eq!(parse_piece(&alloc::format!("{piece}")), Ok(piece));
        }
        assert_eq!(parse_piece(" B_PAWN "), Ok(Role::Pawn.of(Color::Black)));
    }

    #[test]
    fn anything_else_is_an_error_and_never_an_empty_square() {
        for text in ["", " ", "x", "KK", "king", "green king", "white", "white_", "white  king", "é", "♔"]
        {
            assert_eq!(parse_piece(text), Err(ParsePieceError(text.into())));
        }
    }
}

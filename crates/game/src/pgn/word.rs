//! What a word of movetext does to a position.

use super::check::Problem;
use regence_rules::{Move, Position, SanError, UciMove};

/// The move that a word means, none if it passes, and the position behind it; nothing at all if the word only stands
/// behind a move.
pub fn play(position: &Position, word: &[u8]) -> Result<Option<(Option<Move>, Position)>, Problem> {
    match position.parse_san_bytes(word) {
        Ok(mv) => Ok(Some((Some(mv), position.play(mv)))),
        Err(error) => otherwise(position, word, error),
    }
}

/// The same of a word that is not algebraic notation, for this reason: it may still be a move.
#[cold]
pub fn otherwise(
    position: &Position,
    word: &[u8],
    error: SanError,
) -> Result<Option<(Option<Move>, Position)>, Problem> {
    match word {
        word if is_null_move(word) => match position.pass() {
            Some(next) => Ok(Some((None, next))),
            None => Err(Problem::PassInCheck { turn: position.turn() }),
        },
        word if is_en_passant_note(word) => Ok(None),
        _ => match uci(position, word) {
            Some(mv) => Ok(Some((Some(mv), position.play(mv)))),
            None => Err(Problem::refused(word, error, position)),
        },
    }
}

fn uci(position: &Position, word: &[u8]) -> Option<Move> {
    let written = UciMove::from_bytes(&word.to_ascii_lowercase()).ok()?;
    position.resolve(written).ok()
}

/// Whether a word says that a side does nothing.
pub fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"pass" | b"<>")
}

/// Whether a word only says of a capture just made that it was in passing.
pub fn is_en_passant_note(word: &[u8]) -> bool {
    matches!(word, b"e.p." | b"ep" | b"e.p")
}

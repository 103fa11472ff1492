//! What a word of movetext does to a position.

use super::check::{Problem, visible};
use super::decode;
use crate::{AnyMove, AnyPosition};
use regence_rules::{Move, Position, SanError, UciMove};

/// What a word does: the move that it means, none if it passes, and the position behind it; nothing at all if the word
/// only stands behind a move.
pub type Played<M, P> = Result<Option<(Option<M>, P)>, Problem>;

/// What a word does under any rules.
pub fn play(position: &AnyPosition, word: &[u8]) -> Played<AnyMove, AnyPosition> {
    if let AnyPosition::Standard(standard) = position {
        let played = match standard.parse_san_bytes(word) {
            Ok(mv) => Some((Some(mv), standard.play(mv))),
            Err(error) => otherwise(standard, word, error)?,
        };
        return Ok(played.map(|(mv, next)| (mv.map(AnyMove::Standard), AnyPosition::Standard(next))));
    }
    if is_null_move(word) {
        let passed = position.pass().ok_or(Problem::PassInCheck { turn: position.turn() })?;
        return Ok(Some((None, passed)));
    }
    if is_en_passant_note(word) {
        return Ok(None);
    }
    let mv = position.read_move(&decode(word)).map_err(|error| Problem::House {
        word: visible(word),
        error,
        turn: position.turn(),
        number: position.fullmove_number(),
    })?;
    Ok(Some((Some(mv), position.play(mv))))
}

/// The same in chess of a word that is not algebraic notation, for this reason: it may still be a move.
#[cold]
pub fn otherwise(position: &Position, word: &[u8], error: SanError) -> Played<Move, Position> {
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
fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@" | b"null" | b"pass" | b"<>")
}

/// Whether a word only says of a capture just made that it was in passing.
fn is_en_passant_note(word: &[u8]) -> bool {
    matches!(word, b"e.p." | b"ep" | b"e.p")
}

//! What the words of a line mean: moves, squares, colours.

use super::Refused;
use crate::plain::sentence::{list, shown};
use crate::plain::words::{ENTRIES, Word};
use regence_rules::{Color, Role, San, Square, UciMove};

/// What a pawn is to become, as the letter that is written behind a move: `q`, `Q`, `queen`, `=Q`.
pub(super) fn promotion_letter(text: &str) -> Option<char> {
    let text = text.trim_start_matches('=').trim();
    let is_meant = |role: &Role| {
        text.eq_ignore_ascii_case(role.name())
            || text.eq_ignore_ascii_case(role.letter().encode_utf8(&mut [0; 4]))
    };
    Role::PROMOTIONS.into_iter().find(is_meant).map(|role| role.letter().to_ascii_lowercase())
}

/// The move in a line, if it looks like one: with its number or without, and a piece's letter may be small where that
/// cannot mean a file.
pub(super) fn as_move(line: &str) -> Option<String> {
    let line = match line.rsplit_once('.') {
        Some((number, written)) if number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            written.trim()
        }
        _ => line,
    };
    let is_move =
        |text: &str| text.parse::<San>().is_ok() || text.to_ascii_lowercase().parse::<UciMove>().is_ok();
    if is_move(line) {
        return Some(line.to_owned());
    }
    let (first, rest) = (line.get(..1)?, line.get(1..)?);
    let capitalised = format!("{}{rest}", first.to_ascii_uppercase());
    ("nrqk".contains(first) && is_move(&capitalised)).then_some(capitalised)
}

/// A square, in any case.
pub(super) fn read_square(text: &str) -> Result<Square, Refused> {
    let lower = text.trim().to_ascii_lowercase();
    lower.parse().map_err(|_| Refused(format!("'{}' is no square, expected one like e4", shown(text))))
}

pub(super) fn read_color(text: &str) -> Result<Color, Refused> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(Refused(format!("'{}' is no colour, expected white or black", shown(text)))),
    }
}

/// Says how a command is written.
pub(super) fn usage(word: Word) -> Refused {
    let usages = ENTRIES.iter().filter(|entry| entry.word == word);
    Refused(format!("expected {}", list(usages.map(|entry| format!("`{} {}`", entry.name, entry.arguments)))))
}

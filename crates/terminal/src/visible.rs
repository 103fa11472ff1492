//! Shows words from outside so that they cannot do anything to a terminal.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Write};

/// Longer words are cut.
const LONGEST: usize = 60;

/// A word as a reader may safely see it: control characters and other invisible ones by their number, bytes that are
/// no UTF-8 as `\u{fffd}`, and the end cut off if it is long.
pub struct Visible<'a>(pub &'a OsStr);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string_lossy();
        let mut characters = text.chars();
        for character in characters.by_ref().take(LONGEST) {
            if character == ' ' || character.is_ascii_graphic() || character.is_alphanumeric() {
                f.write_char(character)?;
            } else {
                write!(f, "{}", character.escape_unicode())?;
            }
        }
        if characters.next().is_some() { f.write_char('…') } else { Ok(()) }
    }
}

/// As much of a line as fits the terminal, with a sign that there is more; all of it where nobody knows the width.
pub fn fitting(line: &str) -> Cow<'_, str> {
    ratatui::crossterm::terminal::size().map_or(line.into(), |(width, _)| cut(line, width.into()))
}

/// So many characters of a line, the last of them a sign if there are more.
fn cut(line: &str, width: usize) -> Cow<'_, str> {
    if line.chars().count() <= width {
        return line.into();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, shown: &str) {
        assert_eq!(Visible(word.as_ref()).to_string(), shown);
    }

    #[test]
    fn plain_words_stay_as_they_are() {
        check("", "");
        check("Nf3 ~ é 棋", "Nf3 ~ é 棋");
    }

    #[test]
    fn what_could_act_on_a_terminal_is_spelled_out() {
        check("\x1b[31m", "\\u{1b}[31m");
        check("a\nb\tc\0", "a\\u{a}b\\u{9}c\\u{0}");
        check("\u{202e}txt", "\\u{202e}txt");
        check("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}");
    }

    #[test]
    fn lines_are_cut_where_the_terminal_ends() {
        assert_eq!(cut("1. e4 e5", 8), "1. e4 e5");
        assert_eq!(cut("1. e4 e5", 7), "1. e4 …");
        assert_eq!(cut("é5", 1), "…");
    }

    #[test]
    fn long_words_are_cut() {
        check(&"x".repeat(60), &"x".repeat(60));
        check(&"x".repeat(61), &format!("{}…", "x".repeat(60)));
    }
}

//! Text as JSON writes it.

use std::fmt::{self, Write};

/// A text in quotation marks, with escapes where JSON needs them.
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                // DEL and the controls behind it need no escapes in JSON, but could act on a terminal.
                control if control.is_control() => write!(f, "\\u{:04x}", u32::from(control))?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(Quoted(text).to_string(), expected);
    }

    #[test]
    fn text_is_quoted_and_escaped() {
        check("", r#""""#);
        check("Réti 棋", r#""Réti 棋""#);
        check("a\"b\\c/d", r#""a\"b\\c/d""#);
        check("a\nb\tc\r\0\u{1b}\u{9b}", r#""a\nb\tc\r\u0000\u001b\u009b""#);
    }
}

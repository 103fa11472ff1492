//! Commands within comments: `[%clk 0:03:00]`.

use std::fmt;

/// Something for programs within a comment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Command {
    /// What it is about: letters, digits, `-` and `_`.
    pub name: String,
    /// What it says; it holds no `]`.
    pub argument: String,
}

/// Splits text at its first command; `None` if it has none.
pub(super) fn split(text: &str) -> Option<(&str, Command, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("[%")?;
        let inside = &text[start + 2..];
        if is_begun(inside) {
            let (inside, after) = inside.split_once(']')?;
            return Some((&text[..start], Command::read(inside), after));
        }
        from = start + 2;
    }
}

/// Where the last command of a text begins that is still without its end; `None` if a `]` would end none.
pub(super) fn begun(text: &str) -> Option<usize> {
    let mut before = text.len();
    loop {
        before = text[..before].rfind([']', '%'])?;
        let (ahead, behind) = text.split_at(before);
        match (ahead.strip_suffix('['), behind.strip_prefix('%')) {
            (_, None) => return None,
            (Some(ahead), Some(inside)) if is_begun(inside) => return Some(ahead.len()),
            _ => {}
        }
    }
}

/// Whether what follows a `[%` begins as a command does: with a name, and then a space or the end.
fn is_begun(inside: &str) -> bool {
    let after = inside.trim_start_matches(is_in_name);
    let ends = after.is_empty() || after.starts_with(|letter: char| letter == ']' || letter.is_whitespace());
    ends && after.len() < inside.len()
}

impl Command {
    /// The command of which this stands between `[%` and `]`.
    pub(super) fn read(inside: &str) -> Self {
        let name_end = inside.find(|letter: char| !is_in_name(letter)).unwrap_or(inside.len());
        let (name, argument) = inside.split_at(name_end);
        // Like all text of a comment it may have been broken between lines.
        let words: Vec<&str> =
            argument.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
        Self { name: name.into(), argument: words.join(" ") }
    }
}

fn is_in_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            "" => write!(f, "[%{}]", self.name),
            argument => write!(f, "[%{} {argument}]", self.name),
        }
    }
}

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
        if let Some((command, length)) = read(&text[start..]) {
            return Some((&text[..start], command, &text[start + length..]));
        }
        from = start + 2;
    }
}

/// Reads a command at the start of a text, and says how long it is.
fn read(text: &str) -> Option<(Command, usize)> {
    let inside = text.strip_prefix("[%")?;
    let end = inside.find(']')?;
    let inside = &inside[..end];
    let name_end = inside.find(|letter: char| !is_in_name(letter)).unwrap_or(inside.len());
    let (name, argument) = inside.split_at(name_end);
    if name.is_empty() || argument.starts_with(|letter: char| !letter.is_whitespace()) {
        return None;
    }
    // Like all text of a comment it may have been broken between lines.
    let words: Vec<&str> =
        argument.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    Some((Command { name: name.into(), argument: words.join(" ") }, end + "[%]".len()))
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

//! Finds the parts of a tag, however it is written.

use super::bytes::{is_line_end, is_space};
use super::find;
use std::ops::Range;

/// What a `[` turned out to begin.
#[derive(PartialEq, Eq, Debug)]
pub enum Bracket {
    /// A tag.
    Tag {
        /// Where its name stands.
        name: Range<usize>,
        /// Where its value stands, still with backslashes.
        value: Range<usize>,
        /// The first byte behind it.
        end: usize,
    },
    /// Nothing that says anything: it has no name, or no value.
    Odd,
    /// No tag at all: what follows was not meant as its name, and nothing closes it.
    Stray,
}

/// Looks at a `[` and what follows it; `None` if more of the text is needed to decide.
pub fn tag(text: &[u8], bracket: usize, is_line_start: bool, is_last: bool) -> Option<Bracket> {
    let more = |found: Option<usize>| match found {
        None if is_last => Some(text.len()),
        found => found,
    };
    let name_start = more(find_where(text, bracket + 1, |byte| byte != b' ' && byte != b'\t'))?;
    let name_end =
        more(find_where(text, name_start, |byte| is_space(byte) || matches!(byte, b'"' | b'[' | b']')))?;
    let name = name_start..name_end;
    let Some(&first) = text[name.clone()].first().filter(|&&byte| is_in_name(byte)) else {
        return nameless(&text[name_start..], is_last);
    };
    let start = more(find_where(text, name_end, |byte| !is_space(byte)))?;
    if text.get(start) == Some(&b'"') {
        match quoted(text, start + 1) {
            Quoted::Value(value, end) => return Some(Bracket::Tag { name, value, end }),
            Quoted::Open if !is_last => return None,
            // What may be a move number is a name only in a tag as it should be.
            _ if first.is_ascii_digit() => return nameless(&text[name_start..], is_last),
            _ => {}
        }
        let line_end = more(find_where(text, start, is_line_end))?;
        let (value, end) = rest_of_line(text, start + 1, line_end);
        return Some(Bracket::Tag { name, value, end });
    }
    if first.is_ascii_digit() {
        return nameless(&text[name_start..], is_last);
    }
    // Without quotation marks it is a tag only where one is expected.
    if !is_line_start || start == name_end {
        return Some(Bracket::Odd);
    }
    let line_end = more(find_where(text, name_end, is_line_end))?;
    if start < line_end {
        let (value, end) = rest_of_line(text, start, line_end);
        return Some(Bracket::Tag { name, value, end });
    }
    Some(Bracket::Odd)
}

/// Whether the name of a tag may begin so: with any letter or digit, and what is not ASCII may be one.
fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// What a `[` begins that this follows, which is no name: still something like a tag if it is closed in time, or if nothing
/// follows.
fn nameless(text: &[u8], is_last: bool) -> Option<Bracket> {
    /// So far a closing bracket is looked for.
    const AHEAD: usize = 256;
    let ahead = &text[..text.len().min(AHEAD)];
    match ahead.iter().position(|&byte| is_line_end(byte) || byte == b']') {
        Some(end) if end == 0 || ahead[end] == b']' => Some(Bracket::Odd),
        None if ahead.len() < AHEAD && !is_last => None,
        None if ahead.is_empty() => Some(Bracket::Odd),
        _ => Some(Bracket::Stray),
    }
}

fn find_where(text: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    text.get(from..)?.iter().position(|&byte| wanted(byte)).map(|found| from + found)
}

/// What a quotation mark turned out to begin.
enum Quoted {
    /// A value, and where the first byte behind the tag is.
    Value(Range<usize>, usize),
    /// So far so good, but the text is over.
    Open,
    /// Something that is not as it should be.
    Odd,
}

/// Looks for a value as it should be: closed by a quotation mark on the same line, with `]` behind it.
fn quoted(text: &[u8], start: usize) -> Quoted {
    let mut at = start;
    loop {
        at = match text.get(at..).and_then(find::value_end) {
            Some(found) => at + found,
            None => return Quoted::Open,
        };
        match (text[at], text.get(at + 1)) {
            (b'"', _) => break,
            (b'\\', None) => return Quoted::Open,
            (b'\\', Some(&escaped)) if !is_line_end(escaped) => at += 2,
            _ => return Quoted::Odd,
        }
    }
    match find_where(text, at + 1, |byte| !is_space(byte)) {
        Some(bracket) if text[bracket] == b']' => Quoted::Value(start..at, bracket + 1),
        Some(_) => Quoted::Odd,
        None => Quoted::Open,
    }
}

/// Whether a line that begins with a `[` is one tag as it should be and nothing else: `[Name "value"]`. `is_end` says
/// whether the end of the text is that of the line.
pub fn is_line(text: &[u8], is_end: bool) -> bool {
    let name = 1..find_where(text, 1, |byte| !byte.is_ascii_alphanumeric() && byte != b'_').unwrap_or(1);
    let value = match text.get(name.end..) {
        Some([b' ' | b'\t', b'"', ..]) if !name.is_empty() => name.end + 2,
        _ => return false,
    };
    let Quoted::Value(value, end) = quoted(text, value) else { return false };
    // Nothing stands between the second quotation mark and the bracket.
    end == value.end + 2
        && match find_where(text, end, |byte| byte != b' ' && byte != b'\t') {
            Some(behind) => is_line_end(text[behind]),
            None => is_end,
        }
}

/// The best guess at a value otherwise: all up to the last `]` of the line, without a last quotation mark.
fn rest_of_line(text: &[u8], start: usize, line_end: usize) -> (Range<usize>, usize) {
    let line = &text[start..line_end];
    let (line, end) = match line.iter().rposition(|&byte| byte == b']') {
        Some(bracket) => (&line[..bracket], start + bracket + 1),
        None => (line, line_end),
    };
    let line = line.trim_ascii_end();
    let line = line.strip_suffix(b"\"").unwrap_or(line);
    (start..start + line.len(), end)
}

/// A value without the backslashes before quotation marks and backslashes; `room` is for what cannot stay where it is.
pub fn unescape<'a>(value: &'a [u8], room: &'a mut Vec<u8>) -> &'a [u8] {
    if !value.contains(&b'\\') {
        return value;
    }
    room.clear();
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        room.push(match byte {
            b'\\' => bytes.next_if(|next| matches!(next, b'"' | b'\\')).unwrap_or(byte),
            _ => byte,
        });
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str, &str)>) {
        let text = text.as_bytes();
        let found = tag(text, 0, true, true).expect("all of it is there");
        let show = |range: Range<usize>| String::from_utf8_lossy(&text[range]).into_owned();
        let found = match found {
            Bracket::Tag { name, value, end } => {
                let mut room = Vec::new();
                let value = String::from_utf8_lossy(unescape(&text[value], &mut room)).into_owned();
                Some((show(name), value, show(end..text.len())))
            }
            Bracket::Odd | Bracket::Stray => None,
        };
        let expected =
            expected.map(|(name, value, rest)| (name.to_owned(), value.to_owned(), rest.to_owned()));
        assert_eq!(found, expected, "{}", text.escape_ascii());
        // With any part of it, the answer is the same or "more".
        for cut in 1..text.len() {
            let part = tag(&text[..cut], 0, true, false);
            assert!(part.is_none() || part == tag(text, 0, true, true), "{}", text[..cut].escape_ascii());
        }
    }

    #[test]
    fn tags_are_read_as_they_come() {
        check(r#"[Event "x"]"#, Some(("Event", "x", "")));
        check(r#"[Event ""]"#, Some(("Event", "", "")));
        check("[ Event\t\"x\" ] e4", Some(("Event", "x", " e4")));
        check("[Event\n\"x\"\n]\n", Some(("Event", "x", "\n")));
        check(r#"[A "x"][B "y"]"#, Some(("A", "x", r#"[B "y"]"#)));
        check(r#"[A"x"]"#, Some(("A", "x", "")));
        check(r#"[A "\"x\" \\ \n"]"#, Some(("A", r#""x" \ \n"#, "")));
        check(r#"[A "[b] {c} ;d"]"#, Some(("A", "[b] {c} ;d", "")));
    }

    #[test]
    fn names_begin_with_any_letter_or_digit() {
        check("[Événement \"x\"]", Some(("Événement", "x", "")));
        check("[Żółw x]\n", Some(("Żółw", "x", "\n")));
        check("[1 \"x\"]", Some(("1", "x", "")));
    }

    #[test]
    fn a_bracket_before_moves_is_no_tag() {
        for text in ["[ 1. e4 e5 *", "[1. e4\n", "[%clk 0:01\n]", "[*", "[ . . ."] {
            assert_eq!(tag(text.as_bytes(), 0, true, true), Some(Bracket::Stray), "{text:?}");
            check(text, None);
        }
    }

    #[test]
    fn odd_tags_are_guessed_within_their_line() {
        check("[A \"the \"big\" one\"]\n", Some(("A", "the \"big\" one", "\n")));
        check("[A \"open]\n[B \"y\"]", Some(("A", "open", "\n[B \"y\"]")));
        check("[A \"x\"\n[B \"y\"]", Some(("A", "x", "\n[B \"y\"]")));
        check("[A x y]\n", Some(("A", "x y", "\n")));
        check("[Site \"C:\\\"]\n", Some(("Site", "C:\\", "\n")));
        check("[A \"x", Some(("A", "x", "")));
    }

    #[test]
    fn what_has_no_name_or_value_is_no_tag() {
        for text in
            ["[", "[]", "[\"x\"]", "[%clk 0:01]", "[Event]", "[1 x]", "[Event", "[Event\n\n", "[[A \"x\"]]"]
        {
            check(text, None);
        }
    }
}

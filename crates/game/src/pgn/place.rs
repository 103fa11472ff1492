//! Lines and columns, counted only when somebody asks.

use super::source::MARK;
use std::fmt;

/// A place in a text: line and column, both from 1. A column is a character; a byte order mark is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
}

/// As compilers write it: `12:5`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where a token stands. Its line and column cost something to find, so they are found on request.
#[derive(Clone, Copy)]
pub struct At<'a> {
    pub(super) counter: Counter,
    /// The text between where the counter stands and the token.
    pub(super) since: &'a [u8],
}

impl At<'_> {
    /// A place that is known already.
    pub(super) fn known(place: Place) -> Self {
        Self { counter: Counter { place, ..Counter::at_line(1) }, since: &[] }
    }

    /// The line and column.
    pub fn place(&self) -> Place {
        let mut counter = self.counter;
        counter.pass(self.since);
        counter.place()
    }
}

impl fmt::Debug for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().fmt(f)
    }
}

/// Counts lines and columns as text goes by.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    /// Without the bytes that a character begun still owes.
    place: Place,
    /// The last byte that went by.
    pub previous: u8,
    character: Character,
    /// How many bytes of a byte order mark stand here at the start of the line; `None` behind anything else.
    marked: Option<u8>,
}

/// A character of UTF-8 that has begun. What turns out to be none is one character a byte, as in Latin-1.
#[derive(Clone, Copy)]
struct Character {
    /// How many bytes are still missing.
    missing: u8,
    /// How many bytes behind the first are here. They are characters by themselves if no more come.
    owed: u8,
    /// What the next byte is if it belongs here.
    next: (u8, u8),
}

impl Character {
    const NONE: Self = Self { missing: 0, owed: 0, next: CONTINUES };

    fn starting_with(byte: u8) -> Self {
        // What no character needs, being too large or written in fewer bytes, is left out.
        let (missing, next) = match byte {
            0xc2..=0xdf => (1, CONTINUES),
            0xe0 => (2, (0xa0, 0xbf)),
            0xed => (2, (0x80, 0x9f)),
            0xe1..=0xef => (2, CONTINUES),
            0xf0 => (3, (0x90, 0xbf)),
            0xf1..=0xf3 => (3, CONTINUES),
            0xf4 => (3, (0x80, 0x8f)),
            _ => (0, CONTINUES),
        };
        Self { missing, owed: 0, next }
    }

    /// Lets a byte go by; says by how many columns that is known to be further.
    fn pass(&mut self, byte: u8) -> u64 {
        let (lowest, highest) = self.next;
        if self.missing == 0 || !(lowest..=highest).contains(&byte) {
            let broken = core::mem::replace(self, Self::starting_with(byte));
            return u64::from(broken.owed) + 1;
        }
        *self = match self.missing {
            1 => Self::NONE,
            missing => Self { missing: missing - 1, owed: self.owed + 1, next: CONTINUES },
        };
        0
    }
}

/// What continues a character of UTF-8, but for the second byte of some.
const CONTINUES: (u8, u8) = (0x80, 0xbf);

impl Counter {
    /// At the first column of a line.
    pub fn at_line(line: u64) -> Self {
        Self {
            place: Place { line, column: 1 },
            previous: b'\n',
            character: Character::NONE,
            marked: Some(0),
        }
    }

    /// Where it stands: a character cut off here is over.
    fn place(&self) -> Place {
        Place { column: self.place.column + u64::from(self.character.owed), ..self.place }
    }

    /// Lets text go by. A line ends with a line feed, a carriage return or both.
    pub fn pass(&mut self, text: &[u8]) {
        let Some(&last) = text.last() else { return };
        // After a carriage return, a line feed ends the same line again.
        let joined = usize::from(self.previous == b'\r' && text[0] == b'\n');
        let ends = line_ends(text) - joined;
        let line = last_line(text);
        if line.len() < text.len() {
            self.place.column = 1;
            self.character = Character::NONE;
            self.marked = Some(0);
        }
        self.place.line += ends as u64;
        self.pass_within_line(line);
        self.previous = last;
    }

    /// Lets a part of a line go by.
    fn pass_within_line(&mut self, text: &[u8]) {
        // Nearly all text is ASCII, and there a byte is a column.
        if self.character.missing == 0 && text.is_ascii() {
            self.place.column += text.len() as u64;
            self.marked = self.marked.filter(|_| text.is_empty());
            return;
        }
        for &byte in text {
            self.place.column += self.character.pass(byte);
            let marked = self.marked.filter(|&marked| byte == MARK[usize::from(marked)]);
            self.marked = marked.map(|marked| marked + 1);
            if self.marked == Some(MARK.len() as u8) {
                self.place.column -= 1;
                self.marked = Some(0);
            }
        }
    }
}

/// What stands behind the last line end, or all of a text without one.
fn last_line(text: &[u8]) -> &[u8] {
    // Games may be one long line each, and strides are counted sooner than bytes are looked at.
    let without =
        text.rchunks(STRETCH).take_while(|part| line_ends(part) == 0).map(<[u8]>::len).sum::<usize>();
    let (rest, _) = text.split_at(text.len() - without);
    let start = rest.iter().rposition(|&byte| byte == b'\n' || byte == b'\r').map_or(0, |end| end + 1);
    &text[start..]
}

/// How many lines end in a text: with a line feed, a carriage return or both.
// No loop here looks at more than one thing, so that the compiler can count in strides.
pub fn line_ends(text: &[u8]) -> usize {
    let feeds = count(text, b'\n');
    match count(text, b'\r') {
        0 => feeds,
        returns => feeds + returns - text.windows(2).filter(|pair| *pair == b"\r\n").count(),
    }
}

/// As many bytes as can be counted in one, in whole strides.
const STRETCH: usize = 240;

fn count(text: &[u8], wanted: u8) -> usize {
    let (stretches, rest) = text.as_chunks::<STRETCH>();
    let counted = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == wanted)).sum::<u8>();
    let in_stretches: usize = stretches.iter().map(|bytes| usize::from(counted(bytes))).sum();
    in_stretches + usize::from(counted(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], line: u64, column: u64) {
        let mut whole = Counter::at_line(1);
        whole.pass(text);
        assert_eq!(whole.place(), Place { line, column }, "{}", text.escape_ascii());
        for cut in 0..=text.len() {
            let mut parts = Counter::at_line(1);
            parts.pass(&text[..cut]);
            parts.pass(&text[cut..]);
            assert_eq!(parts.place(), whole.place(), "{} cut at {cut}", text.escape_ascii());
        }
    }

    #[test]
    fn lines_end_with_feed_or_return_or_both() {
        check(b"", 1, 1);
        check(b"abc", 1, 4);
        check(b"a\nb", 2, 2);
        check(b"a\r\nb", 2, 2);
        check(b"a\rb", 2, 2);
        check(b"a\n\rb", 3, 2);
        check(b"\r\n\r\n", 3, 1);
        check(b"\n\n\r\r", 5, 1);
    }

    #[test]
    fn lines_are_counted_in_texts_of_any_length() {
        for lines in [239, 240, 241, 479, 480, 1000] {
            assert_eq!(line_ends(&vec![b'\n'; lines]), lines);
            assert_eq!(line_ends("x\r\n".repeat(lines).as_bytes()), lines);
        }
    }

    #[test]
    fn the_last_line_may_be_of_any_length() {
        for length in [0, 1, STRETCH - 1, STRETCH, STRETCH + 1, 2 * STRETCH, 2 * STRETCH + 1] {
            for (end, lines) in [("", 1), ("\n", 2), ("\r", 2), ("\r\n", 2), ("\n\n", 3)] {
                check(format!("{end}{}", "x".repeat(length)).as_bytes(), lines, length as u64 + 1);
            }
        }
    }

    #[test]
    fn columns_are_characters() {
        check("é€𝄞x".as_bytes(), 1, 5);
        check(b"Gr\xfcnfeld", 1, 9);
        check("x\né".as_bytes(), 2, 2);
    }

    #[test]
    fn a_byte_order_mark_at_the_start_of_a_line_is_no_column() {
        check("\u{feff}x".as_bytes(), 1, 2);
        check("a\n\u{feff}\u{feff}x".as_bytes(), 2, 2);
        check("a\r\u{feff}\n\u{feff}".as_bytes(), 3, 1);
        check("a\u{feff}x".as_bytes(), 1, 4);
        check(b"\xef\xbbx", 1, 4);
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_characters_of_latin_1() {
        check(b"{\xabD\xe9\xbb}", 1, 7);
        check(b"\xe9\xbb", 1, 3);
        check(b"\xe9\xbb\xe9", 1, 4);
        check(b"\xf0\x9f\x98", 1, 4);
        check(b"\xf0\x9f\x98\x80", 1, 2);
        check(b"\xe9\n\xbb", 2, 2);
        // Too long, half of a pair, too large.
        check(b"\xe0\x80\x80", 1, 4);
        check(b"\xed\xa0\x80", 1, 4);
        check(b"\xf4\x90\x80\x80", 1, 5);
    }
}

//! Reads plain movetext as far as it is in sight, without making tokens of it.
//!
//! Most movetext is plain: moves and their numbers with blanks between them, closed comments, annotations, brackets. What
//! is not, and what reaches the edge of what is in sight, is left to the lexer, which would find the same everywhere.

use super::bytes::{Class, class, is_in_word, is_line_end, is_space};
use super::find;
use super::source::{MARK, Source};
use super::visitor::{Movetext, Nag, Visitor};

/// The variations that are open.
#[derive(Default)]
pub struct Variations {
    /// How many there are.
    pub depth: u64,
    /// How many of them, from the outermost that is passed over.
    pub skipped: u64,
}

impl Variations {
    /// One more opens; it is passed over if the one around it is, or if it is not wanted.
    #[inline]
    pub fn open(&mut self, wanted: impl FnOnce() -> Movetext) {
        self.depth += 1;
        if self.skipped > 0 || wanted() == Movetext::Skip {
            self.skipped += 1;
        }
    }

    /// One closes, if there is one; says whether it was heard.
    #[inline]
    pub fn close(&mut self) -> bool {
        let is_heard = self.depth > 0 && self.skipped == 0;
        self.depth = self.depth.saturating_sub(1);
        self.skipped = self.skipped.saturating_sub(1);
        is_heard
    }
}

/// So many bytes are looked at together; what is plain is no longer.
const AHEAD: usize = 16;

/// Tells the visitor what is in sight, up to something that needs a closer look.
#[inline]
pub fn read<R, V: Visitor>(source: &mut Source<R>, visitor: &mut V, variations: &mut Variations) {
    loop {
        if variations.skipped > 0 {
            let (at, is_closed) = skip(source.text(), source.at, variations);
            source.at = at;
            if !is_closed {
                return;
            }
        }
        let (at, opened) = hear(source, visitor, variations);
        source.at = at;
        if let Some(opened) = opened {
            source.mark(opened);
        }
        if variations.skipped == 0 {
            return;
        }
    }
}

/// Tells everything, up to something else or to a variation that is to be passed over; says where that is, and where the
/// last variation of the main line opened.
#[inline]
fn hear<R, V: Visitor>(
    source: &Source<R>,
    visitor: &mut V,
    variations: &mut Variations,
) -> (usize, Option<usize>) {
    let text = source.text();
    let (mut at, mut opened) = (source.at, None);
    while let Some(ahead) = text.get(at..).and_then(|rest| rest.first_chunk::<AHEAD>()) {
        match class(ahead[0]) {
            Class::Blank | Class::LineEnd | Class::Dot => at += 1,
            Class::Word => {
                let Some(length) = word(ahead) else { break };
                visitor.san(&text[at..at + length], source.place(at));
                at = behind_blank(text, at + length);
                if text.get(at) == Some(&b'{') {
                    let Some(behind) = hear_comment(source, visitor, at) else { break };
                    at = behind;
                }
            }
            Class::Digit => match number(ahead) {
                Some(length) => at += length,
                None => break,
            },
            Class::Brace => {
                let Some(behind) = hear_comment(source, visitor, at) else { break };
                at = behind;
            }
            Class::Mark => {
                let length = 1 + usize::from(class(ahead[1]) == Class::Mark);
                if class(ahead[length]) == Class::Mark {
                    break;
                }
                visitor.nag(Nag::from_marks(&ahead[..length]), source.place(at));
                at = behind_blank(text, at + length);
            }
            Class::Dollar => match digits(&ahead[1..]) {
                length @ 1..=5 => {
                    visitor.nag(Nag::from_digits(&ahead[1..=length]), source.place(at));
                    at = behind_blank(text, at + 1 + length);
                }
                _ => break,
            },
            Class::Open => {
                if variations.depth == 0 {
                    opened = Some(at);
                }
                at += 1;
                variations.open(|| visitor.begin_variation());
                if variations.skipped > 0 {
                    break;
                }
            }
            Class::Close => {
                at += 1;
                if variations.close() {
                    visitor.end_variation();
                }
            }
            _ => break,
        }
    }
    (at, opened)
}

/// Behind the blank that mostly follows a token.
#[inline]
fn behind_blank(text: &[u8], at: usize) -> usize {
    at + usize::from(text.get(at).is_some_and(|&byte| is_space(byte)))
}

/// Tells a comment that is plain, and says where it goes on behind it.
#[inline]
fn hear_comment<R, V: Visitor>(source: &Source<R>, visitor: &mut V, start: usize) -> Option<usize> {
    let text = source.text();
    let end = comment(text, start)?;
    visitor.comment(&text[start + 1..end], source.place(start));
    Some(behind_blank(text, end + 1))
}

/// Where a comment is closed, if it is and no other opens in it.
#[inline]
fn comment(text: &[u8], start: usize) -> Option<usize> {
    let end = start + 1 + find::brace(&text[start + 1..])?;
    (text[end] == b'}').then_some(end)
}

/// The length of a word, unless it is long, a promotion in brackets may belong to it, or a result may hang on it.
// Bit by bit from a table: guessing where words of different lengths end costs more than looking at all bytes.
#[inline]
fn word(ahead: &[u8; AHEAD]) -> Option<usize> {
    let ends = ahead[..8].iter().enumerate().map(|(index, &byte)| u32::from(!is_in_word(byte)) << index);
    let ends = ends.fold(0, |all, end| all | end);
    let length = ends.trailing_zeros() as usize;
    (length < 8 && ahead[length] != b'(' && !matches!(ahead[..length], [.., b'-', b'0' | b'1']))
        .then_some(length)
}

/// The length of a move number with its dots and blanks, if that is what it is.
#[inline]
fn number(ahead: &[u8; AHEAD]) -> Option<usize> {
    let (_, rest) = ahead.split_at(digits(ahead));
    let behind = match rest {
        [b'.', b'.', b'.', b' ', ..] => 4,
        [b'.', b' ', ..] => 2,
        [b'.', ..] => 1,
        _ => return None,
    };
    Some(AHEAD - rest.len() + behind)
}

/// How many digits come first.
#[inline]
fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Passes over variations. Says where they end, or where something needs a closer look, and whether they have ended.
fn skip(text: &[u8], start: usize, variations: &mut Variations) -> (usize, bool) {
    let mut at = start;
    while let Some(found) = find::structure(&text[at..]) {
        at += found;
        match text[at] {
            b')' => {
                at += 1;
                variations.close();
                if variations.skipped == 0 {
                    return (at, true);
                }
            }
            // Perhaps it belongs to a promotion.
            b'(' if at > start && matches!(text[at - 1], b'1' | b'8') => {
                match text.get(at + 1..at + 3) {
                    None | Some([b'Q' | b'R' | b'B' | b'N', b')']) => {
                        return (word_start(text, start, at), false);
                    }
                    Some(_) => {}
                }
                at += 1;
                variations.open(|| Movetext::Skip);
            }
            b'(' => {
                at += 1;
                variations.open(|| Movetext::Skip);
            }
            b'{' => match comment(text, at) {
                Some(end) => at = end + 1,
                None => return (at, false),
            },
            0x1b => at += 1,
            // A byte order mark may stand before it, so that it begins the line all the same.
            b'%' | b'[' if at > start && MARK.ends_with(&text[at - 1..at]) => {
                return (word_start(text, start, at), false);
            }
            // It hides the line that it begins, and is nothing special elsewhere.
            b'%' if at > start && !is_line_end(text[at - 1]) => at += 1,
            _ => return (at, false),
        }
    }
    (word_start(text, start, text.len()), false)
}

/// Where the word begins that ends before `end`.
fn word_start(text: &[u8], start: usize, end: usize) -> usize {
    let length = text[start..end].iter().rev().take_while(|&&byte| is_in_word(byte)).count();
    end - length
}

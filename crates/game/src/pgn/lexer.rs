//! Cuts text into tokens, without knowing what games are.

mod gap;

pub use gap::Gap;

use super::bytes::{Class, class, is_in_word, is_line_end};
use super::find;
use super::lost::next_game;
use super::place::{At, Place};
use super::source::Source;
use super::tag::{self, Bracket};
use super::visitor::{GameResult, Nag};
use std::io::{self, Cursor, Read};
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A tag; the token's bytes are its value.
    Tag,
    /// A `[` that begins a tag without a name or a value.
    OddBracket,
    /// A move, or anything else that is nothing else.
    Word,
    /// A move number; the token's bytes are its digits and dots.
    Number,
    /// An annotation.
    Nag(Nag),
    /// A comment, or the last part of a very long one.
    Comment,
    /// An earlier part of a very long comment.
    CommentPart,
    /// A `{` that nothing closes; its text has been a comment before.
    Unterminated,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A result.
    Result(GameResult),
    /// There is nothing more.
    End,
}

/// A token: what it is and where, as indices of bytes in sight. Valid until the next one is asked for.
///
/// It is small enough to be returned in registers; no index in sight needs more than 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    start: u32,
    from: u32,
    to: u32,
}

impl Token {
    /// One that says all that it covers.
    #[inline]
    fn new(kind: Kind, start: usize, end: usize) -> Self {
        Self::saying(kind, start, start..end)
    }

    /// One that says only a part of what it covers.
    #[inline]
    fn saying(kind: Kind, start: usize, bytes: Range<usize>) -> Self {
        Self { kind, start: start as u32, from: bytes.start as u32, to: bytes.end as u32 }
    }
}

/// A comment being read.
#[derive(Default)]
struct OpenComment {
    /// Bytes behind the start of the token that have been searched in vain.
    searched: usize,
    /// The first of them that is a `{`, if any.
    inner_brace: Option<usize>,
    /// Where the comment began, if parts of it are out of sight.
    began: Option<Place>,
    /// Whether the comment ends with its line.
    is_line: bool,
}

/// Text on its way to tokens.
pub struct Lexer<R> {
    source: Source<R>,
    /// A token that was put back.
    pending: Option<Token>,
    /// Whether the rest of the line is to be passed over.
    skips_line: bool,
    comment: OpenComment,
    /// Where the `{` stood that was last found to be unterminated, if that is out of sight.
    unterminated: Option<Place>,
    /// Whether the text ended within a comment.
    ended_in_comment: bool,
    tag_name: Range<usize>,
}

impl Lexer<Cursor<Vec<u8>>> {
    pub fn of_text(text: Vec<u8>) -> Self {
        Self::over(Source::of_text(text))
    }

    pub fn into_text(self) -> Vec<u8> {
        self.source.into_text()
    }
}

impl<R: Read> Lexer<R> {
    pub fn new(input: R, line: u64) -> Self {
        Self::over(Source::new(input, line))
    }

    fn over(source: Source<R>) -> Self {
        Self {
            source,
            pending: None,
            skips_line: false,
            comment: OpenComment::default(),
            unterminated: None,
            ended_in_comment: false,
            tag_name: 0..0,
        }
    }

    /// The next token.
    #[inline]
    pub fn next(&mut self) -> io::Result<Token> {
        if let Some(token) = self.pending.take() {
            return Ok(token);
        }
        loop {
            if let Some(token) = self.scan() {
                return Ok(token);
            }
            self.source.refill()?;
        }
    }

    /// What is to be read next, if nothing is being read or has been put back.
    #[inline]
    pub fn plain(&mut self) -> Option<&mut Source<R>> {
        let is_plain = self.pending.is_none()
            && !self.skips_line
            && self.comment.began.is_none()
            && self.comment.searched == 0;
        is_plain.then_some(&mut self.source)
    }

    /// Makes a token the next one again. It must be the last one.
    pub fn put_back(&mut self, token: Token) {
        self.pending = Some(token);
    }

    /// What a token says.
    #[inline]
    pub fn bytes(&self, token: &Token) -> &[u8] {
        &self.source.text()[token.from as usize..token.to as usize]
    }

    /// The name of the tag that came last.
    pub fn tag_name(&self) -> &[u8] {
        &self.source.text()[self.tag_name.clone()]
    }

    /// Where a token stands.
    #[inline]
    pub fn at(&self, token: &Token) -> At<'_> {
        match (&token.kind, self.unterminated) {
            (Kind::Unterminated, Some(place)) => At::known(place),
            _ => self.source.place(token.start as usize),
        }
    }

    /// Remembers where a token stands.
    pub fn mark(&mut self, token: &Token) {
        self.source.mark(token.start as usize);
    }

    /// Where the token stands that was remembered, there or in the source itself.
    pub fn marked(&self) -> Option<Place> {
        self.source.marked()
    }

    /// Whether a result stands before a token.
    pub fn is_behind_result(&self, token: &Token) -> bool {
        let word = self.source.word_before(token.start as usize);
        GameResult::from_odd_word(&word).is_some() || GameResult::behind_move(&word).is_some()
    }

    /// Where the next token is looked for.
    pub fn place(&self) -> Place {
        self.source.place(self.source.at).place()
    }

    /// Sees to it that places behind a token are cheap.
    pub fn count_some(&mut self, token: &Token) {
        self.source.count_some(token.start as usize);
    }

    /// The place of a token, found in less time than it takes to read what stands before it.
    pub fn count_to(&mut self, token: &Token) -> Place {
        self.source.count_to(token.start as usize);
        self.at(token).place()
    }

    /// How many bytes of the stream stand before a token.
    pub fn offset(&self, token: &Token) -> u64 {
        self.source.offset(token.start as usize)
    }

    /// Passes over the rest of the line.
    pub fn skip_line(&mut self) {
        self.skips_line = true;
    }

    /// Whether the text ended within a comment.
    pub fn ended_in_comment(&self) -> bool {
        self.ended_in_comment
    }

    /// The next token, if all of it is in sight.
    #[inline]
    fn scan(&mut self) -> Option<Token> {
        if self.comment.began.is_some() {
            let at = self.source.at;
            return if self.comment.is_line { self.line_text(at, at) } else { self.comment_text(at, at) };
        }
        if self.skips_line && !self.pass_line() {
            return None;
        }
        loop {
            let start = self.source.at;
            let Some(&byte) = self.source.text().get(start) else {
                return self.source.has_ended().then(|| Token::new(Kind::End, start, start));
            };
            return match class(byte) {
                Class::Blank | Class::LineEnd | Class::Dot => {
                    self.source.at += 1;
                    continue;
                }
                Class::Digit => self.number(start),
                Class::Mark => {
                    let end = self.run(start, |byte| matches!(byte, b'!' | b'?'))?;
                    let nag = Nag::from_marks(&self.source.text()[start..end]);
                    Some(self.token(Kind::Nag(nag), start, end))
                }
                Class::Brace => self.comment(start),
                Class::Semicolon => self.line_comment(start),
                Class::Open => Some(self.token(Kind::Open, start, start + 1)),
                Class::Close => Some(self.token(Kind::Close, start, start + 1)),
                Class::Star => Some(self.token(Kind::Result(GameResult::Unknown), start, start + 1)),
                Class::Dollar => self.dollar(start),
                Class::Bracket => self.bracket(start),
                Class::CloseBrace => Some(self.token(Kind::Word, start, start + 1)),
                Class::Percent if is_line_end(self.source.before(start)) => {
                    if !self.pass_line() {
                        return None;
                    }
                    continue;
                }
                Class::OrderMark if is_line_end(self.source.before(start)) => {
                    if self.source.pass_mark()? {
                        continue;
                    }
                    self.word(start)
                }
                Class::Half => self.result_or_word(start),
                Class::Word | Class::Percent | Class::OrderMark => self.word(start),
            };
        }
    }

    /// Passes over the rest of the line; says whether its end has come into sight.
    fn pass_line(&mut self) -> bool {
        let rest = &self.source.text()[self.source.at..];
        let end = rest.iter().position(|&byte| is_line_end(byte));
        self.source.at += end.unwrap_or(rest.len());
        self.skips_line = end.is_none() && !self.source.has_ended();
        !self.skips_line
    }

    #[inline]
    fn token(&mut self, kind: Kind, start: usize, end: usize) -> Token {
        self.source.at = end;
        Token::new(kind, start, end)
    }

    /// The end of a run of bytes, if it is in sight.
    #[inline]
    fn run(&self, start: usize, goes_on: impl Fn(u8) -> bool) -> Option<usize> {
        let text = self.source.text();
        match text[start..].iter().position(|&byte| !goes_on(byte)) {
            Some(length) => Some(start + length),
            None => self.source.is_last().then_some(text.len()),
        }
    }

    #[inline]
    fn word(&mut self, start: usize) -> Option<Token> {
        let mut end = self.run(start, is_in_word)?;
        let text = self.source.text();
        // A promotion may stand in brackets: e8(Q).
        if text.get(end) == Some(&b'(') && matches!(text[end - 1], b'1' | b'8') {
            match text.get(end + 1..end + 3) {
                Some([b'Q' | b'R' | b'B' | b'N', b')']) => end += 3,
                None if !self.source.is_last() => return None,
                _ => {}
            }
        }
        let length = GameResult::behind_move(&text[start..end]).unwrap_or(end - start);
        Some(self.token(Kind::Word, start, start + length))
    }

    #[inline]
    fn number(&mut self, start: usize) -> Option<Token> {
        let digits = self.run(start, |byte| byte.is_ascii_digit())?;
        let text = self.source.text();
        let next = text.get(digits).copied();
        if next.is_none_or(|byte| !is_in_word(byte)) && &text[start..digits] == b"0000" {
            return self.word(start);
        }
        if next.is_none_or(|byte| byte == b'.' || byte.is_ascii_alphabetic() || !is_in_word(byte)) {
            let end = self.run(digits, |byte| byte == b'.')?;
            return Some(self.token(Kind::Number, start, end));
        }
        self.result_or_word(start)
    }

    /// A result, or what only looks like one.
    fn result_or_word(&mut self, start: usize) -> Option<Token> {
        let word = self.word(start)?;
        Some(match GameResult::from_odd_word(self.bytes(&word)) {
            Some(result) => Token { kind: Kind::Result(result), ..word },
            None => word,
        })
    }

    fn dollar(&mut self, start: usize) -> Option<Token> {
        let end = self.run(start + 1, |byte| byte.is_ascii_digit())?;
        let digits = &self.source.text()[start + 1..end];
        let kind = if digits.is_empty() { Kind::Word } else { Kind::Nag(Nag::from_digits(digits)) };
        Some(self.token(kind, start, end))
    }

    fn bracket(&mut self, start: usize) -> Option<Token> {
        let is_line_start = is_line_end(self.source.before(start));
        match tag::tag(self.source.text(), start, is_line_start, self.source.is_last())? {
            Bracket::Tag { name, mut value, end } => {
                // What is too long for one token is left out.
                let text = self.source.text();
                let is_cut = !self.source.has_ended() && end == text.len() && text.last() != Some(&b']');
                if is_cut {
                    value.end = value.start + whole_letters(&text[value.clone()]);
                }
                self.skips_line = is_cut;
                self.source.at = end;
                self.tag_name = name;
                Some(Token::saying(Kind::Tag, start, value))
            }
            odd => {
                let end = self.run(start + 1, is_in_word)?;
                let kind = if odd == Bracket::Stray { Kind::Word } else { Kind::OddBracket };
                Some(self.token(kind, start, end))
            }
        }
    }

    fn line_comment(&mut self, start: usize) -> Option<Token> {
        self.line_text(start, start + 1)
    }

    /// A comment of which this is the text, up to the end of its line or as far as there is room.
    fn line_text(&mut self, start: usize, from: usize) -> Option<Token> {
        let end = self.run(from, |byte| !is_line_end(byte))?;
        let is_over = self.source.has_ended() || end < self.source.text().len();
        self.comment = if is_over {
            OpenComment::default()
        } else {
            let began = self.comment.began.unwrap_or_else(|| self.source.place(start).place());
            OpenComment { began: Some(began), is_line: true, ..OpenComment::default() }
        };
        self.source.at = end;
        let kind = if is_over { Kind::Comment } else { Kind::CommentPart };
        Some(Token::saying(kind, start, from..end))
    }

    fn comment(&mut self, start: usize) -> Option<Token> {
        self.comment_text(start, start + 1)
    }

    /// A comment of which this is the text, up to its end or as far as there is room.
    fn comment_text(&mut self, start: usize, from: usize) -> Option<Token> {
        let text = self.source.text();
        let mut searched = from.max(start + self.comment.searched);
        let closed = loop {
            match find::brace(&text[searched..]) {
                Some(found) if text[searched + found] == b'}' => break Some(searched + found),
                Some(found) => {
                    searched += found;
                    self.comment.inner_brace.get_or_insert(searched - start);
                    searched += 1;
                }
                None => break None,
            }
        };
        let is_over = self.source.is_last();
        let lost = match (closed, self.comment.inner_brace) {
            // Another comment opens in this one: perhaps it is in another game.
            (Some(end), Some(brace)) => next_game(&text[from..end], start + brace - from, false),
            (None, _) if is_over => next_game(&text[from..], text.len() - from, true),
            _ => None,
        };
        if let Some(lost) = lost {
            self.ended_in_comment |= closed.is_none() && self.source.has_ended();
            return Some(self.unterminated(start, from..from + lost));
        }
        if let Some(end) = closed {
            self.comment = OpenComment::default();
            self.source.at = end + 1;
            return Some(Token::saying(Kind::Comment, start, from..end));
        }
        let end = text.len();
        if self.source.has_ended() {
            self.ended_in_comment = true;
            return Some(self.unterminated(start, from..end));
        }
        if !is_over {
            self.comment.searched = end - start;
            return None;
        }
        let began = self.comment.began.unwrap_or_else(|| self.source.place(start).place());
        self.comment = OpenComment { began: Some(began), ..OpenComment::default() };
        self.source.at = end;
        Some(Token::saying(Kind::CommentPart, start, from..end))
    }

    /// Hands over the text of a comment that nothing closes, and then says so.
    fn unterminated(&mut self, start: usize, bytes: Range<usize>) -> Token {
        self.unterminated = self.comment.began;
        self.comment = OpenComment::default();
        self.source.at = bytes.end;
        self.pending = Some(Token::saying(Kind::Unterminated, start, bytes.clone()));
        Token::saying(Kind::Comment, start, bytes)
    }
}

/// How many bytes of a text that was cut off make whole letters, if it is UTF-8.
fn whole_letters(text: &[u8]) -> usize {
    match core::str::from_utf8(text) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    }
}

//! A window on a stream of bytes, wide enough for one token.

use super::place::{At, Counter, Place};
use std::io::{self, Cursor, ErrorKind, Read};

/// How much is read at once.
const USUAL: usize = 32 * 1024;

/// A token longer than this is cut.
const LARGEST: usize = 1024 * 1024;

/// The mark that some programs put before text in UTF-8.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes from somewhere, of which some are in sight.
pub struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next token starts.
    pub at: usize,
    end: usize,
    /// How many bytes have gone out of sight before the buffer's first.
    passed: u64,
    has_ended: bool,
    is_full: bool,
    /// Stands at byte `counted` of the buffer.
    counter: Counter,
    counted: usize,
    mark: Option<Mark>,
    /// The last few bytes that have gone out of sight, one blank for many.
    tail: Vec<u8>,
}

/// A byte of which the place may be asked for later.
#[derive(Clone, Copy)]
enum Mark {
    /// In sight, and not yet counted.
    Ahead(usize),
    /// Counted, perhaps out of sight.
    Passed(Place),
}

impl<R> Source<R> {
    pub fn new(input: R, line: u64) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            at: 0,
            end: 0,
            passed: 0,
            has_ended: false,
            is_full: false,
            counter: Counter::at_line(line),
            counted: 0,
            mark: None,
            tail: Vec::new(),
        }
    }

    /// What is in sight, from bytes already used to the last byte read.
    #[inline]
    pub fn text(&self) -> &[u8] {
        &self.buffer[..self.end]
    }

    /// Whether the token at `at` is over if it reaches the end of what is in sight: there is no more, or no more room.
    #[inline]
    pub fn is_last(&self) -> bool {
        self.has_ended || self.is_full && self.at == 0
    }

    /// Whether everything has been read.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The byte before one in sight; a line end before the first.
    pub fn before(&self, index: usize) -> u8 {
        if index > self.counted { self.buffer[index - 1] } else { self.counter.previous }
    }

    /// Where a byte in sight stands, which must not be before the last one counted.
    #[inline]
    pub fn place(&self, index: usize) -> At<'_> {
        At { counter: self.counter, since: &self.buffer[self.counted..index] }
    }

    /// How many bytes of the stream stand before one in sight.
    pub fn offset(&self, index: usize) -> u64 {
        self.passed + index as u64
    }

    /// Counts the lines up to a byte if they are many, so that they need not be counted again for each place behind it.
    #[inline]
    pub fn count_some(&mut self, index: usize) {
        /// Counting so much takes less than a microsecond.
        const MANY: usize = 8 * 1024;
        if index - self.counted >= MANY {
            self.count_to(index);
        }
    }

    /// Passes over a byte order mark at the start of a line, which counts for nothing; says whether there is one, if
    /// enough is in sight to tell.
    pub fn pass_mark(&mut self) -> Option<bool> {
        let rest = &self.text()[self.at..];
        if rest.starts_with(MARK) {
            self.at += MARK.len();
            self.count_to(self.at);
            // What follows is at the start of the line as well.
            self.counter.previous = b'\n';
            return Some(true);
        }
        let is_cut = MARK.starts_with(rest) && !self.is_last();
        (!is_cut).then_some(false)
    }

    /// Remembers a byte in sight, which must not be before the last one counted, in place of the one before. To count up
    /// to it at once would take long where there are many.
    #[inline]
    pub fn mark(&mut self, index: usize) {
        self.mark = Some(Mark::Ahead(index));
    }

    /// Where the byte stands that was remembered.
    pub fn marked(&self) -> Option<Place> {
        match self.mark? {
            Mark::Ahead(index) => Some(self.place(index).place()),
            Mark::Passed(place) => Some(place),
        }
    }

    /// The word before a byte in sight, blanks between them left out, as far as a result may be long.
    pub fn word_before(&self, index: usize) -> Vec<u8> {
        let before = self.until(index);
        let word = before.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
        word.unwrap_or_default().to_vec()
    }

    /// The last few bytes before one in sight, one blank for many.
    fn until(&self, index: usize) -> Vec<u8> {
        const FEW: usize = 24;
        let text = &self.buffer[..index];
        let word = text.trim_ascii_end();
        let seen = &word[word.len().saturating_sub(FEW)..];
        let blank: &[u8] = if word.len() < text.len() { b" " } else { b"" };
        let mut bytes = [&self.tail, seen, blank].concat();
        if seen.is_empty() && self.tail.ends_with(b" ") {
            bytes.truncate(self.tail.len());
        }
        bytes.drain(..bytes.len().saturating_sub(FEW));
        bytes
    }

    /// Counts the lines up to a byte.
    pub fn count_to(&mut self, index: usize) {
        if matches!(self.mark, Some(Mark::Ahead(marked)) if marked < index) {
            self.mark = self.marked().map(Mark::Passed);
        }
        self.counter.pass(&self.buffer[self.counted..index]);
        self.counted = index;
    }
}

impl Source<Cursor<Vec<u8>>> {
    /// A text that is all there. It is looked at where it lies, unless it is so long that its tokens may need cutting.
    pub fn of_text(text: Vec<u8>) -> Self {
        if text.len() > LARGEST {
            return Self::new(Cursor::new(text), 1);
        }
        let end = text.len();
        Self { buffer: text, end, has_ended: true, ..Self::new(Cursor::new(Vec::new()), 1) }
    }

    /// The text again.
    pub fn into_text(self) -> Vec<u8> {
        let Self { input, buffer, .. } = self;
        let text = input.into_inner();
        if text.is_empty() { buffer } else { text }
    }
}

impl<R: Read> Source<R> {
    /// Brings more into sight, from `at` on.
    #[cold]
    pub fn refill(&mut self) -> io::Result<()> {
        if self.has_ended {
            return Ok(());
        }
        self.count_to(self.at);
        self.tail = self.until(self.at);
        self.buffer.copy_within(self.at..self.end, 0);
        self.end -= self.at;
        self.passed += self.at as u64;
        self.at = 0;
        self.counted = 0;
        self.is_full = self.end == LARGEST;
        if self.is_full {
            return Ok(());
        }
        if self.end == self.buffer.len() {
            self.buffer.resize((self.buffer.len() * 2).clamp(USUAL, LARGEST), 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.has_ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}

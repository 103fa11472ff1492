//! Cuts a stream of games into chunks that can be looked at by themselves.

use regence_game::pgn::GameResult;
use std::io::{self, ErrorKind, Read};

/// How large a chunk is, roughly.
const USUAL: usize = 256 * 1024;

/// A chunk that would be larger is cut anywhere.
const LARGEST: usize = 4 * 1024 * 1024;

/// A part of a stream.
pub struct Chunk {
    /// What it says.
    pub text: Vec<u8>,
    /// What seems to follow. Only whoever reads the chunk can tell for sure.
    pub next: Next,
}

/// What follows a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A game that begins with a tag, or nothing.
    Tag,
    /// A game that begins with its first move.
    Moves,
    /// Anything.
    Unknown,
}

/// Reads chunks.
pub struct Chunks<R> {
    input: R,
    /// What has been read beyond the last chunk.
    rest: Vec<u8>,
    has_ended: bool,
}

impl<R: Read> Chunks<R> {
    pub fn new(input: R) -> Self {
        Self { input, rest: Vec::new(), has_ended: false }
    }

    /// The next chunk; `None` if there is nothing more. What was in `room` is lost, but not its memory: fresh memory
    /// costs more than reading.
    ///
    /// A stream that has nothing more for now is not waited for if there is a whole game already.
    pub fn next(&mut self, mut room: Vec<u8>) -> io::Result<Option<Chunk>> {
        let (mut wanted, mut searched) = (USUAL, 0);
        let cut = loop {
            self.read(wanted)?;
            if self.has_ended {
                break (self.rest.len(), Next::Tag);
            }
            let from = searched;
            searched = self.rest.len().saturating_sub(START.len() + 2);
            if let Some(cut) = last_game(&self.rest, from).or_else(|| last_result(&self.rest, from)) {
                break cut;
            }
            if self.rest.len() >= wanted {
                if wanted >= LARGEST {
                    break (self.rest.len(), Next::Unknown);
                }
                wanted *= 2;
            }
        };
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (end, next) = cut;
        room.clear();
        room.extend_from_slice(&self.rest[end..]);
        let mut text = std::mem::replace(&mut self.rest, room);
        text.truncate(end);
        Ok(Some(Chunk { text, next }))
    }

    /// Reads until there are so many bytes, or the stream has no more for now.
    fn read(&mut self, wanted: usize) -> io::Result<()> {
        let mut length = self.rest.len();
        self.rest.resize(wanted.max(length), 0);
        let outcome = loop {
            if length >= wanted {
                break Ok(());
            }
            let missing = wanted - length;
            match self.input.read(&mut self.rest[length..]) {
                Ok(0) => {
                    self.has_ended = true;
                    break Ok(());
                }
                Ok(read) => {
                    length += read;
                    if read < missing {
                        break Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.rest.truncate(length);
        outcome
    }
}

/// How a game seems to begin.
const START: &[u8] = b"[Event \"";

/// Where the last game of a text seems to begin, in its part from here on: with an `[Event "` after an empty line, but not
/// at its very start.
fn last_game(text: &[u8], from: usize) -> Option<(usize, Next)> {
    let mut before = text.len();
    while let Some(at) = text[from..before].iter().rposition(|&byte| byte == b'[') {
        let (lines, game) = text.split_at(from + at);
        if game.starts_with(START) && (lines.ends_with(b"\n\n") || lines.ends_with(b"\n\r\n")) {
            return Some((from + at, Next::Tag));
        }
        before = from + at;
    }
    None
}

/// Where the last game of a text seems to begin that has other tags or none, in its part from here on: with a tag or a
/// first move after a result and an empty line.
fn last_result(text: &[u8], from: usize) -> Option<(usize, Next)> {
    let mut before = text.len();
    while let Some(at) = text[from..before].iter().rposition(|&byte| byte == b'\n') {
        let (lines, game) = text.split_at(from + at + 1);
        let next = match game {
            [b'[', letter, ..] if letter.is_ascii_alphabetic() => Some(Next::Tag),
            [b'1', b'.', ..] => Some(Next::Moves),
            _ => None,
        };
        let is_behind_empty = lines.ends_with(b"\n\n") || lines.ends_with(b"\n\r\n");
        if let Some(next) = next.filter(|_| is_behind_empty && ends_with_result(lines)) {
            return Some((lines.len(), next));
        }
        before = from + at;
    }
    None
}

/// Whether the last word of some lines is a result.
fn ends_with_result(lines: &[u8]) -> bool {
    let word = lines.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    word.is_some_and(|word| GameResult::from_word(word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next<R: Read>(chunks: &mut Chunks<R>) -> Option<Chunk> {
        chunks.next(b"used before".to_vec()).expect("bytes can be read")
    }

    #[test]
    fn chunks_begin_with_games_and_leave_nothing_out() {
        let game = "[Event \"x\"]\r\n[Site \"y\"]\r\n\r\n1. e4 {\n[Event \"z\"]\n} e5 *\r\n\r\n";
        let text = game.repeat(30_000);
        let (mut chunks, mut joined) = (Chunks::new(text.as_bytes()), Vec::new());
        while let Some(chunk) = next(&mut chunks) {
            assert!(chunk.next == Next::Tag && chunk.text.starts_with(b"[Event \"x\""));
            joined.extend(chunk.text);
        }
        assert!(joined == text.as_bytes());
    }

    /// A stream that has so much for now, and then so much.
    struct Trickle<'a>(&'a [&'a str]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            self.0 = rest;
            first.as_bytes().read(buffer)
        }
    }

    #[test]
    fn whole_games_do_not_wait_for_more() {
        let parts = [
            "[Event \"a\"]\n\n1. e4 *\n\n[Eve",
            "nt \"b\"]\n\n1. d4 *\n",
            "\n",
            "[Event \"c\"]\n\n1. c4 *\n",
        ];
        let mut chunks = Chunks::new(Trickle(&parts));
        for expected in
            ["[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"b\"]\n\n1. d4 *\n\n", "[Event \"c\"]\n\n1. c4 *\n"]
        {
            let chunk = next(&mut chunks).expect("there are more");
            assert_eq!((str::from_utf8(&chunk.text), chunk.next), (Ok(expected), Next::Tag));
        }
        assert!(next(&mut chunks).is_none());
    }

    #[test]
    fn games_with_other_tags_or_none_do_not_wait_for_more() {
        let parts = ["1. e4 1-0\r\n\r\n1", ". d4 *\n", "\n[Whi", "te \"x\"]\n\n1. c4\n\n1. e4 *\n"];
        let mut chunks = Chunks::new(Trickle(&parts));
        for expected in [
            ("1. e4 1-0\r\n\r\n", Next::Moves),
            ("1. d4 *\n\n", Next::Tag),
            ("[White \"x\"]\n\n1. c4\n\n1. e4 *\n", Next::Tag),
        ] {
            let chunk = next(&mut chunks).expect("there are more");
            assert_eq!((str::from_utf8(&chunk.text), chunk.next), (Ok(expected.0), expected.1));
        }
        assert!(next(&mut chunks).is_none());
    }

    #[test]
    fn text_without_games_is_cut_somewhere() {
        let text = "x".repeat(LARGEST + 5);
        let mut chunks = Chunks::new(text.as_bytes());
        let first = next(&mut chunks).expect("there are some");
        assert!(first.text.len() == LARGEST && first.next == Next::Unknown);
        let second = next(&mut chunks).expect("there are more");
        assert!(second.text.len() == 5 && second.next == Next::Tag);
        assert!(next(&mut chunks).is_none());
    }
}

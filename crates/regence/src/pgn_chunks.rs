//! Cuts a stream of games into chunks that can be looked at by themselves.

use regence_game::pgn::line_ends;
use std::io::{self, ErrorKind, Read};

/// How large a chunk is, roughly.
const USUAL: usize = 256 * 1024;

/// A chunk that would be larger is cut anywhere.
const LARGEST: usize = 4 * 1024 * 1024;

/// A part of a stream.
pub struct Chunk {
    /// What it says.
    pub text: Vec<u8>,
    /// The number of its first line.
    pub line: u64,
    /// Whether a game seems to begin behind it, or nothing follows. Only whoever reads the chunk can tell for sure.
    pub ends_well: bool,
}

/// Reads chunks.
pub struct Chunks<R> {
    input: R,
    /// What has been read beyond the last chunk.
    rest: Vec<u8>,
    line: u64,
    has_ended: bool,
}

impl<R: Read> Chunks<R> {
    pub fn new(input: R) -> Self {
        Self { input, rest: Vec::new(), line: 1, has_ended: false }
    }

    /// The next chunk; `None` if there is nothing more.
    pub fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut wanted = USUAL;
        let cut = loop {
            self.read(wanted)?;
            if self.has_ended {
                break Some(self.rest.len());
            }
            match last_game(&self.rest) {
                Some(game) => break Some(game),
                None if wanted >= LARGEST => break None,
                None => wanted *= 2,
            }
        };
        if self.rest.is_empty() {
            return Ok(None);
        }
        let rest = self.rest.split_off(cut.unwrap_or(self.rest.len()));
        let text = std::mem::replace(&mut self.rest, rest);
        let line = self.line;
        self.line += line_ends(&text) as u64;
        Ok(Some(Chunk { text, line, ends_well: cut.is_some() }))
    }

    /// Reads until there are so many bytes, or no more.
    fn read(&mut self, wanted: usize) -> io::Result<()> {
        while self.rest.len() < wanted && !self.has_ended {
            let missing = (wanted - self.rest.len()) as u64;
            match self.input.by_ref().take(missing).read_to_end(&mut self.rest) {
                Ok(0) => self.has_ended = true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Where the last game of a text seems to begin: with an `[Event "` after an empty line, but not at its very start.
fn last_game(text: &[u8]) -> Option<usize> {
    const START: &[u8] = b"[Event \"";
    let mut before = text.len();
    while let Some(at) = text[..before].iter().rposition(|&byte| byte == b'[') {
        let (lines, game) = text.split_at(at);
        if game.starts_with(START) && (lines.ends_with(b"\n\n") || lines.ends_with(b"\n\r\n")) {
            return Some(at);
        }
        before = at;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_begin_with_games_and_leave_nothing_out() {
        let game = "[Event \"x\"]\r\n[Site \"y\"]\r\n\r\n1. e4 {\n[Event \"z\"]\n} e5 *\r\n\r\n";
        let text = game.repeat(30_000);
        let (mut chunks, mut joined) = (Chunks::new(text.as_bytes()), Vec::new());
        while let Some(chunk) = chunks.next().expect("bytes can be read") {
            assert!(chunk.ends_well && chunk.text.starts_with(b"[Event \"x\""));
            assert_eq!(chunk.line, 1 + line_ends(&joined) as u64);
            joined.extend(chunk.text);
        }
        assert!(joined == text.as_bytes());
    }

    #[test]
    fn text_without_games_is_cut_somewhere() {
        let text = "x".repeat(LARGEST + 5);
        let mut chunks = Chunks::new(text.as_bytes());
        let first = chunks.next().expect("bytes can be read").expect("there are some");
        assert!(first.text.len() == LARGEST && !first.ends_well);
        let second = chunks.next().expect("bytes can be read").expect("there are more");
        assert!(second.text.len() == 5 && second.ends_well);
        assert!(chunks.next().expect("bytes can be read").is_none());
    }
}

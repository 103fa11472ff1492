//! Cuts a stream of games into chunks that can be looked at by themselves.

use std::io::{self, ErrorKind, Read};

/// How large a chunk is, roughly.
const USUAL: usize = 256 * 1024;

/// A chunk that would be larger is cut anywhere.
const LARGEST: usize = 4 * 1024 * 1024;

/// A part of a stream.
pub struct Chunk {
    /// What it says.
    pub text: Vec<u8>,
    /// Whether a game seems to begin behind it, or nothing follows. Only whoever reads the chunk can tell for sure.
    pub ends_well: bool,
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
    pub fn next(&mut self, mut room: Vec<u8>) -> io::Result<Option<Chunk>> {
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
        let end = cut.unwrap_or(self.rest.len());
        room.clear();
        room.extend_from_slice(&self.rest[end..]);
        let mut text = std::mem::replace(&mut self.rest, room);
        text.truncate(end);
        Ok(Some(Chunk { text, ends_well: cut.is_some() }))
    }

    /// Reads until there are so many bytes, or no more.
    fn read(&mut self, wanted: usize) -> io::Result<()> {
        self.rest.reserve(wanted.saturating_sub(self.rest.len()));
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

    fn next<R: Read>(chunks: &mut Chunks<R>) -> Option<Chunk> {
        chunks.next(b"used before".to_vec()).expect("bytes can be read")
    }

    #[test]
    fn chunks_begin_with_games_and_leave_nothing_out() {
        let game = "[Event \"x\"]\r\n[Site \"y\"]\r\n\r\n1. e4 {\n[Event \"z\"]\n} e5 *\r\n\r\n";
        let text = game.repeat(30_000);
        let (mut chunks, mut joined) = (Chunks::new(text.as_bytes()), Vec::new());
        while let Some(chunk) = next(&mut chunks) {
            assert!(chunk.ends_well && chunk.text.starts_with(b"[Event \"x\""));
            joined.extend(chunk.text);
        }
        assert!(joined == text.as_bytes());
    }

    #[test]
    fn text_without_games_is_cut_somewhere() {
        let text = "x".repeat(LARGEST + 5);
        let mut chunks = Chunks::new(text.as_bytes());
        let first = next(&mut chunks).expect("there are some");
        assert!(first.text.len() == LARGEST && !first.ends_well);
        let second = next(&mut chunks).expect("there are more");
        assert!(second.text.len() == 5 && second.ends_well);
        assert!(next(&mut chunks).is_none());
    }
}

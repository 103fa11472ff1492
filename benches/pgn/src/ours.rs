//! Our reader, by the fastest way its documentation shows.

use crate::tasks::{Found, Task};
use regence_game::pgn::{At, GameCheck, Movetext, Nag, Reader, Visitor};
use std::hint::black_box;

/// Reads a whole text.
pub fn read(task: Task, text: &[u8]) -> Found {
    match task {
        Task::Tokens => count(text, Movetext::Read),
        Task::MainLine => count(text, Movetext::Skip),
        Task::Validated => validate(text),
    }
}

fn count(text: &[u8], variations: Movetext) -> Found {
    let (mut reader, mut counter) = (Reader::new(text), Counter { found: Found::default(), variations });
    while let Ok(true) = reader.read_game(&mut counter) {
        counter.found.games += 1;
    }
    counter.found
}

fn validate(text: &[u8]) -> Found {
    let (mut reader, mut check, mut found) = (Reader::new(text), GameCheck::default(), Found::default());
    while let Ok(true) = reader.read_game(&mut check) {
        found.games += 1;
        // The verdict holds the final position and how the game ended; the peer is not asked for the latter.
        if let Ok(summary) = check.verdict() {
            found.moves += black_box(summary).plies;
        }
    }
    found
}

/// Counts what it is told.
struct Counter {
    found: Found,
    variations: Movetext,
}

impl Visitor for Counter {
    fn tag(&mut self, name: &[u8], value: &[u8], _: At<'_>) {
        black_box((name, value));
        self.found.tags += 1;
    }

    fn san(&mut self, word: &[u8], _: At<'_>) {
        black_box(word);
        self.found.moves += 1;
    }

    fn nag(&mut self, nag: Nag, _: At<'_>) {
        black_box(nag);
        self.found.nags += 1;
    }

    fn comment(&mut self, text: &[u8], _: At<'_>) {
        black_box(text);
        self.found.comments += 1;
    }

    fn begin_variation(&mut self) -> Movetext {
        self.variations
    }
}

//! pgn-reader 0.29 with shakmaty 0.30, as their own examples use them.

use crate::tasks::{Found, Task};
use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::hint::black_box;
use std::ops::ControlFlow;

/// What its column is called.
pub const NAME: &str = "pgn-reader 0.29.0";

/// Reads a whole text.
pub fn read(task: Task, text: &[u8]) -> Found {
    match task {
        Task::Tokens => games(text, Counter { found: Found::default(), variations: Skip(false) }).found,
        Task::MainLine => games(text, Counter { found: Found::default(), variations: Skip(true) }).found,
        Task::Validated => games(text, Validator(Found::default())).0,
    }
}

fn games<V: Visitor>(text: &[u8], mut visitor: V) -> V {
    // Comments come whole, as ours do.
    let mut reader = Reader::build(text).set_supported_comment_length(1 << 12).finish();
    while let Ok(Some(_)) = reader.read_game(&mut visitor) {}
    visitor
}

/// Counts what it is told.
struct Counter {
    found: Found,
    variations: Skip,
}

impl Visitor for Counter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.found.games += 1;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        black_box((name, value));
        self.found.tags += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.found.moves += 1;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (): &mut (), nag: Nag) -> ControlFlow<()> {
        black_box(nag);
        self.found.nags += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        black_box(comment);
        self.found.comments += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(self.variations)
    }

    fn end_game(&mut self, (): ()) {}
}

/// Plays the main line.
struct Validator(Found);

impl Visitor for Validator {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.0.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *tags = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => position.play_unchecked(mv),
            Err(_) => return ControlFlow::Break(()),
        }
        self.0.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, position: Chess) {
        black_box(position);
    }
}

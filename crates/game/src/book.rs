//! Opening books in the format of Polyglot: read, asked for moves, and made from games.
//!
//! A book is a file of entries of 16 bytes, sorted by the key of their position: the key in 8 bytes, a move in 2, its
//! weight in 2 and 4 that programs may learn with, the highest byte first. Castling is written as the king taking its
//! rook.
//!
//! ```
//! use regence_game::book::{Book, BookMaker, BookRules};
//! use regence_game::pgn::{MainLine, Reader};
//! use regence_rules::Position;
//! use std::io::Cursor;
//!
//! let games = "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 0-1\n";
//! let mut maker = BookMaker::new(BookRules { min_games: 1, ..BookRules::default() });
//! let mut reader = Reader::new(games.as_bytes());
//! let mut line = MainLine::new(maker.opening());
//! while reader.read_game(&mut line)? {
//!     let (opening, end) = line.finish();
//!     maker.add(opening, end?.result);
//! }
//! let bytes = maker.finish().bytes();
//!
//! let mut book = Book::new(Cursor::new(bytes))?;
//! let moves = book.moves(&Position::START)?;
//! // A win and a draw for White; the loss leaves 1. d4 without weight, and so out of the book.
//! assert_eq!(moves.len(), 1);
//! assert_eq!((moves[0].mv.to_string().as_str(), moves[0].weight), ("e2e4", 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod error;
mod make;

pub use error::BookError;
pub use make::{BookMaker, BookRules, Collected, OpeningMoves, Weights};

use crate::Random;
use entry::{Entry, SIZE};
use regence_rules::{Move, Position};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};

/// A book: entries in a file or in memory.
#[derive(Debug)]
pub struct Book<R> {
    input: R,
    entries: u64,
}

/// A move that a book knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How much it is to be preferred; one without weight is never chosen.
    pub weight: u16,
    /// What programs have learnt of it.
    pub learn: u32,
}

impl<R: Read + Seek> Book<R> {
    /// Opens a book. All of it is looked at, so that one that is cut off or not sorted is refused.
    pub fn new(mut input: R) -> Result<Self, BookError> {
        input.rewind()?;
        let mut reader = BufReader::with_capacity(1 << 16, input);
        let (mut entries, mut last) = (0, 0);
        loop {
            let offset = entries * SIZE as u64;
            let Some(entry) = next_entry(&mut reader, offset)? else { break };
            if entry.key < last {
                return Err(BookError::Unsorted { offset, key: entry.key, before: last });
            }
            last = entry.key;
            entries += 1;
        }
        Ok(Self { input: reader.into_inner(), entries })
    }

    /// How many entries there are.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The moves that the book knows in a position, the heaviest first. What is not legal is left out.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<BookMove>, BookError> {
        let key = position.polyglot_key();
        let mut moves = Vec::new();
        for index in self.first(key)?..self.entries {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            let (weight, learn) = (entry.weight, entry.learn);
            moves.extend(entry.legal_move(position).map(|mv| BookMove { mv, weight, learn }));
        }
        moves.sort_by_key(|known| u16::MAX - known.weight);
        Ok(moves)
    }

    /// A move of the book, each with a chance that is its share of the weights; none if none has any.
    pub fn choose(&mut self, position: &Position, random: &mut Random) -> Result<Option<Move>, BookError> {
        let moves = self.moves(position)?;
        let total: usize = moves.iter().map(|known| usize::from(known.weight)).sum();
        let mut left = random.below(total);
        let chosen = moves.iter().find(|known| {
            let weight = usize::from(known.weight);
            let is_chosen = left < weight;
            left = left.saturating_sub(weight);
            is_chosen
        });
        Ok(chosen.map(|known| known.mv))
    }

    /// The first entry with this key or a higher one.
    fn first(&mut self, key: u64) -> Result<u64, BookError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn entry(&mut self, index: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; SIZE];
        self.input.seek(SeekFrom::Start(index * SIZE as u64))?;
        self.input.read_exact(&mut bytes)?;
        Ok(Entry::from_bytes(bytes))
    }
}

/// The entry that comes next, which stands at this byte; none at the end.
fn next_entry(reader: &mut impl Read, offset: u64) -> Result<Option<Entry>, BookError> {
    let (mut bytes, mut found) = ([0; SIZE], 0);
    while found < SIZE {
        match reader.read(&mut bytes[found..]) {
            Ok(0) if found == 0 => return Ok(None),
            Ok(0) => return Err(BookError::Truncated { offset, found }),
            Ok(read) => found += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(Entry::from_bytes(bytes)))
}

//! What must hold of any bytes that are read as an opening book: nothing panics, and no more is known than they say.

use regence_game::Random;
use regence_game::book::{Book, BookError};
use regence_rules::Position;
use std::io::Cursor;

/// The bytes of an entry.
const SIZE: usize = 16;

/// A book is whole, sorted entries and nothing else; it knows legal moves alone, the heaviest first, and chooses among
/// those that have weight.
pub fn book(bytes: &[u8]) {
    let mut book = match Book::new(Cursor::new(bytes)) {
        Ok(book) => book,
        Err(error) => return check_error(&error, bytes),
    };
    let (entries, rest) = bytes.as_chunks::<SIZE>();
    assert!(rest.is_empty() && entries.is_sorted_by_key(key), "a broken book was taken");
    assert_eq!(book.len(), entries.len() as u64);
    let mut random = Random::new(1);
    for position in positions() {
        let written = entries.iter().filter(|entry| key(entry) == position.polyglot_key()).count();
        let moves = book.moves(&position).expect("memory can be read");
        assert!(moves.len() <= written && moves.is_sorted_by_key(|known| u16::MAX - known.weight));
        assert!(moves.iter().all(|known| position.legal_moves().contains(&known.mv)), "{position}");
        let chosen = book.choose(&position, &mut random).expect("memory can be read");
        let has_weight = moves.iter().any(|known| known.weight > 0);
        assert_eq!(chosen.is_some(), has_weight, "{position}");
        let is_known = |mv| moves.iter().any(|known| known.mv == mv && known.weight > 0);
        assert!(chosen.is_none_or(is_known), "{position}");
    }
}

fn key(entry: &[u8; SIZE]) -> u64 {
    let (key, _) = entry.split_first_chunk().expect("an entry is longer than its key");
    u64::from_be_bytes(*key)
}

/// Some positions whose keys the saved books hold, with castling, a promotion and a capture in passing.
fn positions() -> impl Iterator<Item = Position> {
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    ]
    .into_iter()
    .map(|fen| Position::from_fen(fen).expect("these are good"))
}

fn check_error(error: &BookError, bytes: &[u8]) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
    let is_whole = bytes.len().is_multiple_of(SIZE);
    let is_sorted = bytes.as_chunks::<SIZE>().0.is_sorted_by_key(key);
    assert!(!is_whole || !is_sorted, "a good book was refused: {text}");
}

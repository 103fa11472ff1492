//! Openings from a Polyglot book: all ways through it, what it prefers first.

use super::{Opening, OpeningError, OpeningProblem};
use regence_game::book::{Book, BookError};
use regence_rules::{Key, Position, UciMove};
use std::collections::HashSet;
use std::io::Cursor;

/// How many half-moves of a book are played if nobody says it.
const USUAL_PLIES: usize = 8;

/// No more openings are taken from one book.
const MOST: usize = 100_000;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// Whether this is a book: whole entries, and bytes that no text has.
pub(super) fn looks_like_it(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.len().is_multiple_of(ENTRY) && bytes.contains(&0)
}

/// The ways from the start to so many half-moves, or to where the book ends. Of those that lead to the same position only the
/// first is taken.
pub(super) fn read(bytes: &[u8], plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let mut walk = Walk { plies: plies.unwrap_or(USUAL_PLIES), seen: HashSet::new(), openings: Vec::new() };
    let mut book = Book::new(Cursor::new(bytes)).map_err(|error| refused(&error))?;
    walk.on(&mut book, &Position::START, &mut Vec::new())?;
    Ok(walk.openings)
}

fn refused(error: &BookError) -> OpeningError {
    OpeningError { line: 1, problem: OpeningProblem::Book(error.to_string()) }
}

/// What has been found on the way.
struct Walk {
    plies: usize,
    /// Positions, and how many half-moves they are away.
    seen: HashSet<(Key, usize)>,
    openings: Vec<Opening>,
}

impl Walk {
    /// Goes on from a position to which these moves lead. It is no deeper than a game has half-moves in a book.
    fn on(
        &mut self,
        book: &mut Book<Cursor<&[u8]>>,
        position: &Position,
        moves: &mut Vec<UciMove>,
    ) -> Result<(), OpeningError> {
        if self.openings.len() >= MOST || !self.seen.insert((position.key(), moves.len())) {
            return Ok(());
        }
        let mut known = Vec::new();
        if moves.len() < self.plies {
            known = book.moves(position).map_err(|error| refused(&error))?;
            known.retain(|known| known.weight > 0 && position.play(known.mv).has_legal_moves());
        }
        if known.is_empty() && !moves.is_empty() {
            self.openings.push(Opening { start: Position::START, moves: moves.clone() });
        }
        for next in known {
            moves.push(next.mv.uci());
            self.on(book, &position.play(next.mv), moves)?;
            moves.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Openings;
    use regence_game::book::{BookMaker, BookRules};
    use regence_game::pgn::{Follow, GameResult};

    /// A book of these games, each of them won once by either side.
    fn book(games: &[&str]) -> Vec<u8> {
        let mut maker = BookMaker::new(BookRules { min_games: 1, ..BookRules::default() });
        for game in games {
            let mut opening = maker.opening();
            opening.begin();
            let mut position = Position::START;
            for word in game.split(' ') {
                let mv = position.parse_san(word).expect("legal");
                let next = position.play(mv);
                opening.play(&position, Some(mv), &next);
                position = next;
            }
            maker.add(&opening, GameResult::WhiteWins);
            maker.add(&opening, GameResult::BlackWins);
        }
        maker.finish().bytes()
    }

    #[track_caller]
    fn check(bytes: &[u8], plies: Option<usize>, expected: &[&str]) {
        let openings = Openings::read(bytes, false, plies).expect("it is a book");
        let mut found: Vec<String> = (0..openings.len())
            .map(|round| {
                let moves: Vec<String> =
                    openings.of_round(round).moves.iter().map(UciMove::to_string).collect();
                moves.join(" ")
            })
            .collect();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn all_ways_through_a_book_are_openings_and_those_to_the_same_position_one() {
        let bytes = book(&["e4 e5 Nf3", "e4 c5", "Nf3 e5 e4"]);
        check(&bytes, None, &["e2e4 c7c5", "e2e4 e7e5 g1f3"]);
        check(&bytes, Some(1), &["e2e4", "g1f3"]);
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let error = Openings::read(&[0; 1600], false, None).expect_err("it knows no move of the start");
        assert_eq!(error.problem, OpeningProblem::None);
        let mut bytes = book(&["e4 e5 Nf3"]);
        let last = bytes.len() - 16;
        bytes.rotate_right(last);
        let error = Openings::read(&bytes, false, None).expect_err("it is not sorted").to_string();
        assert!(error.contains("book"), "{error}");
    }
}

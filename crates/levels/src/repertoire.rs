//! The opening moves somebody knows by heart.

use crate::chance::mix;
use regence_engine::Situation;
use regence_rules::{Move, Position};

/// What a player without a name plays: sound first moves, a few moves deep.
const EVERYBODY: &[&str] = &[
    "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "e4 e5 Nf3 Nc6 Bb5 a6",
    "e4 e5 Nc3 Nf6",
    "e4 c5 Nf3 Nc6",
    "e4 e6 d4 d5",
    "e4 c6 d4 d5",
    "d4 d5 c4 e6 Nc3 Nf6",
    "d4 d5 Nf3 Nf6 Bf4",
    "d4 Nf6 c4 e6",
    "d4 Nf6 Nf3 g6",
    "c4 e5 Nc3 Nf6",
    "Nf3 d5 g3 Nf6",
];

/// A move by heart, if the position comes up in one of the lines; of several, the seed decides. Nobody without a name knows
/// more half-moves than `known`.
pub(crate) fn recall(
    lines: Option<&'static [&'static str]>,
    known: usize,
    situation: &Situation,
    seed: u64,
) -> Option<Move> {
    let position = situation.position();
    let ply = 2 * (position.fullmove_number() as usize - 1) + position.turn().index();
    let (lines, known) = match lines {
        Some(lines) => (lines, usize::MAX),
        None => (EVERYBODY, known),
    };
    if ply >= known {
        return None;
    }
    let found: Vec<Move> = lines.iter().filter_map(|line| next(line, position, ply)).collect();
    let pick = mix(&[seed, position.key().bits(), 0x0be9]) as usize;
    found.get(pick.checked_rem(found.len())?).copied()
}

/// The move that a line plays in a position, if it gets there after so many half-moves.
fn next(line: &str, wanted: &Position, ply: usize) -> Option<Move> {
    let mut position = Position::START;
    let mut words = line.split(' ');
    for _ in 0..ply {
        position = position.play(position.parse_san(words.next()?).ok()?);
    }
    if !position.repeats(wanted) {
        return None;
    }
    position.parse_san(words.next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_knows_how_their_openings_are_played() {
        for line in EVERYBODY {
            let mut position = Position::START;
            for word in line.split(' ') {
                position = position.play(position.parse_san(word).unwrap());
            }
        }
    }

    #[test]
    fn seeds_vary_the_first_move() {
        let start = Situation::new(Position::START);
        let firsts: BTreeSet<_> = (0..100).filter_map(|seed| recall(None, 4, &start, seed)).collect();
        assert_eq!(firsts.len(), 4);
        assert_eq!(recall(None, 0, &start, 1), None);
    }

    #[test]
    fn a_line_is_followed_until_somebody_leaves_it() {
        let mut situation = Situation::new(Position::START);
        for (word, is_known) in [("e4", true), ("c6", true), ("d4", true), ("Nf6", false)] {
            let mv = situation.position().parse_san(word).unwrap();
            situation.play(mv);
            let found = recall(Some(&["e4 c6 d4 d5"]), 0, &situation, 1);
            assert_eq!(found.is_some(), is_known, "{word}");
        }
    }
}

//! What a position is worth: numbers inside the search, and words for them outside.

use std::fmt;

/// A worth inside the search, for the side to move: hundredths of a pawn up to [`LARGEST_EVAL`], mates beyond.
pub(crate) type Value = i32;

/// Nobody is better.
pub(crate) const DRAW: Value = 0;

/// The side to move has mated; mate `n` half-moves ahead is `n` less.
pub(crate) const MATE: Value = 32_000;

/// Beyond every value there is.
pub(crate) const INFINITE: Value = 32_500;

/// No search goes further from its root, in half-moves.
pub(crate) const MAX_PLY: usize = 128;

/// From here on a value is a mate.
pub(crate) const LEAST_MATE: Value = MATE - 2 * MAX_PLY as Value;

/// Down from here the side to move is mated.
pub(crate) const LEAST_MATED: Value = -LEAST_MATE;

/// No evaluation goes beyond.
pub(crate) const LARGEST_EVAL: Value = 20_000;

/// A won ending of which a table knows, though not how far the mate is.
pub(crate) const KNOWN_WIN: Value = 25_000;

/// The value of being mated so many half-moves from the root.
pub(crate) const fn mated_at(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether a value says that one side mates.
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= LEAST_MATE
}

/// What a position is worth to the side to move, as people and programs are told.
///
/// ```
/// use regence_engine::Score;
/// assert_eq!(Score::Centipawns(-31).to_string(), "cp -31");
/// assert_eq!(Score::Mate(3).to_string(), "mate 3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves of the winner's; negative if the side to move is mated, 0 if it is mated already.
    Mate(i32),
}

impl Score {
    pub(crate) const fn new(value: Value) -> Self {
        if value >= LEAST_MATE {
            let plies = MATE - value;
            Self::Mate((plies + 1) / 2)
        } else if value <= -LEAST_MATE {
            let plies = MATE + value;
            Self::Mate(-plies / 2)
        } else {
            Self::Centipawns(value)
        }
    }
}

/// As UCI writes it after the word `score`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(worth) => write!(f, "cp {worth}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: Value, expected: &str) {
        assert_eq!(Score::new(value).to_string(), expected);
    }

    #[test]
    fn mates_are_told_in_moves() {
        check(MATE - 1, "mate 1");
        check(MATE - 2, "mate 1");
        check(MATE - 3, "mate 2");
        check(mated_at(0), "mate 0");
        check(mated_at(2), "mate -1");
        check(mated_at(4), "mate -2");
    }

    #[test]
    fn everything_else_is_told_in_centipawns() {
        check(0, "cp 0");
        check(-LARGEST_EVAL, "cp -20000");
        check(LEAST_MATE - 1, "cp 31743");
    }
}

//! The `info` line: what an engine thinks while it thinks.

use core::fmt;

/// What an engine thinks its position is worth, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until it mates; negative if it will be mated, 0 if it is.
    Mate(i32),
}

impl Score {
    /// Whether it speaks of winning by at least so many hundredths of a pawn. A mate always does.
    pub fn is_at_least(self, centipawns: i32) -> bool {
        match self {
            Self::Centipawns(score) => score >= centipawns,
            Self::Mate(moves) => moves > 0,
        }
    }

    /// Whether it speaks of losing by at least so many hundredths of a pawn.
    pub fn is_at_most_minus(self, centipawns: i32) -> bool {
        match self {
            Self::Centipawns(score) => score <= -centipawns,
            Self::Mate(moves) => moves <= 0,
        }
    }

    /// Whether it is within so many hundredths of a pawn of even.
    pub fn is_within(self, centipawns: i32) -> bool {
        matches!(self, Self::Centipawns(score) if score.saturating_abs() <= centipawns)
    }
}

/// In pawns with a sign, `+0.34`, or as a mate, `-M5`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => {
                let sign = if score < 0 { '-' } else { '+' };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What is known of a search. Each line adds to what earlier ones said.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// What the position is worth.
    pub score: Option<Score>,
    /// Half-moves looked ahead.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes in the words after `info`. What is not understood, and every line of play but the best, is passed over.
    ///
    /// ```
    /// use regence_arena::uci::{Info, Score};
    /// let mut info = Info::default();
    /// info.take("depth 12 seldepth 20 multipv 1 score cp -34 nodes 12345 pv e2e4 e7e5");
    /// assert_eq!(info, Info { score: Some(Score::Centipawns(-34)), depth: Some(12), nodes: Some(12345) });
    /// ```
    pub fn take(&mut self, words: &str) {
        let line = Line::read(words);
        if line.is_second_best {
            return;
        }
        self.nodes = line.nodes.or(self.nodes);
        // A bound says less than an exact score, and more than nothing.
        if let Some(score) = line.score
            && (!line.is_bound || self.score.is_none())
        {
            self.score = Some(score);
            self.depth = line.depth.or(self.depth);
        }
    }
}

/// One line by itself.
#[derive(Default)]
struct Line {
    score: Option<Score>,
    is_bound: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    is_second_best: bool,
}

impl Line {
    fn read(words: &str) -> Self {
        let mut line = Self::default();
        let mut words = words.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => line.depth = words.next().and_then(|depth| depth.parse().ok()),
                "nodes" => line.nodes = words.next().and_then(|nodes| nodes.parse().ok()),
                "multipv" => line.is_second_best = words.next().is_some_and(|number| number != "1"),
                "cp" => line.score = words.next().and_then(whole).map(Score::Centipawns),
                "mate" => line.score = words.next().and_then(whole).map(Score::Mate),
                "lowerbound" | "upperbound" => line.is_bound = true,
                // The rest is moves or free text, in which any word may stand.
                "pv" | "string" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        line
    }
}

/// A whole number, or the nearest that fits.
fn whole(word: &str) -> Option<i32> {
    let number: i64 = word.parse().ok()?;
    Some(number.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], score: Option<Score>, depth: Option<u32>, nodes: Option<u64>) {
        let mut info = Info::default();
        for line in lines {
            info.take(line);
        }
        assert_eq!(info, Info { score, depth, nodes }, "{lines:?}");
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let cp = |score| Some(Score::Centipawns(score));
        check(&["depth 1 score cp 10", "depth 2 score cp 20 nodes 9"], cp(20), Some(2), Some(9));
        check(&["depth 1 multipv 1 score cp 1", "depth 1 multipv 2 score cp -9"], cp(1), Some(1), None);
        check(&["depth 4 score cp 5", "depth 5 score cp 50 lowerbound nodes 7"], cp(5), Some(4), Some(7));
        check(&["depth 5 score cp 50 upperbound"], cp(50), Some(5), None);
        check(&["depth 9 score mate -3 pv e2e4"], Some(Score::Mate(-3)), Some(9), None);
    }

    #[test]
    fn nonsense_is_passed_over() {
        for line in
            ["", "string score cp 10", "score", "score cp", "score cp x", "depth", "pv score cp 3", "\u{0}"]
        {
            check(&[line], None, None, None);
        }
        check(
            &["currmove e2e4 currmovenumber 1", "score cp 99999999999"],
            Some(Score::Centipawns(i32::MAX)),
            None,
            None,
        );
        check(&["nodes 12 nps 0 score cp -7 depth x"], Some(Score::Centipawns(-7)), None, Some(12));
    }

    #[test]
    fn scores_are_written_with_their_sign() {
        let text = |score: Score| score.to_string();
        assert_eq!(text(Score::Centipawns(34)), "+0.34");
        assert_eq!(text(Score::Centipawns(-5)), "-0.05");
        assert_eq!(text(Score::Centipawns(0)), "+0.00");
        assert_eq!(text(Score::Centipawns(-1234)), "-12.34");
        assert_eq!(text(Score::Mate(3)), "+M3");
        assert_eq!(text(Score::Mate(-3)), "-M3");
        assert_eq!(text(Score::Mate(0)), "-M0");
    }
}

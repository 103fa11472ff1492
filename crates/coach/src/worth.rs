//! What a position is worth, and what that means for the result.

use regence_engine::Score;
use regence_game::notes::Evaluation;
use regence_rules::{Color, Move, Outcome};

/// What was seen in a position by looking ahead.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// What it is worth.
    pub worth: Worth,
    /// The best moves for both sides, as far as they were seen; none where the game is over.
    pub line: Vec<Move>,
}

impl Seen {
    /// A position in which the game is over.
    pub const fn over(outcome: Outcome) -> Self {
        Self { worth: Worth::Over(outcome.winner()), line: Vec::new() }
    }
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// What somebody has judged, for White.
    Judged(Evaluation),
    /// The game is over, and this side has won, if any.
    Over(Option<Color>),
}

/// Beyond so many hundredths of a pawn, more is not more.
pub const ENOUGH: i32 = 1000;

impl Worth {
    /// What the engine says to the side to move.
    pub const fn told(score: Score, turn: Color) -> Self {
        let sign = match turn {
            Color::White => 1,
            Color::Black => -1,
        };
        match score {
            Score::Centipawns(worth) => Self::Judged(Evaluation::Centipawns(sign * worth)),
            Score::Mate(0) => Self::Over(Some(turn.other())),
            Score::Mate(moves) => Self::Judged(Evaluation::Mate(sign * moves)),
        }
    }

    /// White's share of the point in hundredths, by the curve that lichess has published of people's games.
    pub fn percent(self) -> f64 {
        let worth = match self {
            Self::Over(Some(Color::White)) => return 100.0,
            Self::Over(Some(Color::Black)) => return 0.0,
            Self::Over(None) => 0,
            Self::Judged(Evaluation::Centipawns(worth)) => worth.clamp(-ENOUGH, ENOUGH),
            Self::Judged(Evaluation::Mate(moves)) => ENOUGH * moves.signum(),
        };
        50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(worth)).exp()) - 1.0)
    }

    /// A side's chances, from -1 to 1.
    pub fn chances(self, side: Color) -> f64 {
        let white = self.percent() / 50.0 - 1.0;
        if side == Color::White { white } else { -white }
    }

    /// In how many moves a side mates; none if it is not known to.
    pub fn mate_by(self, side: Color) -> Option<u32> {
        match (self, side) {
            (Self::Judged(Evaluation::Mate(moves @ 1..)), Color::White) => Some(moves as u32),
            (Self::Judged(Evaluation::Mate(moves @ ..=-1)), Color::Black) => Some(moves.unsigned_abs()),
            _ => None,
        }
    }

    /// What it is worth to a side in hundredths of a pawn, no more than is enough.
    pub fn centipawns(self, side: Color) -> i32 {
        let white = match self {
            Self::Judged(Evaluation::Centipawns(worth)) => worth.clamp(-ENOUGH, ENOUGH),
            Self::Judged(Evaluation::Mate(moves)) => ENOUGH * moves.signum(),
            Self::Over(Some(Color::White)) => ENOUGH,
            Self::Over(Some(Color::Black)) => -ENOUGH,
            Self::Over(None) => 0,
        };
        if side == Color::White { white } else { -white }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these are exact")]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_published_curve() {
        let percent = |worth| Worth::Judged(Evaluation::Centipawns(worth)).percent();
        for (worth, expected) in [(0, 50.0), (100, 59.1), (-100, 40.9), (300, 75.1), (5000, 97.5)] {
            assert!((percent(worth) - expected).abs() < 0.05, "{worth}: {}", percent(worth));
        }
        assert_eq!(Worth::Judged(Evaluation::Mate(-3)).percent(), percent(-1000));
        assert_eq!(Worth::Over(Some(Color::Black)).chances(Color::White), -1.0);
        assert_eq!(Worth::Over(None).chances(Color::Black), 0.0);
    }

    #[test]
    fn what_the_engine_says_is_seen_by_white() {
        assert_eq!(
            Worth::told(Score::Centipawns(30), Color::Black),
            Worth::Judged(Evaluation::Centipawns(-30))
        );
        assert_eq!(Worth::told(Score::Mate(2), Color::Black).mate_by(Color::Black), Some(2));
        assert_eq!(Worth::told(Score::Mate(2), Color::Black).mate_by(Color::White), None);
        assert_eq!(Worth::told(Score::Mate(0), Color::White), Worth::Over(Some(Color::Black)));
    }
}

//! A move that somebody has chosen, and how long a person would have taken over it.

use crate::chance::{bell, mix};
use crate::look::{MATE, is_mate};
use regence_engine::Score;
use regence_rules::Move;
use std::time::Duration;

/// A move, with what was thought about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it is believed to be worth to whoever plays it, in hundredths of a pawn; nothing for moves known by heart.
    pub worth: Option<i32>,
    /// How hard it was to choose, from 0 (no choice at all) to 1.
    pub effort: f32,
    /// Decides small differences in time.
    pub(crate) seed: u64,
}

impl Choice {
    /// What it is believed to be worth, as engines tell it.
    pub fn score(&self) -> Option<Score> {
        self.worth.map(|worth| {
            if is_mate(worth) {
                // An odd number of half-moves leads to mate, and half of them, rounded up, are one's own.
                Score::Mate(worth.signum() * (MATE - worth.abs() + 1) / 2)
            } else {
                Score::Centipawns(worth)
            }
        })
    }
}

/// What is left on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// The time itself.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Remaining {
    /// How long to think about one move at most: many more are to come.
    pub fn longest(self) -> Duration {
        (self.left / 20 + self.increment.mul_f32(0.8)).min(self.left / 4)
    }
}

/// How long a person takes over a move without a clock: the easiest, the hardest.
const EASIEST: f32 = 0.4;
const HARDEST: f32 = 6.0;

impl Choice {
    /// How long a person would have thought: an instant for what needs no thought, longer where it is hard, and never more
    /// than the clock allows.
    ///
    /// It is for looks only. Whoever shows a game may wait so long before playing the move, or not.
    pub fn thinking_time(&self, clock: Option<Remaining>) -> Duration {
        let vary = (1.0 + 0.3 * bell(self.seed)).clamp(0.3, 2.0);
        let usual = (EASIEST + (HARDEST - EASIEST) * self.effort * self.effort) * vary;
        let Some(Remaining { left, increment }) = clock else { return Duration::from_secs_f32(usual) };
        // Some forty moves of this kind are still to come; the hardest may take three times their share.
        let share = left.as_secs_f32() / 40.0 + 0.7 * increment.as_secs_f32();
        let scaled = share * (0.1 + 2.0 * self.effort) * vary;
        let most = left.as_secs_f32() / 8.0;
        Duration::from_secs_f32(scaled.min(2.0 * usual).min(most).max(0.0))
    }
}

/// How hard it is to choose among believed worths, the best first: many that are nearly as good make it hard.
pub(crate) fn effort(worths: &[i32]) -> f32 {
    let Some(&best) = worths.first() else { return 0.0 };
    let close: f32 = worths.iter().skip(1).map(|&worth| (-(best - worth) as f32 / 40.0).exp()).sum();
    (close / (close + 2.5)).clamp(0.0, 1.0)
}

pub(crate) fn seed(of: &[u64]) -> u64 {
    mix(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    fn choice(effort: f32, seed: u64) -> Choice {
        let mv = Position::START.legal_moves()[0];
        Choice { mv, worth: None, effort, seed: mix(&[seed]) }
    }

    #[test]
    fn a_mate_is_told_as_one() {
        let score = |worth| Choice { worth, ..choice(0.0, 1) }.score();
        assert_eq!(score(None), None);
        assert_eq!(score(Some(-120)), Some(Score::Centipawns(-120)));
        for (away, moves) in [(1, 1), (2, 1), (3, 2), (4, 2), (9, 5)] {
            assert_eq!(score(Some(MATE - away)), Some(Score::Mate(moves)));
            assert_eq!(score(Some(away - MATE)), Some(Score::Mate(-moves)));
        }
    }

    #[test]
    fn what_is_hard_takes_longer() {
        for seed in 0..100 {
            let time = |effort| choice(effort, seed).thinking_time(None);
            assert!(time(0.0) < time(0.5) && time(0.5) < time(1.0), "{seed}");
            assert!(time(0.0) < Duration::from_secs(1) && time(1.0) < Duration::from_secs(13), "{seed}");
        }
    }

    #[test]
    fn the_clock_is_never_overrun() {
        for seed in 0..100 {
            for left in [0, 1, 50, 1_000, 60_000, 3_600_000].map(Duration::from_millis) {
                for increment in [0, 2, 30].map(Duration::from_secs) {
                    let time = choice(1.0, seed).thinking_time(Some(Remaining { left, increment }));
                    assert!(time <= left / 8, "{time:?} of {left:?}");
                }
            }
        }
    }

    #[test]
    fn a_choice_among_equals_is_hard() {
        assert!(effort(&[]) == 0.0 && effort(&[5]) == 0.0);
        assert!(effort(&[300, 0, -20]) < 0.01);
        assert!(effort(&[30, 30, 29, 25, 20]) > 0.5);
    }
}

//! What is not known of ratings, and how much a few games change that.

#![allow(clippy::cast_precision_loss, reason = "nobody plans 2^53 games")]

use super::ladder::Contestant;

/// Pairs of games played in a row by the same two, so that engines are not started for each.
pub(super) const IN_A_ROW: usize = 4;

/// By how much a rating is unknown at first: a standard deviation.
const UNKNOWN: f64 = 250.0;

/// How many standard errors to each side hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.96;

/// Two who may meet, and how often they will.
pub(super) struct Meeting {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The variance of what one game says of their difference, in Elo squared.
    pub(super) variance: f64,
    /// That of what any number of games leaves open.
    pub(super) residue: f64,
    /// What a few pairs in a row cost.
    pub(super) seconds: f64,
    pub(super) pairs: usize,
}

impl Meeting {
    /// What their games tell of their ratings, were there so many pairs: the inverse of a variance.
    fn information(&self, pairs: usize) -> f64 {
        if pairs == 0 { 0.0 } else { 1.0 / (self.variance / (2 * pairs) as f64 + self.residue) }
    }

    /// What the next few pairs add to that.
    pub(super) fn gain(&self) -> f64 {
        self.information(self.pairs + IN_A_ROW) - self.information(self.pairs)
    }

    /// What they would add if chance alone were in the way.
    pub(super) fn gain_against_chance(&self) -> f64 {
        (2 * IN_A_ROW) as f64 / self.variance
    }
}

/// What is not known of the ratings: their covariances.
pub(super) struct Doubt(Vec<Vec<f64>>);

impl Doubt {
    pub(super) fn new(contestants: &[Contestant]) -> Self {
        let doubt = |who: &Contestant| if who.known().is_some() { 0.0 } else { UNKNOWN * UNKNOWN };
        // Where nobody is known, all are compared with their mean, of which there is no doubt.
        let is_relative = contestants.iter().all(|who| who.known().is_none());
        let of_mean = if is_relative { UNKNOWN * UNKNOWN / contestants.len() as f64 } else { 0.0 };
        let rows = contestants.iter().enumerate().map(|(index, who)| {
            let mut row = vec![-of_mean; contestants.len()];
            row[index] += doubt(who);
            row
        });
        Self(rows.collect())
    }

    /// Half of somebody's 95 % interval.
    pub(super) fn error(&self, who: usize) -> f64 {
        TWO_SIDED_95 * self.0[who][who].max(0.0).sqrt()
    }

    /// How much each rating is tied to the difference of these two.
    fn ties(&self, meeting: &Meeting) -> Vec<f64> {
        self.0.iter().map(|row| row[meeting.first] - row[meeting.second]).collect()
    }

    /// How much a meeting's next games would narrow the error bars of those who have weights, wide ones counting for more.
    pub(super) fn narrowing(&self, meeting: &Meeting, weights: &[(usize, f64)]) -> f64 {
        let ties = self.ties(meeting);
        let narrowed = weights.iter().map(|&(who, weight)| weight * self.0[who][who] * ties[who] * ties[who]);
        shrink(&ties, meeting, meeting.gain()) * narrowed.sum::<f64>()
    }

    /// Knows what a meeting's next games will tell, which is so much.
    pub(super) fn learn(&mut self, meeting: &Meeting, gained: f64) {
        let ties = self.ties(meeting);
        let shrink = shrink(&ties, meeting, gained);
        for (row, own) in self.0.iter_mut().zip(&ties) {
            for (cell, tie) in row.iter_mut().zip(&ties) {
                *cell -= shrink * own * tie;
            }
        }
    }
}

fn shrink(ties: &[f64], meeting: &Meeting, gained: f64) -> f64 {
    gained / (1.0 + gained * (ties[meeting.first] - ties[meeting.second]))
}

#[cfg(test)]
mod tests {
    use super::super::ladder::{Effort, Ladder};
    use super::*;
    use std::path::Path;

    #[test]
    fn what_is_learnt_is_what_the_arithmetic_of_errors_says() {
        let effort = Effort { pairs: 0, error: 35, step: 800, people: false };
        let ladder = Ladder::new(effort, Some(Path::new("stockfish")));
        let place = |name: &str| ladder.contestants.iter().position(|who| who.name == name).expect("there");
        let (first, second) = (place("1200"), place("stockfish-0"));
        let mut doubt = Doubt::new(&ladder.contestants);
        let meeting = Meeting { first, second, variance: 90_000.0, residue: 400.0, seconds: 1.0, pairs: 0 };
        doubt.learn(&meeting, meeting.gain());
        // Two independent sources: the inverse variances add up.
        let expected = 1.0 / (1.0 / (UNKNOWN * UNKNOWN) + meeting.gain());
        assert!((doubt.0[first][first] - expected).abs() < 1e-6, "{}", doubt.0[first][first]);
        assert!(doubt.0[second][second].abs() < 1e-9);
    }

    #[test]
    fn where_nobody_is_known_the_mean_of_all_is() {
        let effort = Effort { pairs: 0, error: 35, step: 800, people: false };
        let doubt = Doubt::new(&Ladder::new(effort, None).contestants);
        let of_sum: f64 = doubt.0.iter().flatten().sum();
        assert!(of_sum.abs() < 1e-6, "{of_sum}");
    }
}

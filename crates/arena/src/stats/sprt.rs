//! The sequential probability ratio test: play until the results speak for one of two hypotheses.
//!
//! The likelihood of the pairs seen is compared under "the difference is elo0" and "the difference is elo1", each time
//! with the distribution of pairs that fits them best among those that have this difference (a generalised test).

use super::elo::score_of_elo;
use super::pentanomial::Pentanomial;
use core::fmt;

/// What the Elo of a hypothesis means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// The usual scale: a difference is a share of points, whatever the draws.
    Logistic,
    /// A difference is measured in how much a game's result varies, so that a test takes as many games between drawish
    /// engines as between wild ones.
    Normalized,
}

impl EloModel {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }
}

/// One of the two things a test can decide for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

/// A test and how sure it wants to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo under the first hypothesis.
    pub elo0: f64,
    /// The difference in Elo under the second, which is larger.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    pub beta: f64,
    /// What Elo means.
    pub model: EloModel,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

/// A distribution of the points of a pair.
type Distribution = [f64; 5];

/// A pair's share of points in each of its five outcomes.
const SHARES: Distribution = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// The ratio at which H0 is accepted, and that at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: how much more the pairs speak for H1 than for H0.
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        /// What was never seen is not impossible. This little weight keeps every likelihood finite.
        const UNSEEN: f64 = 1e-3;
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let (under0, under1) = (self.likeliest(&seen, self.elo0), self.likeliest(&seen, self.elo1));
        (0..5).map(|i| counts[i] * (under1[i] / under0[i]).ln()).sum()
    }

    /// What the pairs decide, if they do.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        let ((lower, upper), ratio) = (self.bounds(), self.ratio(pairs));
        if ratio >= upper { Some(Hypothesis::H1) } else { (ratio <= lower).then_some(Hypothesis::H0) }
    }

    /// The distribution with this difference under which what was seen is likeliest.
    fn likeliest(&self, seen: &Distribution, elo: f64) -> Distribution {
        match self.model {
            EloModel::Logistic => likeliest_with_mean(seen, score_of_elo(elo)),
            EloModel::Normalized => {
                // A pair's mean varies less than a game by the square root of two.
                let per_game = elo * core::f64::consts::LN_10 / 800.0;
                likeliest_with_advantage(seen, per_game * core::f64::consts::SQRT_2)
            }
        }
    }
}

/// The likeliest distribution whose mean is this.
///
/// Lagrange's multipliers make it `seen / (1 + x (share - mean))`, with the one `x` that gives that mean.
fn likeliest_with_mean(seen: &Distribution, mean: f64) -> Distribution {
    tilted(seen, &SHARES.map(|share| share - mean))
}

/// The likeliest distribution whose mean is one half and so many of its own standard deviations.
///
/// The condition is not linear, but near any distribution it nearly is: there a unit of weight on a share changes
/// `mean - advantage * deviation` by `share - advantage * (share - mean)^2 / (2 deviation)`. So the linear case is solved
/// again and again, each time near the last solution, until it no longer moves.
fn likeliest_with_advantage(seen: &Distribution, advantage: f64) -> Distribution {
    const ROUNDS: usize = 100;
    const STILL: f64 = 1e-12;
    let mut fitted = *seen;
    for _ in 0..ROUNDS {
        let (mean, deviation) = moments(&fitted);
        let worth = SHARES.map(|share| {
            let curved = advantage * ((share - mean).powi(2) / deviation + deviation) / 2.0;
            share - 0.5 - curved
        });
        let next = tilted(seen, &worth);
        let moved = (0..5).map(|i| (next[i] - fitted[i]).abs()).fold(0.0, f64::max);
        fitted = next;
        if moved < STILL {
            break;
        }
    }
    fitted
}

/// What was seen, tilted so that the mean of `worth` is zero: `seen / (1 + x worth)`.
///
/// All must stay positive, which leaves `x` an interval, within which the mean falls as `x` grows: it is halved until
/// nothing is left of it.
fn tilted(seen: &Distribution, worth: &Distribution) -> Distribution {
    const HALVINGS: usize = 200;
    let least = worth.iter().copied().fold(f64::INFINITY, f64::min);
    let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution has this mean. Only differences of thousands of Elo get here.
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mean_at = |x: f64| (0..5).map(|i| seen[i] * worth[i] / (1.0 + x * worth[i])).sum::<f64>();
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if mean_at(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut tilted = [0.0; 5];
    for i in 0..5 {
        tilted[i] = seen[i] / (1.0 + x * worth[i]);
    }
    tilted
}

/// Mean and standard deviation.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| distribution[i] * SHARES[i]).sum();
    let variance: f64 = (0..5).map(|i| distribution[i] * (SHARES[i] - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(model: EloModel, (elo0, elo1): (f64, f64), counts: [u64; 5], expected: f64) {
        let sprt = Sprt { elo0, elo1, model, ..Sprt::default() };
        let found = sprt.ratio(&Pentanomial(counts));
        let near = (found - expected).abs() < 2e-5 * expected.abs().max(1.0);
        assert!(near, "{model:?} [{elo0}, {elo1}] {counts:?}: {found}, expected {expected}");
    }

    /// Expected values from maximising the likelihood under its constraints with `SciPy`'s general optimiser.
    #[test]
    fn ratios_agree_with_another_computation() {
        check(EloModel::Logistic, (0.0, 10.0), [100, 300, 700, 400, 200], 13.043_093);
        check(EloModel::Logistic, (0.0, 10.0), [10, 12, 30, 14, 9], -0.091_429);
        check(EloModel::Logistic, (0.0, 10.0), [40, 210, 420, 190, 55], -1.097_117);
        check(EloModel::Logistic, (0.0, 10.0), [1, 2, 0, 3, 4], 0.157_488);
        check(EloModel::Logistic, (-3.0, 1.0), [100, 300, 700, 400, 200], 6.390_244);
        check(EloModel::Logistic, (-3.0, 1.0), [10, 12, 30, 14, 9], 0.007_305);
        check(EloModel::Logistic, (-3.0, 1.0), [40, 210, 420, 190, 55], 0.413_147);
        check(EloModel::Logistic, (-3.0, 1.0), [1, 2, 0, 3, 4], 0.066_006);
        check(EloModel::Logistic, (0.0, 20.0), [100, 300, 700, 400, 200], 21.077_392);
        check(EloModel::Logistic, (0.0, 20.0), [10, 12, 30, 14, 9], -0.365_211);
        check(EloModel::Logistic, (0.0, 20.0), [40, 210, 420, 190, 55], -5.674_247);
        check(EloModel::Logistic, (0.0, 20.0), [1, 2, 0, 3, 4], 0.302_320);
        check(EloModel::Normalized, (0.0, 10.0), [100, 300, 700, 400, 200], 10.173_992);
        check(EloModel::Normalized, (0.0, 10.0), [10, 12, 30, 14, 9], -0.062_073);
        check(EloModel::Normalized, (0.0, 10.0), [40, 210, 420, 190, 55], -0.317_865);
        check(EloModel::Normalized, (0.0, 10.0), [1, 2, 0, 3, 4], 0.173_503);
        check(EloModel::Normalized, (-3.0, 1.0), [100, 300, 700, 400, 200], 4.738_070);
        check(EloModel::Normalized, (-3.0, 1.0), [10, 12, 30, 14, 9], 0.004_972);
        check(EloModel::Normalized, (-3.0, 1.0), [40, 210, 420, 190, 55], 0.237_061);
        check(EloModel::Normalized, (-3.0, 1.0), [1, 2, 0, 3, 4], 0.073_305);
        check(EloModel::Normalized, (0.0, 20.0), [100, 300, 700, 400, 200], 17.561_358);
        check(EloModel::Normalized, (0.0, 20.0), [10, 12, 30, 14, 9], -0.247_933);
        check(EloModel::Normalized, (0.0, 20.0), [40, 210, 420, 190, 55], -2.157_558);
        check(EloModel::Normalized, (0.0, 20.0), [1, 2, 0, 3, 4], 0.330_614);
    }

    #[test]
    fn bounds_follow_from_the_risks() {
        let (lower, upper) = Sprt::default().bounds();
        assert!((lower + 2.944_438_979).abs() < 1e-9 && (upper - 2.944_438_979).abs() < 1e-9);
        let (lower, upper) = Sprt { alpha: 0.05, beta: 0.1, ..Sprt::default() }.bounds();
        assert!((lower + 2.251_291_799).abs() < 1e-9 && (upper - 2.890_371_758).abs() < 1e-9);
    }

    #[test]
    fn clear_results_are_decided_and_even_ones_are_not() {
        let verdict = |counts| Sprt::default().verdict(&Pentanomial(counts));
        assert_eq!(verdict([0; 5]), None);
        assert_eq!(verdict([10, 10, 20, 10, 10]), None);
        assert_eq!(verdict([100, 300, 700, 400, 200]), Some(Hypothesis::H1));
        assert_eq!(verdict([200, 400, 700, 300, 100]), Some(Hypothesis::H0));
    }

    #[test]
    fn one_sided_results_keep_the_ratio_finite() {
        for counts in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [1, 0, 0, 0, 0]] {
            for model in [EloModel::Logistic, EloModel::Normalized] {
                let ratio = Sprt { model, ..Sprt::default() }.ratio(&Pentanomial(counts));
                assert!(ratio.is_finite(), "{counts:?} {model:?}: {ratio}");
            }
        }
    }
}

//! Pairs of games with the same opening and colours reversed, counted by their points.

use super::elo::elo_of_score;
use super::normal::normal_below;
use core::fmt;

/// How many standard errors to each side hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Points on the scale of Elo for one unit of the logistic function's argument.
const ELO_PER_UNIT: f64 = 400.0 / core::f64::consts::LN_10;

/// A figure with the half-width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// How far the truth may be from it.
    pub error: f64,
}

/// As `12.3 ± 4.5`; infinite values by their sign alone.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value.is_finite(), self.error.is_finite()) {
            (true, true) => write!(f, "{:.1} ± {:.1}", self.value, self.error),
            (true, false) => write!(f, "{:.1} ± ∞", self.value),
            (false, _) => f.write_str(if self.value > 0.0 { "+∞" } else { "-∞" }),
        }
    }
}

/// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
///
/// The two games of a pair are not independent: an opening that is better for one colour is so in both. Counting pairs
/// takes that into account, and makes error bars narrower and honest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial(pub [u64; 5]);

#[allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
impl Pentanomial {
    /// Adds a pair that brought so many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same results as the other side sees them.
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of points won, from 0 to 1; one half without any pair.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.mean_of(|score| score)
    }

    /// How much the share of points of a single pair varies.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// How much the score may be off by chance.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.pairs() as f64).sqrt()
    }

    /// The difference in strength on the logistic scale. None without any pair.
    pub fn elo(&self) -> Option<Estimate> {
        let (score, reach) = (self.score(), TWO_SIDED_95 * self.standard_error());
        let width = elo_of_score(score + reach) - elo_of_score(score - reach);
        // Pairs that are all alike say nothing of how much they could vary.
        let is_open = reach <= 0.0 || score + reach >= 1.0;
        let width = if is_open { f64::INFINITY } else { width };
        (self.pairs() > 0).then(|| Estimate { value: elo_of_score(score), error: width / 2.0 })
    }

    /// The difference in strength as one notices it: in units of how much the result of a game varies. Its error, so
    /// the number of games needed to see it, does not depend on how drawish the games are. None if nothing varies yet.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let deviation = self.deviation_of_a_game();
        (deviation > 0.0).then(|| Estimate {
            value: (self.score() - 0.5) / deviation * ELO_PER_UNIT * 2.0,
            error: TWO_SIDED_95 * self.standard_error() / deviation * ELO_PER_UNIT * 2.0,
        })
    }

    /// How likely it is that the first side is the stronger one, given these results. None if nothing varies yet: pairs that
    /// are all alike, or a single one, do not tell how much of their result is chance.
    pub fn superiority(&self) -> Option<f64> {
        let error = self.standard_error();
        (error > 0.0).then(|| normal_below((self.score() - 0.5) / error))
    }

    /// How much the result of a game varies, as seen through pairs: two games vary half as much as one in their mean.
    fn deviation_of_a_game(&self) -> f64 {
        if self.pairs() == 0 { 0.0 } else { (2.0 * self.variance()).sqrt() }
    }

    fn mean_of(&self, worth: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (0..5u32).map(|i| self.0[i as usize] as f64 * worth(f64::from(i) / 4.0)).sum();
        sum / self.pairs() as f64
    }
}

/// As `[1 2 3 2 1]`.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "[{a} {b} {c} {d} {e}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(counts: [u64; 5], elo: (f64, f64), normalized: (f64, f64), superiority: f64) {
        let pairs = Pentanomial(counts);
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-6 * expected.abs().max(1.0);
        let (e, n) = (pairs.elo().expect("there are pairs"), pairs.normalized_elo().expect("they vary"));
        assert!(near(e.value, elo.0) && near(e.error, elo.1), "{pairs}: {e:?}, expected {elo:?}");
        assert!(
            near(n.value, normalized.0) && near(n.error, normalized.1),
            "{pairs}: {n:?}, expected {normalized:?}"
        );
        let found = pairs.superiority().expect("they vary");
        assert!(near(found, superiority), "{pairs}: {found}");
    }

    /// Expected values from a script of a dozen lines in Python with `statistics.NormalDist`.
    #[test]
    fn estimates_agree_with_another_computation() {
        check(
            [3, 10, 40, 12, 5],
            (14.899_222_968, 35.764_349_925),
            (24.090_323_433, 57.551_728_470),
            0.794_009_547_947,
        );
        check(
            [100, 300, 700, 400, 200],
            (30.736_012_093, 8.677_020_857),
            (41.592_567_600, 11.678_388_827),
            0.999_999_999_999,
        );
        check(
            [0, 2, 5, 9, 4],
            (136.969_072_329, 80.636_387_526),
            (207.632_475_859, 107.669_424_976),
            0.999_921_473_858,
        );
        check(
            [12, 31, 20, 3, 0],
            (-144.691_134_407, 39.360_386_951),
            (-245.492_548_322, 59.270_067_755),
            0.000_000_000_000,
        );
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let pairs = Pentanomial([3, 10, 40, 12, 5]);
        let (ours, theirs) = (pairs.elo().expect("some"), pairs.reversed().elo().expect("some"));
        assert!((ours.value + theirs.value).abs() < 1e-9 && (ours.error - theirs.error).abs() < 1e-9);
        let (ours, theirs) =
            (pairs.superiority().expect("some"), pairs.reversed().superiority().expect("some"));
        assert!((ours + theirs - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_are_shown_and_do_no_harm() {
        let elo = |counts| Pentanomial(counts).elo().map(|elo| elo.to_string());
        assert_eq!(elo([0; 5]), None);
        assert_eq!(elo([0, 0, 0, 0, 7]).as_deref(), Some("+∞"));
        assert_eq!(elo([7, 0, 0, 0, 0]).as_deref(), Some("-∞"));
        assert_eq!(elo([0, 0, 7, 0, 0]).as_deref(), Some("0.0 ± ∞"));
        assert_eq!(elo([0, 0, 1, 0, 4]).as_deref(), Some("381.7 ± ∞"));
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).normalized_elo(), None);
    }

    #[test]
    fn pairs_that_are_all_alike_prove_nobody_stronger() {
        for counts in [[0; 5], [0, 1, 0, 0, 0], [0, 0, 7, 0, 0], [0, 0, 0, 0, 7]] {
            assert_eq!(Pentanomial(counts).superiority(), None, "{counts:?}");
        }
        let superiority = Pentanomial([0, 0, 1, 0, 6]).superiority().expect("they vary");
        assert!(superiority > 0.99, "{superiority}");
    }
}

//! The normal distribution.

use core::f64::consts::{PI, SQRT_2};

/// How likely a standard normal variable is to be below this.
///
/// ```
/// use regence_arena::stats::normal_below;
/// assert_eq!(normal_below(0.0), 0.5);
/// assert!((normal_below(1.959_963_984_540_054) - 0.975).abs() < 1e-14);
/// ```
pub fn normal_below(x: f64) -> f64 {
    let tail = 0.5 * erfc(x.abs() / SQRT_2);
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// What the error function lacks to one, for a number that is not negative.
fn erfc(x: f64) -> f64 {
    /// From here on the fraction converges fast; below, the series loses no digits.
    const FAR: f64 = 2.5;
    /// Enough for all digits on either side of it.
    const TERMS: u32 = 80;
    let density = (-x * x).exp() / PI.sqrt();
    if x < FAR {
        // erf(x) = 2/sqrt(pi) exp(-x^2) (x + 2x^3/3 + 4x^5/15 + ...), all terms positive.
        let (mut term, mut sum) = (x, x);
        for n in 1..TERMS {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 1.0 - 2.0 * density * sum;
    }
    // The continued fraction x + (1/2)/(x + (2/2)/(x + (3/2)/...)), from its far end.
    let fraction = (1..=TERMS).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(x: f64, expected: f64) {
        let found = normal_below(x);
        assert!((found - expected).abs() <= 1e-13 * expected, "{x}: {found}, expected {expected}");
    }

    /// Expected values from Python's `statistics.NormalDist` and `math.erfc`.
    #[test]
    fn agrees_with_another_implementation() {
        check(-8.0, 6.220_960_574_271_819e-16);
        check(-3.6, 1.591_085_901_575_34e-4);
        check(-3.0, 1.349_898_031_630_095_7e-3);
        check(-1.0, 0.158_655_253_931_457_05);
        check(0.1, 0.539_827_837_277_029);
        check(0.75, 0.773_372_647_623_131_8);
        check(2.0, 0.977_249_868_051_820_8);
        check(3.54, 0.999_799_936_483_992_7);
        check(40.0, 1.0);
    }
}

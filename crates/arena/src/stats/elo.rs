//! The logistic scale: 400 points are odds of ten to one.

/// The difference in Elo at which one scores so much, from 0 to 1. Infinite at both ends.
///
/// ```
/// use regence_arena::stats::elo_of_score;
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(0.75) - 190.848_5).abs() < 1e-4);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // `+ 0.0` makes the zero of an even score a positive one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// What one scores, from 0 to 1, when so much stronger.
///
/// ```
/// use regence_arena::stats::score_of_elo;
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

//! Ratings of several engines from all their games, by maximum likelihood.

use super::pentanomial::Pentanomial;

/// Points on the scale of Elo for one unit of the logistic function's argument.
const ELO_PER_UNIT: f64 = 400.0 / core::f64::consts::LN_10;

/// How many standard errors to each side hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// What two engines made of their games against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounters {
    /// The engine whose points are counted.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Their pairs of games.
    pub pairs: Pentanomial,
}

/// An engine's strength compared with the mean of all, which is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The likeliest rating.
    pub elo: f64,
    /// The half-width of its 95 % interval.
    pub error: f64,
}

/// The ratings under which the results are likeliest, if an engine scores what the logistic curve says of the
/// difference. None for an engine without games.
///
/// Two engines of which one lost every game would be infinitely far apart; it is taken to have drawn one of them. Error
/// bars come from how far the pairs of games really were from what the ratings say (a "sandwich" estimate): draws and paired
/// openings narrow them, and they are wide where some do better against each other than they should.
pub fn ratings(engines: usize, encounters: &[Encounters]) -> Vec<Option<Rating>> {
    rate(&vec![None; engines], encounters)
}

/// The same on a scale that is given by engines whose ratings are known: those keep theirs, and have no error.
///
/// Who is linked to none of them by any chain of games has a rating near nothing and a vast error.
pub fn anchored_ratings(known: &[Option<f64>], encounters: &[Encounters]) -> Vec<Option<Rating>> {
    rate(known, encounters)
}

fn rate(known: &[Option<f64>], encounters: &[Encounters]) -> Vec<Option<Rating>> {
    let met: Vec<Met> = encounters.iter().filter(|met| met.pairs.pairs() > 0).map(Met::new).collect();
    let fixed: Vec<Option<f64>> = known.iter().map(|elo| elo.map(|elo| elo / ELO_PER_UNIT)).collect();
    let strengths = likeliest(&fixed, &met);
    let errors = errors(&strengths, &fixed, &met);
    let has_played = |engine| met.iter().any(|met| met.first == engine || met.second == engine);
    let rating = |engine: usize| Rating {
        elo: strengths[engine] * ELO_PER_UNIT,
        error: TWO_SIDED_95 * errors[engine] * ELO_PER_UNIT,
    };
    let is_rated = |engine: usize| known[engine].is_some() || has_played(engine);
    (0..known.len()).map(|engine| is_rated(engine).then(|| rating(engine))).collect()
}

/// Encounters as numbers.
struct Met {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    pairs: Pentanomial,
}

impl Met {
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    fn new(encounters: &Encounters) -> Self {
        let Encounters { first, second, pairs } = *encounters;
        let games = 2.0 * pairs.pairs() as f64;
        let points = (games * pairs.score()).clamp(0.5, games - 0.5);
        Self { first, second, games, points, pairs }
    }

    /// The variance of the points won in all, by how far each pair was from what was to be expected. About their own mean
    /// the few pairs of two engines would seem to vary too little.
    #[allow(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
    fn variance(&self, strengths: &[f64]) -> f64 {
        let expected = self.expected(strengths);
        // In games, a pair's share of points counts twice.
        let squares = self.pairs.0.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let seen: f64 = squares.map(|(&count, share)| 4.0 * count as f64 * (share - expected).powi(2)).sum();
        // Where all pairs were alike, chance may yet have had a hand in it.
        let is_alike = self.pairs.0.iter().filter(|&&count| count > 0).count() == 1;
        if is_alike { seen.max(self.games * expected * (1.0 - expected)) } else { seen }
    }

    /// The share of points that the first engine should have.
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.second] - strengths[self.first]).exp())
    }
}

/// Newton's method on the logarithm of the likelihood, which has a single top.
fn likeliest(fixed: &[Option<f64>], met: &[Met]) -> Vec<f64> {
    const ROUNDS: usize = 200;
    /// In units of the logistic function: no step goes farther, so that none overshoots into the flat.
    const LONGEST_STEP: f64 = 1.0;
    const STILL: f64 = 1e-10;
    let mut strengths: Vec<f64> = fixed.iter().map(|strength| strength.unwrap_or(0.0)).collect();
    for _ in 0..ROUNDS {
        let mut slope = vec![0.0; fixed.len()];
        for met in met {
            let surplus = met.points - met.games * met.expected(&strengths);
            slope[met.first] += surplus;
            slope[met.second] -= surplus;
        }
        for (slope, fixed) in slope.iter_mut().zip(fixed) {
            *slope = if fixed.is_some() { 0.0 } else { *slope };
        }
        let Some(inverse) = inverse(information(&strengths, fixed, met)) else { break };
        let mut farthest = 0.0_f64;
        for (strength, row) in strengths.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            *strength += step.clamp(-LONGEST_STEP, LONGEST_STEP);
            farthest = farthest.max(step.abs());
        }
        if farthest < STILL {
            break;
        }
    }
    if fixed.iter().any(Option::is_some) {
        return strengths;
    }
    #[allow(clippy::cast_precision_loss, reason = "nobody has 2^53 engines")]
    let mean = strengths.iter().sum::<f64>() / fixed.len().max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// The standard error of each strength relative to the mean, or to those that are fixed.
fn errors(strengths: &[f64], fixed: &[Option<f64>], met: &[Met]) -> Vec<f64> {
    let engines = strengths.len();
    let Some(inverse) = inverse(information(strengths, fixed, met)) else {
        return vec![f64::INFINITY; engines];
    };
    // A result pushes on the difference of its two engines only: of the others nothing but the mean is moved, which is
    // taken out by centring every push.
    let error = |engine: usize| -> f64 {
        // Nothing pushes one that is fixed.
        let pull = |other: usize| if fixed[other].is_some() { 0.0 } else { inverse[engine][other] };
        let push = |met: &Met| pull(met.first) - pull(met.second);
        met.iter().map(|met| push(met).powi(2) * met.variance(strengths)).sum::<f64>().sqrt()
    };
    (0..engines).map(error).collect()
}

/// The information that the games hold about the strengths; and, unless some are fixed, a stake that fixes the mean, of
/// which they say nothing.
fn information(strengths: &[f64], fixed: &[Option<f64>], met: &[Met]) -> Vec<Vec<f64>> {
    let engines = strengths.len();
    #[allow(clippy::cast_precision_loss, reason = "nobody has 2^53 engines")]
    let stake = if fixed.iter().any(Option::is_some) { 0.0 } else { 1.0 / engines as f64 };
    let mut matrix = vec![vec![stake; engines]; engines];
    for met in met {
        let expected = met.expected(strengths);
        let weight = met.games * expected * (1.0 - expected);
        matrix[met.first][met.first] += weight;
        matrix[met.second][met.second] += weight;
        matrix[met.first][met.second] -= weight;
        matrix[met.second][met.first] -= weight;
    }
    // Groups that never met are apart by nobody knows how much. A trace of a tie keeps the arithmetic going.
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-9;
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        for (j, cell) in row.iter_mut().enumerate() {
            if fixed[i].is_some() || fixed[j].is_some() {
                *cell = if i == j { 1.0 } else { 0.0 };
            }
        }
    }
    matrix
}

/// The inverse of a matrix by Gauss and Jordan; none if there is none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < f64::MIN_POSITIVE {
            return None;
        }
        matrix[column].iter_mut().for_each(|cell| *cell /= divisor);
        let pivot_row = matrix[column].clone();
        for (i, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if i != column && factor != 0.0 {
                row.iter_mut().zip(&pivot_row).for_each(|(cell, pivot)| *cell -= factor * pivot);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(engines: usize, results: &[(usize, usize, [u64; 5])], expected: &[(f64, f64)]) {
        let encounters: Vec<_> = results
            .iter()
            .map(|&(first, second, counts)| Encounters { first, second, pairs: Pentanomial(counts) })
            .collect();
        let found = ratings(engines, &encounters);
        for (engine, &(elo, error)) in expected.iter().enumerate() {
            let rating = found[engine].expect("it has played");
            assert!((rating.elo - elo).abs() < 1e-3, "engine {engine}: {rating:?}, expected {elo}");
            assert!((rating.error - error).abs() < 1e-3, "engine {engine}: {rating:?}, expected ± {error}");
        }
    }

    /// Expected ratings from a general optimiser, `SciPy`'s, and again from bisection, one engine after the other; expected errors
    /// from an inverse relative to the first engine, centred only then.
    #[test]
    fn ratings_agree_with_another_computation() {
        check(
            3,
            &[(0, 1, [1, 3, 10, 8, 4]), (0, 2, [0, 2, 6, 9, 8]), (1, 2, [3, 5, 9, 6, 3])],
            &[(80.685_87, 35.302_80), (-23.232_04, 36.199_78), (-57.453_83, 36.578_38)],
        );
        check(
            4,
            &[
                (0, 1, [5, 20, 50, 20, 5]),
                (0, 2, [0, 0, 0, 1, 24]),
                (0, 3, [2, 4, 9, 11, 4]),
                (2, 3, [12, 9, 3, 1, 0]),
            ],
            &[
                (137.432_51, 33.004_26),
                (137.432_51, 39.407_99),
                (-310.830_48, 67.546_59),
                (35.965_46, 50.751_89),
            ],
        );
    }

    #[test]
    fn known_ratings_stay_and_carry_the_others() {
        let pairs = Pentanomial([1, 3, 10, 8, 4]);
        let encounters = [
            Encounters { first: 0, second: 1, pairs },
            Encounters { first: 1, second: 2, pairs: pairs.reversed() },
        ];
        let found = anchored_ratings(&[Some(1500.0), None, None, None], &encounters);
        let apart = pairs.elo().expect("pairs");
        let [anchor, middle, last] = [0, 1, 2].map(|engine| found[engine].expect("rated"));
        assert!((anchor.elo - 1500.0).abs() < 1e-9 && anchor.error == 0.0, "{anchor:?}");
        assert!((middle.elo - (1500.0 - apart.value)).abs() < 1e-3, "{middle:?}");
        assert!((last.elo - 1500.0).abs() < 1e-3, "{last:?}");
        // Errors add up along a chain as squares do.
        assert!((last.error - middle.error * 2.0_f64.sqrt()).abs() < 1e-3, "{middle:?} {last:?}");
        assert!(found[3].is_none());
    }

    #[test]
    fn between_two_anchors_the_likeliest_place_is_found() {
        let even = Pentanomial([1, 2, 4, 2, 1]);
        let encounters = [
            Encounters { first: 0, second: 1, pairs: even },
            Encounters { first: 2, second: 1, pairs: even },
        ];
        let found = anchored_ratings(&[Some(1000.0), None, Some(1200.0)], &encounters);
        let middle = found[1].expect("rated");
        assert!((middle.elo - 1100.0).abs() < 1e-6, "{middle:?}");
    }

    /// Whom the games were played against changes nothing if they are equally strong: few pairs each are no surer than many.
    #[test]
    fn pairs_against_equals_are_as_sure_as_if_they_were_against_one() {
        let (good, bad) = (Pentanomial([0, 0, 0, 1, 3]), Pentanomial([2, 2, 0, 0, 0]));
        let all = Pentanomial([2, 2, 0, 1, 3]);
        let met = |first, pairs| Encounters { first, second: 1, pairs };
        let one = anchored_ratings(&[Some(1000.0), None], &[met(0, all)])[1].expect("rated");
        let known = [Some(1000.0), None, Some(1000.0)];
        let two = anchored_ratings(&known, &[met(0, good), met(2, bad)])[1].expect("rated");
        assert!((one.elo - two.elo).abs() < 1e-6 && (one.error - two.error).abs() < 1e-6, "{one:?} {two:?}");
    }

    #[test]
    fn two_engines_are_as_far_apart_as_their_score_says() {
        let pairs = Pentanomial([1, 3, 10, 8, 4]);
        let found = ratings(2, &[Encounters { first: 0, second: 1, pairs }]);
        let apart = found[0].expect("played").elo - found[1].expect("played").elo;
        assert!((apart - pairs.elo().expect("pairs").value).abs() < 1e-6);
    }

    #[test]
    fn who_has_not_played_has_no_rating() {
        let pairs = Pentanomial([0, 1, 2, 1, 0]);
        let found = ratings(3, &[Encounters { first: 0, second: 2, pairs }]);
        assert!(found[0].is_some() && found[1].is_none() && found[2].is_some());
        assert_eq!(ratings(2, &[]), [None, None]);
        assert_eq!(ratings(0, &[]), []);
    }

    #[test]
    fn losing_everything_is_not_the_end_of_the_scale() {
        let sweep = Pentanomial([0, 0, 0, 0, 10]);
        let found = ratings(2, &[Encounters { first: 0, second: 1, pairs: sweep }]);
        let best = found[0].expect("played");
        assert!(best.elo > 250.0 && best.elo < 400.0 && best.error.is_finite(), "{best:?}");
    }
}

//! How accurate moves and games are, in hundredths, by the formulas that lichess has published.

use regence_rules::{ByColor, Color};

/// How accurate a move was that took its side's chances in hundredths from one number to another.
pub fn of_move(before: f64, after: f64) -> f64 {
    let lost = (before - after).max(0.0);
    let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411;
    (accuracy + 1.0).clamp(0.0, 100.0)
}

/// How accurate each side was in a game, by White's chances in hundredths in each of its positions, and by whose the moves
/// between them were and how accurate; none where a side has passed. What happened while the game was in the balance counts
/// more, and a single bad move more than it would in a mean. None for a side that has not moved.
pub fn of_game(percents: &[f64], moves: &[Option<(Color, f64)>]) -> ByColor<Option<f64>> {
    let mut own = ByColor { white: Vec::new(), black: Vec::new() };
    for (mv, weight) in moves.iter().zip(weights(percents)) {
        if let Some((side, accuracy)) = *mv {
            own[side].push((accuracy, weight));
        }
    }
    ByColor { white: mean(&own.white), black: mean(&own.black) }
}

/// How much each move counts: by how far the chances swung around it.
fn weights(percents: &[f64]) -> Vec<f64> {
    let moves = percents.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(percents.len());
    let swing = |window: &[f64]| deviation(window).clamp(0.5, 12.0);
    // Before there are enough positions behind a move, it counts as the first ones do.
    let first = percents.get(..size).map_or(0.5, swing);
    let early = std::iter::repeat_n(first, size.saturating_sub(2));
    early.chain(percents.windows(size.max(1)).map(swing)).take(moves).collect()
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Between the weighted mean and the harmonic one.
fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    // One move of no accuracy at all would make the whole game one.
    let inverse: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    Some(f64::midpoint(weighted, moves.len() as f64 / inverse))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "these are exact")]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_loses_nothing_is_perfect() {
        assert_eq!(of_move(50.0, 50.0), 100.0);
        assert_eq!(of_move(40.0, 60.0), 100.0, "the engine may have seen less before");
        assert!(of_move(50.0, 40.0) > of_move(50.0, 30.0));
        assert_eq!(of_move(100.0, 0.0), 0.0);
    }

    #[test]
    fn each_side_answers_for_its_own_moves() {
        // White throws everything away with the second move.
        let percents = [50.0, 50.0, 50.0, 5.0, 5.0, 5.0];
        let moves = [(Color::White, 100.0), (Color::Black, 100.0), (Color::White, 10.0)];
        let moves: Vec<_> = moves.into_iter().chain([(Color::Black, 100.0); 2]).map(Some).collect();
        let accuracy = of_game(&percents, &moves);
        assert_eq!(accuracy.black, Some(100.0));
        assert!(accuracy.white.is_some_and(|accuracy| accuracy < 70.0), "{accuracy:?}");
    }

    #[test]
    fn short_games_have_what_can_be_known_of_them() {
        let nothing = ByColor { white: None, black: None };
        assert_eq!(of_game(&[], &[]), nothing);
        assert_eq!(of_game(&[50.0], &[]), nothing);
        assert_eq!(of_game(&[50.0, 50.0], &[None]), nothing, "whoever passes has not moved");
        let one = [Some((Color::Black, 100.0))];
        assert_eq!(of_game(&[50.0, 50.0], &one), ByColor { black: Some(100.0), ..nothing });
    }
}

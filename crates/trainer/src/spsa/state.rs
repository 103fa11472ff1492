//! How far tuning has come, and the arithmetic of a step.

use crate::random::Random;
use regence_engine::tuning::Number;
use std::fmt::Write as _;

/// How much of a number's range both sides are away from the middle at the end of a run.
const LAST_SPREAD: f64 = 1.0 / 16.0;
/// How far a pair of games that one side wins moves a number at the end of a run, as a share of that.
const LAST_PULL: f64 = 0.005;
/// How fast spread and pull fall on the way, and for how much of a run the pull hardly does.
const SPREAD_FALL: f64 = 0.101;
const PULL_FALL: f64 = 0.602;
const STEADY: f64 = 0.1;

/// How far tuning has come.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// How many pairs of games have been played.
    pub pairs: u64,
    /// The numbers' values, finer than they are played with.
    pub values: Vec<f64>,
}

/// How one pair of games is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// Each number's values for both sides.
    pub values: Vec<[i32; 2]>,
    /// Which way each number is moved for the first side, and how far a win by one point pulls it that way.
    pulls: Vec<f64>,
}

impl State {
    /// Nothing played yet.
    pub fn new(numbers: &[&Number]) -> Self {
        Self { pairs: 0, values: numbers.iter().map(|number| f64::from(number.usual())).collect() }
    }

    /// How the next of so many pairs is to be played.
    pub fn course(&self, numbers: &[&Number], pairs: u64, random: &mut Random) -> Course {
        let (now, all) = ((self.pairs + 1) as f64, pairs.max(1) as f64);
        let steady = STEADY * all;
        let spread = LAST_SPREAD * (all / now).powf(SPREAD_FALL);
        let pull =
            LAST_PULL * ((steady + all) / (steady + now)).powf(PULL_FALL) * LAST_SPREAD.powi(2) / spread;
        let (mut values, mut pulls) = (Vec::new(), Vec::new());
        for (number, &value) in numbers.iter().zip(&self.values) {
            let way = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let range = f64::from(number.range().end() - number.range().start());
            // Rounded up or down by chance, so that small moves show too, in the mean.
            let mut rounded =
                |value: f64| (value + random.below(1 << 20) as f64 / f64::from(1 << 20)).floor() as i32;
            let away = way * spread * range;
            values.push([rounded(value + away), rounded(value - away)]);
            pulls.push(way * pull * range);
        }
        Course { values, pulls }
    }

    /// Learns from a pair that the first side won by so many games, from -2 to 2.
    pub fn learn(&mut self, numbers: &[&Number], course: &Course, won_by: f64) {
        self.pairs += 1;
        for ((value, pull), number) in self.values.iter_mut().zip(&course.pulls).zip(numbers) {
            let (least, most) = (f64::from(*number.range().start()), f64::from(*number.range().end()));
            *value = (*value + pull * won_by).clamp(least, most);
        }
    }

    /// As text: the pairs played, then a line for each number with its name, what it was and what it is now.
    pub fn write(&self, numbers: &[&Number]) -> String {
        let mut text = format!("pairs {}\n", self.pairs);
        for (number, value) in numbers.iter().zip(&self.values) {
            let _ = writeln!(text, "{} {} {value:.3}", number.name(), number.usual());
        }
        text
    }

    /// Reads such text. Numbers that are not there are as usual; names that are no numbers are an error.
    pub fn read(text: &str, numbers: &[&Number]) -> Result<Self, String> {
        let mut state = Self::new(numbers);
        for (line, words) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {}: `{words}`, expected {what}", line + 1);
            match words.split_whitespace().collect::<Vec<_>>()[..] {
                ["pairs", count] => state.pairs = count.parse().map_err(|_| wrong("a count of pairs"))?,
                [name, _, value] => {
                    let place = numbers.iter().position(|number| number.name() == name);
                    let place = place.ok_or_else(|| wrong("the name of a number of the search"))?;
                    state.values[place] = value.parse().map_err(|_| wrong("a value"))?;
                }
                _ => return Err(wrong("`pairs N`, or a name and two values")),
            }
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_engine::tuning;

    #[test]
    fn numbers_find_the_place_where_they_win() {
        let numbers = tuning::numbers();
        let aims: Vec<f64> = (0..numbers.len()).map(|index| 0.25 + 0.5 * (index % 3) as f64 / 2.0).collect();
        let share = |number: &Number, value: f64| {
            let (least, most) = (f64::from(*number.range().start()), f64::from(*number.range().end()));
            (value - least) / (most - least)
        };
        let (mut state, mut random, pairs) = (State::new(&numbers), Random::new(3), 20_000);
        for _ in 0..pairs {
            let course = state.course(&numbers, pairs, &mut random);
            // Whose numbers are nearer to the aims wins more often.
            let distance = |side: usize| -> f64 {
                let away = |((number, values), aim): ((&&Number, &[i32; 2]), &f64)| {
                    (share(number, f64::from(values[side])) - aim).powi(2)
                };
                numbers.iter().zip(&course.values).zip(&aims).map(away).sum()
            };
            let chance = 0.5 + (distance(1) - distance(0)).clamp(-0.5, 0.5);
            let wins = (random.below(1000) as f64) < 1000.0 * chance;
            state.learn(&numbers, &course, if wins { 1.0 } else { -1.0 });
        }
        assert_eq!(state.pairs, pairs);
        let off = |values: &[f64]| -> f64 {
            let away = |((number, value), aim): ((&&Number, &f64), &f64)| (share(number, *value) - aim).abs();
            numbers.iter().zip(values).zip(&aims).map(away).sum::<f64>() / numbers.len() as f64
        };
        let (before, after) = (off(&State::new(&numbers).values), off(&state.values));
        assert!(after < before / 2.0, "{before} before, {after} after");
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let numbers = tuning::numbers();
        let mut state = State::new(&numbers);
        (state.pairs, state.values[1]) = (77, 5.125);
        assert_eq!(State::read(&state.write(&numbers), &numbers), Ok(state));
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(State::read(text, &tuning::numbers()), Err(expected.into()));
    }

    #[test]
    fn what_is_no_state_is_refused() {
        check_error("pairs x", "line 1: `pairs x`, expected a count of pairs");
        check_error(
            "pairs 1\nno::number 1 2",
            "line 2: `no::number 1 2`, expected the name of a number of the search",
        );
        check_error("a b c d", "line 1: `a b c d`, expected `pairs N`, or a name and two values");
    }
}

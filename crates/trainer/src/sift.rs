//! Tells what changes of the search's numbers are worth, many at a time: in each pair of games one side plays with a random half of them,
//! the other side with the rest. Every game tells of every change, as what the others do cancels over many games.

use crate::contest::duel;
use crate::crew::on_threads;
use crate::generate::{even_opening, player};
use crate::random::Random;
use crate::spsa::MOST_THREADS;
use regence_engine::tuning::{self, Number};
use regence_engine::{Judge, NoMemory};
use regence_rules::Color;
use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

/// Numbers that are changed together, and to what.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Each number's place among all, and its other value.
    pub values: Vec<(usize, i32)>,
}

/// Reads changes from text, one a line: names and values, `file::name=value`, with spaces between.
pub fn read(text: &str, numbers: &[&Number]) -> Result<Vec<Change>, String> {
    let mut changes = Vec::new();
    for (line, words) in text.lines().enumerate() {
        let read = |word: &str| {
            let (name, value) = word.split_once('=')?;
            let place = numbers.iter().position(|number| number.name() == name)?;
            Some((place, value.parse().ok()?))
        };
        let wrong = |word: &str| {
            format!(
                "line {}: `{word}`, expected a number of the search and its value: file::name=N",
                line + 1
            )
        };
        let values: Result<Vec<_>, _> =
            words.split_whitespace().map(|word| read(word).ok_or_else(|| wrong(word))).collect();
        let values = values?;
        if !values.is_empty() {
            changes.push(Change { values });
        }
    }
    Ok(changes)
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The changes to tell of.
    pub changes: Vec<Change>,
    /// How many pairs of games.
    pub pairs: u64,
    /// How many positions a move may look at.
    pub nodes: u64,
    /// How many games go on at once.
    pub threads: usize,
    /// Who judges positions.
    pub judge: Judge,
}

/// What has been found so far.
#[derive(Clone, Debug)]
pub struct Findings {
    /// How many pairs were played.
    pub pairs: u64,
    /// For each change, by how many points its side was ahead in all pairs together.
    sums: Vec<f64>,
    /// The sum of the squares of what sides were ahead by.
    squares: f64,
}

impl Findings {
    fn new(changes: usize) -> Self {
        Self { pairs: 0, sums: vec![0.0; changes], squares: 0.0 }
    }

    /// Takes a pair into account: which changes were the first side's, and by how many points it was ahead.
    fn add(&mut self, firsts: &[bool], ahead: f64) {
        self.pairs += 1;
        self.squares += ahead * ahead;
        for (sum, &is_first) in self.sums.iter_mut().zip(firsts) {
            *sum += if is_first { ahead } else { -ahead };
        }
    }

    /// What each change is worth, in Elo, and how far that may be off in 19 of 20 cases.
    pub fn elos(&self) -> Vec<(f64, f64)> {
        // Two games: ahead by two points is a share of one.
        let pairs = (self.pairs as f64).max(1.0);
        let per_share = 4.0 * 400.0 / std::f64::consts::LN_10;
        let off = 1.96 * (self.squares / pairs).sqrt() / pairs.sqrt() / 4.0 * per_share;
        self.sums.iter().map(|sum| (sum / pairs / 4.0 * per_share, off)).collect()
    }

    /// As text, a line for each change.
    pub fn write(&self, changes: &[Change], numbers: &[&Number]) -> String {
        let mut text = format!("{} games\n", 2 * self.pairs);
        for (change, (elo, off)) in changes.iter().zip(self.elos()) {
            let _ = write!(text, "Elo {elo:+6.1} ±{off:.1} ");
            for &(place, value) in &change.values {
                let _ = write!(text, " {}={value}", numbers[place].name());
            }
            text.push('\n');
        }
        text
    }
}

/// Plays the pairs, and tells of each.
pub fn sift(plan: &Plan, told: impl Fn(&Findings) + Sync) -> Result<Findings, NoMemory> {
    let findings = Mutex::new(Findings::new(plan.changes.len()));
    let workers = 0..plan.threads.clamp(1, MOST_THREADS);
    let done = on_threads(workers, |worker| work(worker, plan, &findings, &told));
    done.into_iter().collect::<Result<(), NoMemory>>()?;
    Ok(findings.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Plays one pair after the other.
fn work(
    worker: usize,
    plan: &Plan,
    findings: &Mutex<Findings>,
    told: &impl Fn(&Findings),
) -> Result<(), NoMemory> {
    let numbers = tuning::numbers();
    let mut random = Random::new(RandomState::new().hash_one(worker));
    let players = [2 * worker, 2 * worker + 1];
    let mut engines = [player(plan.judge.clone())?, player(plan.judge.clone())?];
    while findings.lock().unwrap_or_else(PoisonError::into_inner).pairs < plan.pairs {
        let Some(start) = even_opening(&mut engines[0], &mut random) else { continue };
        let firsts: Vec<bool> = plan.changes.iter().map(|_| random.below(2) == 0).collect();
        for (change, &is_first) in plan.changes.iter().zip(&firsts) {
            for &(place, value) in &change.values {
                let usual = numbers[place].usual();
                numbers[place].set(players[0], if is_first { value } else { usual });
                numbers[place].set(players[1], if is_first { usual } else { value });
            }
        }
        let points: f32 =
            Color::ALL.map(|color| duel(&mut engines, players, color, start, plan.nodes)).iter().sum();
        let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
        findings.add(&firsts, 2.0 * f64::from(points) - 2.0);
        told(&findings);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_line_by_line() {
        let numbers = tuning::numbers();
        let named = |place: usize, value: i32| format!("{}={value}", numbers[place].name());
        let text = format!("{}\n\n{} {}\n", named(3, 7), named(0, -1), named(5, 9));
        let expected = [vec![(3, 7)], vec![(0, -1), (5, 9)]].map(|values| Change { values });
        assert_eq!(read(&text, &numbers), Ok(expected.to_vec()));
        for wrong in ["pruning::nonsense=3", "x", "=", &named(1, 2).replace("=2", "=two")] {
            let text = format!("{}\n{wrong}", named(0, 1));
            let error = read(&text, &numbers).unwrap_err();
            assert!(error.starts_with(&format!("line 2: `{wrong}`")), "{error}");
        }
    }

    #[test]
    fn what_helps_is_told_from_what_does_not() {
        let worths = [30.0, 0.0, -60.0];
        let mut random = Random::new(9);
        let mut findings = Findings::new(worths.len());
        for _ in 0..40_000 {
            let firsts: Vec<bool> = worths.iter().map(|_| random.below(2) == 0).collect();
            let worth = |(worth, &is_first): (&f64, &bool)| if is_first { *worth } else { -worth };
            let better: f64 = worths.iter().zip(&firsts).map(worth).sum();
            let share = 1.0 / (1.0 + 10f64.powf(-better / 400.0));
            let mut game =
                || if (random.below(1 << 20) as f64) < share * f64::from(1 << 20) { 1.0 } else { -1.0 };
            findings.add(&firsts, game() + game());
        }
        for ((elo, off), worth) in findings.elos().into_iter().zip(worths) {
            assert!(off < 4.0 && (elo - worth).abs() < 1.5 * off, "{elo} ±{off}, expected {worth}");
        }
    }
}

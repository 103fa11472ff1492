//! Tunes the numbers of the search by games (simultaneous perturbation stochastic approximation): in each pair of games both sides
//! play with all numbers moved a little, each up for one side and down for the other, by chance. Whoever wins pulls every number a
//! little to his side. What one pair says is nearly nothing; over thousands the chance cancels and the truth adds up.

mod state;

pub use state::{Course, State};

use crate::contest::duel;
use crate::crew::on_threads;
use crate::generate::{even_opening, player};
use crate::random::Random;
use regence_engine::tuning::{self, Number};
use regence_engine::{Judge, NoMemory};
use regence_rules::Color;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many pairs of games in all, with those of earlier runs.
    pub pairs: u64,
    /// How many positions a move may look at.
    pub nodes: u64,
    /// How many games go on at once.
    pub threads: usize,
    /// Who judges positions.
    pub judge: Judge,
}

/// The most games that can go on at once: each needs two players of its own.
pub const MOST_THREADS: usize = tuning::PLAYERS / 2;

/// Plays pairs of games until there are as many as planned, and tells of each.
pub fn tune(state: State, plan: &Plan, told: impl Fn(&State) + Sync) -> Result<State, NoMemory> {
    let numbers = tuning::numbers();
    let state = Mutex::new(state);
    let workers = 0..plan.threads.clamp(1, MOST_THREADS);
    let done = on_threads(workers, |worker| work(worker, &numbers, &state, plan, &told));
    done.into_iter().collect::<Result<(), NoMemory>>()?;
    Ok(state.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Plays one pair after the other.
fn work(
    worker: usize,
    numbers: &[&Number],
    state: &Mutex<State>,
    plan: &Plan,
    told: &impl Fn(&State),
) -> Result<(), NoMemory> {
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let mut random = Random::new(RandomState::new().hash_one(worker));
    let players = [2 * worker, 2 * worker + 1];
    let mut engines = [player(plan.judge.clone())?, player(plan.judge.clone())?];
    while lock().pairs < plan.pairs {
        let Some(start) = even_opening(&mut engines[0], &mut random) else { continue };
        let course = lock().course(numbers, plan.pairs, &mut random);
        for (number, values) in numbers.iter().zip(&course.values) {
            number.set(players[0], values[0]);
            number.set(players[1], values[1]);
        }
        let points: f32 =
            Color::ALL.map(|color| duel(&mut engines, players, color, start, plan.nodes)).iter().sum();
        let mut state = lock();
        state.learn(numbers, &course, f64::from(points) * 2.0 - 2.0);
        told(&state);
    }
    Ok(())
}

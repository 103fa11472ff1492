//! Plays two judges against each other at equal effort, and says which is better and by how much.

use crate::crew::on_threads;
use crate::game;
use crate::generate::{even_opening, player, think};
use crate::random::Random;
use crate::record::GameResult;
use crate::spsa::{MOST_THREADS, State};
use regence_engine::{Engine, Judge, NoMemory, tuning};
use regence_rules::{Color, Position};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Games of the first player against the second, played in pairs from the same opening with colours exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// How many the first has won.
    pub wins: u32,
    /// How many nobody has won.
    pub draws: u32,
    /// How many the second has won.
    pub losses: u32,
    /// How many pairs gave the first 0, half, 1, one and a half, 2 points.
    pub pairs: [u32; 5],
}

impl Standing {
    fn add(&mut self, points: f32) {
        match points {
            1.0 => self.wins += 1,
            0.5 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// By how much the first is better, in Elo, and how far that may be off in 19 of 20 cases, from the scatter of the pairs.
    pub fn elo(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs.iter().sum::<u32>()).max(1.0);
        let share = |points: usize| points as f64 / 4.0;
        let mean = (0..5).map(|points| share(points) * f64::from(self.pairs[points])).sum::<f64>() / pairs;
        let scatter =
            (0..5).map(|points| (share(points) - mean).powi(2) * f64::from(self.pairs[points])).sum::<f64>()
                / pairs;
        let off = 1.96 * (scatter / pairs).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            -400.0 * (1.0 / share - 1.0).log10()
        };
        (elo(mean), (elo(mean + off) - elo(mean - off)) / 2.0)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, pairs } = self;
        let (elo, off) = self.elo();
        write!(f, "+{wins} ={draws} -{losses}, pairs {pairs:?}, Elo {elo:+.0} ±{off:.0}")
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// Who judges for the first player and for the second.
    pub judges: [Judge; 2],
    /// The search's numbers that the first player plays with, if not the usual ones.
    pub numbers: Option<&'a State>,
    /// How many pairs of games.
    pub pairs: u32,
    /// How many positions a move may look at.
    pub nodes: u64,
    /// How many games go on at once.
    pub threads: u32,
}

/// Plays pairs of games, and tells of each. Each thread has its share of them, so that the same plan gives the same games.
pub fn contest(plan: &Plan, told: impl Fn(&Standing) + Sync) -> Result<Standing, NoMemory> {
    let all = Mutex::new(Standing::default());
    let threads = plan.threads.clamp(1, MOST_THREADS as u32);
    let share = |worker: u32| plan.pairs / threads + u32::from(worker < plan.pairs % threads);
    let done = on_threads(0..threads, |worker| work(worker, plan, share(worker), &all, &told));
    done.into_iter().collect::<Result<(), NoMemory>>()?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Plays one thread's share of the pairs.
fn work(
    worker: u32,
    plan: &Plan,
    pairs: u32,
    all: &Mutex<Standing>,
    told: &impl Fn(&Standing),
) -> Result<(), NoMemory> {
    let [first, second] = plan.judges.clone().map(player);
    let mut engines = [first?, second?];
    let players = [0, 1].map(|side| 2 * worker as usize + side);
    if let Some(state) = plan.numbers {
        for (number, value) in tuning::numbers().iter().zip(&state.values) {
            number.set(players[0], value.round() as i32);
        }
    }
    let mut random = Random::new(u64::from(worker) << 32 ^ plan.nodes);
    let mut played = 0;
    while played < pairs {
        let Some(start) = even_opening(&mut engines[0], &mut random) else { continue };
        let shares = Color::ALL.map(|color| duel(&mut engines, players, color, start, plan.nodes));
        let mut standing = all.lock().unwrap_or_else(PoisonError::into_inner);
        for share in shares {
            standing.add(share);
        }
        standing.pairs[(shares.iter().sum::<f32>() * 2.0) as usize] += 1;
        told(&standing);
        played += 1;
    }
    Ok(())
}

type Player = Engine<Judge>;

/// The first engine's points from one game in which it has this colour. Each plays with the search's numbers of one of the players.
pub(crate) fn duel(
    engines: &mut [Player; 2],
    players: [usize; 2],
    color: Color,
    start: Position,
    nodes: u64,
) -> f32 {
    for (engine, player) in engines.iter_mut().zip(players) {
        tuning::play_as(player);
        engine.forget();
    }
    let result = game::play(start, |situation, _| {
        let side = usize::from(situation.position().turn() != color);
        tuning::play_as(players[side]);
        think(&mut engines[side], situation, nodes)
    });
    let for_white = result.unwrap_or(GameResult::Draw).for_white();
    if color == Color::White { for_white } else { 1.0 - for_white }
}

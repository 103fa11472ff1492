//! A fixed search of fixed positions: its node count is the fingerprint of how the engine behaves.

use crate::{Control, Engine, Evaluator, Limits, NoMemory};
use regence_rules::Position;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How deep each position is searched if nobody says.
pub const USUAL_DEPTH: u32 = 12;

const MEGABYTES: usize = 16;

/// Openings, middle games, endings and Chess960, one FEN a line.
const POSITIONS: &str = include_str!("bench.fen");

/// What a bench has counted and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// How many positions were searched.
    pub positions: usize,
    /// How many nodes that took.
    pub nodes: u64,
    /// How much time.
    pub time: Duration,
}

impl Bench {
    /// Searches all positions so deep, with one thread, each with nothing remembered.
    pub fn run(evaluator: impl Evaluator, depth: u32) -> Result<Self, NoMemory> {
        let mut engine = Engine::new(evaluator, MEGABYTES)?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut bench = Self { positions: 0, nodes: 0, time: Duration::ZERO };
        for position in positions() {
            engine.forget();
            let started = Instant::now();
            engine.search(&position.into(), &limits, &Arc::new(Control::default()), &mut |_| {});
            bench.time += started.elapsed();
            bench.nodes += engine.nodes();
            bench.positions += 1;
        }
        Ok(bench)
    }

    /// Nodes a second.
    #[allow(clippy::cast_precision_loss)] // Nobody reads so many digits.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.lines().filter_map(|fen| Position::from_fen_chess960(fen).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_read() {
        assert_eq!(positions().count(), POSITIONS.lines().count());
    }
}

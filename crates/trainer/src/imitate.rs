//! Makes positions that say what a judge thinks of them, at once or after a short look ahead: a network learns from them in minutes what
//! the judge knows, before it learns from games what the judge does not.

use crate::crew::on_threads;
use crate::generate::{is_quiet, player, think};
use crate::random::Random;
use crate::record::{self, Record};
use regence_engine::{Engine, Evaluator, Judge};
use regence_rules::{Color, Position};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A search sees what happens after poor moves too, so up to so many random ones are played first.
const RANDOM_PLIES: usize = 4;

/// Positions that a thread judges before it writes them.
const PORTION: u64 = 4096;

/// What is to be judged, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many positions.
    pub positions: u64,
    /// Who judges.
    pub judge: Judge,
    /// How many positions he may look at for each; none, and he judges at once.
    pub nodes: u64,
    /// How many threads judge.
    pub threads: u64,
}

/// Who judges: at once, or by a search.
enum Oracle {
    AtOnce(Judge),
    Looking(Box<Engine<Judge>>, u64),
}

impl Oracle {
    fn new(plan: &Plan) -> io::Result<Self> {
        let judge = plan.judge.clone();
        if plan.nodes == 0 {
            return Ok(Self::AtOnce(judge));
        }
        Ok(Self::Looking(Box::new(player(judge).map_err(io::Error::other)?), plan.nodes))
    }

    /// What a position is worth to the side to move; none if it is not calm enough to learn from.
    fn worth(&mut self, position: &Position) -> Option<i32> {
        match self {
            Self::AtOnce(judge) => {
                judge.reset(position);
                Some(judge.evaluate(position))
            }
            Self::Looking(engine, nodes) => {
                let choice = think(engine, &(*position).into(), *nodes)?;
                is_quiet(position, &choice).then_some(choice.score)
            }
        }
    }
}

/// Writes positions that are a few random moves away from those of the files, each with what the judge thinks of it.
pub fn imitate(files: &[PathBuf], to: &Path, plan: &Plan, seed: u64) -> io::Result<u64> {
    let mut bytes = Vec::new();
    for file in files {
        File::open(file)?.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.len() / record::SIZE * record::SIZE);
    }
    let records = bytes.as_chunks::<{ record::SIZE }>().0;
    if records.is_empty() {
        return Ok(0);
    }
    let out = Mutex::new(BufWriter::with_capacity(1 << 20, File::create(to)?));
    let share =
        |worker: u64| plan.positions / plan.threads + u64::from(worker < plan.positions % plan.threads);
    let random = |worker: u64| Random::new(seed ^ worker << 32);
    let done = on_threads(0..plan.threads, |worker| work(records, &out, plan, share(worker), random(worker)));
    done.into_iter().collect::<io::Result<()>>()?;
    out.into_inner().unwrap_or_else(PoisonError::into_inner).flush()?;
    Ok(plan.positions)
}

/// Does one thread's share.
fn work(
    records: &[[u8; record::SIZE]],
    out: &Mutex<BufWriter<File>>,
    plan: &Plan,
    share: u64,
    mut random: Random,
) -> io::Result<()> {
    let mut oracle = Oracle::new(plan)?;
    let mut left = share;
    while left > 0 {
        let mut portion = Vec::new();
        let wanted = left.min(PORTION);
        let mut judged = 0;
        while judged < wanted {
            let source = Record::unpack(&records[random.below(records.len())]);
            let source = source.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            let Some(position) = wander(source.position, &mut random) else { continue };
            let Some(worth) = oracle.worth(&position) else { continue };
            let for_white = if position.turn() == Color::White { worth } else { -worth };
            // As if each were a game of its own, for they have nothing to do with each other.
            let record = Record { position, score: for_white as i16, is_first: true, ..source };
            portion.extend_from_slice(&record.pack());
            judged += 1;
        }
        out.lock().unwrap_or_else(PoisonError::into_inner).write_all(&portion)?;
        left -= wanted;
    }
    Ok(())
}

/// Plays some random moves; none if that leads into check or to the end.
fn wander(mut position: Position, random: &mut Random) -> Option<Position> {
    for _ in 0..random.below(RANDOM_PLIES + 1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    (!position.is_check() && position.outcome().is_none()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use regence_engine::Evaluation;

    #[test]
    fn every_position_says_what_the_judge_thinks() {
        let folder = std::env::temp_dir();
        let [from, to] =
            ["from", "to"].map(|name| folder.join(format!("regence-imitate-{name}-{}", std::process::id())));
        let start =
            Record { position: Position::START, score: 9, result: GameResult::Draw, is_first: false, ply: 0 };
        std::fs::write(&from, start.pack()).unwrap();
        let plan = Plan { positions: 50, judge: Judge::written(Evaluation::default()), nodes: 0, threads: 2 };
        let written = imitate(std::slice::from_ref(&from), &to, &plan, 1).unwrap();
        let bytes = std::fs::read(&to).unwrap();
        assert_eq!((written, bytes.len()), (50, 50 * record::SIZE));
        let mut judge = Judge::written(Evaluation::default());
        for bytes in bytes.as_chunks().0 {
            let Record { position, score, .. } = Record::unpack(bytes).unwrap();
            judge.reset(&position);
            let worth = judge.evaluate(&position);
            assert_eq!(i32::from(score), if position.turn() == Color::White { worth } else { -worth });
        }
        for path in [from, to] {
            std::fs::remove_file(path).unwrap();
        }
    }
}

//! Makes positions that say what a judge thinks of them without looking ahead: a network learns from them in minutes what the judge
//! knows, before it learns from games what the judge does not.

use crate::random::Random;
use crate::record::{self, Record};
use regence_engine::{Evaluator, Judge};
use regence_rules::{Color, Position};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A search sees what happens after poor moves too, so up to so many random ones are played first.
const RANDOM_PLIES: usize = 4;

/// Writes so many positions, each a few random moves away from one of the files' and with what the judge thinks of it.
pub fn imitate(files: &[PathBuf], to: &Path, positions: u64, mut judge: Judge, seed: u64) -> io::Result<u64> {
    let mut bytes = Vec::new();
    for file in files {
        File::open(file)?.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.len() / record::SIZE * record::SIZE);
    }
    let records = bytes.as_chunks::<{ record::SIZE }>().0;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(to)?);
    let (mut random, mut written) = (Random::new(seed), 0);
    while written < positions && !records.is_empty() {
        let source = Record::unpack(&records[random.below(records.len())]);
        let source = source.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let Some(position) = wander(source.position, &mut random) else { continue };
        judge.reset(&position);
        let worth = judge.evaluate(&position);
        let for_white = if position.turn() == Color::White { worth } else { -worth };
        // As if each were a game of its own, for they have nothing to do with each other.
        let record = Record { position, score: for_white as i16, is_first: true, ..source };
        out.write_all(&record.pack())?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
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
        let written =
            imitate(std::slice::from_ref(&from), &to, 50, Judge::written(Evaluation::default()), 1).unwrap();
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

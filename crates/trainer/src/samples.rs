//! Positions as the tuner sees them: only what is counted, packed tightly, for there are millions.

use crate::record::{self, Record};
use regence_engine::evaluation::{FULL_PHASE, FULL_SCALE, Findings};
use regence_rules::Color;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// A weight's number and by how much White has more of it than Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Which weight.
    pub weight: u16,
    /// How many more.
    pub count: i8,
}

/// One position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    first: u32,
    length: u16,
    /// How much of the middlegame is left, 0 to 1.
    pub phase: f32,
    /// How much of an advantage counts, White's and Black's.
    pub scale: [f32; 2],
    /// What the search thought, seen by White.
    pub score: f32,
    /// White's share of the point.
    pub result: f32,
}

/// Many positions, with their counts behind each other.
#[derive(Default)]
pub struct Samples {
    counts: Vec<Count>,
    samples: Vec<Sample>,
}

impl Samples {
    /// All of them.
    pub fn all(&self) -> &[Sample] {
        &self.samples
    }

    /// What is counted in one of them.
    pub fn counts(&self, sample: &Sample) -> &[Count] {
        &self.counts[sample.first as usize..][..usize::from(sample.length)]
    }

    /// Adds the position of a record.
    pub fn add(&mut self, record: &Record) {
        let findings = Findings::new(&record.position);
        let first = self.counts.len();
        let both = findings.counts(Color::White).iter().zip(findings.counts(Color::Black));
        for (weight, (white, black)) in both.enumerate().filter(|(_, (white, black))| white != black) {
            let count = (white - black).clamp(i8::MIN.into(), i8::MAX.into()) as i8;
            self.counts.push(Count { weight: weight as u16, count });
        }
        let scale = |color| findings.scale(color) as f32 / FULL_SCALE as f32;
        self.samples.push(Sample {
            first: first as u32,
            length: (self.counts.len() - first) as u16,
            phase: findings.phase() as f32 / FULL_PHASE as f32,
            scale: [scale(Color::White), scale(Color::Black)],
            score: f32::from(record.score),
            result: record.result.for_white(),
        });
    }
}

/// Positions to learn from, and others from games of their own to see how well that went.
#[derive(Default)]
pub struct Lessons {
    /// To learn from.
    pub training: Samples,
    /// To judge by.
    pub validation: Samples,
    /// How many games both come from.
    pub games: usize,
}

/// Every so many games, one is kept for validation.
const VALIDATION: usize = 16;

impl Lessons {
    /// Adds the games of a file.
    pub fn read(&mut self, path: &Path) -> io::Result<()> {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut bytes = [0; record::SIZE];
        loop {
            match file.read_exact(&mut bytes) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                Err(error) => return Err(error),
            }
            let record =
                Record::unpack(&bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            self.games += usize::from(record.is_first);
            if self.games % VALIDATION == 1 {
                self.validation.add(&record);
            } else {
                self.training.add(&record);
            }
        }
    }
}

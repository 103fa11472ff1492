//! Trains a network on positions from games.

mod adam;
mod gradient;
mod lesson;
mod model;

pub use model::Model;

use crate::crew::on_threads;
use crate::random::Random;
use crate::record;
use adam::Adam;
use model::{LARGEST, SIZE};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How often to go through all positions.
    pub epochs: usize,
    /// How much the results of games count against what the search thought, 0 to 1.
    pub results: f32,
    /// The step width at the beginning; it falls to a hundredth of it.
    pub rate: f32,
    /// How many threads compute.
    pub threads: usize,
    /// Positions between two steps.
    pub batch: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { epochs: 20, results: 0.3, rate: 1e-3, threads: 2, batch: 16_384 }
    }
}

/// Positions in memory at a time, put into an order of their own in every epoch.
const CHUNK: usize = 1 << 20;
/// The last step width as a share of the first.
const LAST_RATE: f32 = 0.01;

/// How far learning has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Times through all positions.
    pub epoch: usize,
    /// The mean squared error over the positions learnt from.
    pub loss: f64,
    /// The same over positions of other games.
    pub validation: f64,
}

/// Trains a network on the shuffled positions of one file, and tells after every epoch how well it does on those of another.
pub fn learn(
    model: &mut Model,
    training: &Path,
    validation: &Path,
    plan: Plan,
    mut told: impl FnMut(Progress, &Model),
) -> io::Result<()> {
    let others = read_all(validation)?;
    let batches = (std::fs::metadata(training)?.len() as usize / record::SIZE / plan.batch).max(1);
    let (mut adam, mut random) = (Adam::new(SIZE), Random::new(7));
    let mut gradients = vec![vec![0.0; SIZE]; plan.threads.max(1)];
    let mut step = 0;
    for epoch in 1..=plan.epochs {
        let mut sum = (0.0, 0);
        let mut file = File::open(training)?;
        loop {
            let mut chunk = read_chunk(&mut file)?;
            if chunk.is_empty() {
                break;
            }
            random.shuffle(&mut chunk);
            for batch in chunk.chunks_exact(plan.batch) {
                let done = step as f32 / (batches * plan.epochs) as f32;
                sum.0 += descend(model, batch, &mut gradients, plan.results);
                sum.1 += plan.batch;
                adam.step(&mut model.numbers, &gradients[0], plan.rate * falling(done), LARGEST);
                step += 1;
            }
        }
        let validation = loss(model, &others, plan);
        told(Progress { epoch, loss: sum.0 / sum.1 as f64, validation }, model);
    }
    Ok(())
}

/// The share of the first step width that is left when so much of the way is done: half a wave, from all to [`LAST_RATE`].
fn falling(done: f32) -> f32 {
    LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos()) / 2.0
}

/// Puts the mean gradient over a batch into the first of the gradients, and answers the sum of squared errors.
fn descend(model: &Model, batch: &[[u8; record::SIZE]], gradients: &mut [Vec<f32>], results: f32) -> f64 {
    let share = batch.len().div_ceil(gradients.len());
    let losses = on_threads(batch.chunks(share).zip(&mut *gradients), |(part, gradient)| {
        gradient.fill(0.0);
        gradient::learn(&model.numbers, part, results, gradient)
    });
    let loss = losses.into_iter().sum();
    let scale = 1.0 / batch.len() as f32;
    let Some((first, others)) = gradients.split_first_mut() else { return loss };
    for (index, number) in first.iter_mut().enumerate() {
        *number = others.iter().fold(*number, |sum, other| sum + other[index]) * scale;
    }
    loss
}

/// The mean squared error over positions.
fn loss(model: &Model, records: &[[u8; record::SIZE]], plan: Plan) -> f64 {
    let share = records.len().div_ceil(plan.threads.max(1)).max(1);
    let losses = on_threads(records.chunks(share), |part| gradient::loss(&model.numbers, part, plan.results));
    losses.into_iter().sum::<f64>() / records.len().max(1) as f64
}

fn read_all(path: &Path) -> io::Result<Vec<[u8; record::SIZE]>> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes.as_chunks().0.to_vec())
}

fn read_chunk(file: &mut File) -> io::Result<Vec<[u8; record::SIZE]>> {
    let mut bytes = Vec::with_capacity(CHUNK * record::SIZE);
    file.take((CHUNK * record::SIZE) as u64).read_to_end(&mut bytes)?;
    Ok(bytes.as_chunks().0.to_vec())
}

#[cfg(test)]
mod tests;

//! How wrong the network is about positions, and in which direction each of its numbers would have to change.
#![allow(unsafe_code)] // Code for instructions that not every CPU has can be called in no other way.
#![allow(clippy::inline_always)] // The same code must melt into the function compiled for the better CPU.

use super::lesson::{Lesson, sigmoid};
use super::model::{BIAS, OUTPUT_BIASES, outputs};
use crate::record;
use regence_engine::network::HIDDEN;

/// Columns that are added up at a time: as many as fit the CPU's registers.
const BLOCK: usize = 64;

/// Numbers of all hidden neurons of a side.
type Neurons = [f32; HIDDEN];

/// The sum of the squared errors over some positions. Adds to `gradient` by how much it grows with each of the network's numbers.
pub fn learn(numbers: &[f32], records: &[[u8; record::SIZE]], results: f32, gradient: &mut [f32]) -> f64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the CPU has AVX2.
        return unsafe { learn_avx2(numbers, records, results, gradient) };
    }
    learn_all(numbers, records, results, gradient)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn learn_avx2(numbers: &[f32], records: &[[u8; record::SIZE]], results: f32, gradient: &mut [f32]) -> f64 {
    learn_all(numbers, records, results, gradient)
}

#[inline(always)]
fn learn_all(numbers: &[f32], records: &[[u8; record::SIZE]], results: f32, gradient: &mut [f32]) -> f64 {
    let mut loss = 0.0;
    for bytes in records {
        let lesson = Lesson::new(bytes, results);
        let thought = Thought::new(numbers, &lesson);
        let error = thought.expectation - lesson.target;
        loss += f64::from(error * error);
        let slope = 2.0 * error * thought.expectation * (1.0 - thought.expectation);
        thought.teach(numbers, &lesson, slope, gradient);
    }
    loss
}

/// The sum of the squared errors over some positions.
pub fn loss(numbers: &[f32], records: &[[u8; record::SIZE]], results: f32) -> f64 {
    let errors = records.iter().map(|bytes| {
        let lesson = Lesson::new(bytes, results);
        f64::from(Thought::new(numbers, &lesson).expectation - lesson.target).powi(2)
    });
    errors.sum()
}

/// What the network thinks of a position.
pub struct Thought {
    hidden: [Neurons; 2],
    /// What the side to move may expect, from 0 to 1.
    pub expectation: f32,
}

impl Thought {
    /// Thinks.
    #[inline(always)]
    pub fn new(numbers: &[f32], lesson: &Lesson) -> Self {
        let mut hidden = [[0.0; HIDDEN]; 2];
        let mut lanes = [0.0; BLOCK];
        for (side, (neurons, inputs)) in hidden.iter_mut().zip(lesson.sides()).enumerate() {
            sum_up(numbers, inputs, neurons);
            let weights = &numbers[outputs(lesson.stage(), side)..][..HIDDEN];
            for (neurons, weights) in neurons.chunks_exact(BLOCK).zip(weights.chunks_exact(BLOCK)) {
                for ((lane, neuron), weight) in lanes.iter_mut().zip(neurons).zip(weights) {
                    let clamped = neuron.clamp(0.0, 1.0);
                    *lane += clamped * clamped * weight;
                }
            }
        }
        let output = lanes.iter().sum::<f32>() + numbers[OUTPUT_BIASES + lesson.stage()];
        Self { hidden, expectation: sigmoid(output) }
    }

    /// Adds to `gradient` what would change the output, times `slope`.
    #[inline(always)]
    fn teach(&self, numbers: &[f32], lesson: &Lesson, slope: f32, gradient: &mut [f32]) {
        gradient[OUTPUT_BIASES + lesson.stage()] += slope;
        for (side, (neurons, inputs)) in self.hidden.iter().zip(lesson.sides()).enumerate() {
            let mut slopes = [0.0; HIDDEN];
            let weights = &numbers[outputs(lesson.stage(), side)..][..HIDDEN];
            let taught = &mut gradient[outputs(lesson.stage(), side)..][..HIDDEN];
            for index in 0..HIDDEN {
                let clamped = neurons[index].clamp(0.0, 1.0);
                taught[index] += slope * clamped * clamped;
                // Where the neuron is clamped, nothing changes.
                let inside = if neurons[index] > 0.0 && neurons[index] < 1.0 { 2.0 } else { 0.0 };
                slopes[index] = slope * weights[index] * inside * clamped;
            }
            add(&mut gradient[BIAS..][..HIDDEN], &slopes);
            for &input in inputs {
                add(&mut gradient[usize::from(input) * HIDDEN..][..HIDDEN], &slopes);
            }
        }
    }
}

/// The hidden neurons of a side that sees these inputs.
#[inline(always)]
fn sum_up(numbers: &[f32], inputs: &[u16], neurons: &mut Neurons) {
    for (block, sums) in neurons.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        let mut lanes = [0.0; BLOCK];
        lanes.copy_from_slice(&numbers[BIAS + block * BLOCK..][..BLOCK]);
        for &input in inputs {
            let row = &numbers[usize::from(input) * HIDDEN + block * BLOCK..][..BLOCK];
            for (lane, number) in lanes.iter_mut().zip(row) {
                *lane += number;
            }
        }
        *sums = lanes;
    }
}

#[inline(always)]
fn add(sums: &mut [f32], numbers: &Neurons) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Model, SIZE};
    use super::*;
    use crate::random::Random;
    use crate::record::{GameResult, Record};
    use regence_rules::Position;

    fn records() -> Vec<[u8; record::SIZE]> {
        let fens = [
            "r3k2r/ppp2ppp/2n5/3pp3/8/2NP4/PPP2PPP/R3K2R w KQkq - 0 9",
            "8/5k2/8/3pP3/8/2K5/8/8 b - - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b Kq e3 0 3",
        ];
        let record = |fen| Record {
            position: Position::from_fen(fen).unwrap(),
            score: 150,
            result: GameResult::WhiteWins,
            is_first: false,
            ply: 9,
        };
        fens.map(|fen| record(fen).pack()).to_vec()
    }

    #[test]
    fn the_gradient_is_what_small_changes_show() {
        let mut model = Model::new(&mut Random::new(3));
        // Small enough that no neuron comes near to where it is clamped, but for some that are clamped all the time.
        model.numbers[..BIAS].iter_mut().for_each(|number| *number *= 0.2);
        (model.numbers[BIAS + 1], model.numbers[BIAS + 2]) = (-5.0, 6.0);
        let records = records();
        let mut gradient = vec![0.0; SIZE];
        learn(&model.numbers, &records, 0.3, &mut gradient);
        let seen = (0..SIZE).filter(|&index| gradient[index] != 0.0);
        let chosen: Vec<usize> = seen
            .step_by(97)
            .chain([BIAS + 5, outputs(0, 0) + 3, outputs(7, 1) + 9, OUTPUT_BIASES, OUTPUT_BIASES + 7])
            .collect();
        assert!(chosen.len() > 50);
        assert!(gradient[BIAS + 1].abs() + gradient[BIAS + 2].abs() < 1e-9, "clamped neurons do not learn");
        for index in chosen {
            let moved = |by: f32| {
                let mut numbers = model.numbers.clone();
                numbers[index] += by;
                loss(&numbers, &records, 0.3)
            };
            let step = 1e-2;
            let shown = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let found = f64::from(gradient[index]);
            assert!(
                (shown - found).abs() < 2e-4 + 0.03 * shown.abs(),
                "number {index}: {found}, expected {shown}"
            );
        }
    }

    #[test]
    fn the_faster_way_finds_the_same() {
        let model = Model::new(&mut Random::new(4));
        let (mut fast, mut plain) = (vec![0.0; SIZE], vec![0.0; SIZE]);
        let loss = learn(&model.numbers, &records(), 0.5, &mut fast);
        assert!((loss - learn_all(&model.numbers, &records(), 0.5, &mut plain)).abs() < 1e-6);
        assert!(fast.iter().zip(&plain).all(|(fast, plain)| (fast - plain).abs() < 1e-6));
    }
}

//! The network while it learns: the same numbers as the engine's, but not yet rounded.

use crate::random::Random;
use regence_engine::network::{HIDDEN, HIDDEN_ONE, INPUTS, Net, OUTPUT_ONE, Output, Row, STAGES};

/// Where the hidden neurons' biases begin among the numbers.
pub const BIAS: usize = INPUTS * HIDDEN;
/// Where the output's weights begin: those of each stage, the side to move's first.
pub const OUTPUTS: usize = BIAS + HIDDEN;
/// Where the output's biases begin, one for each stage.
pub const OUTPUT_BIASES: usize = OUTPUTS + STAGES * 2 * HIDDEN;
/// How many numbers there are.
pub const SIZE: usize = OUTPUT_BIASES + STAGES;

/// Where a stage's weights of the output begin: those for the neurons of the side to move (0), or of the other (1).
#[inline]
pub const fn outputs(stage: usize, side: usize) -> usize {
    OUTPUTS + (2 * stage + side) * HIDDEN
}

/// No weight may grow larger, or it would not fit when rounded.
pub const LARGEST: f32 = 1.98;

/// A network that learns: for each input what it adds to the hidden neurons; their biases; for each stage of the game the output's
/// weights for the side to move and for the other; for each stage the output's bias.
#[derive(Clone)]
pub struct Model {
    /// All numbers behind each other.
    pub numbers: Vec<f32>,
}

impl Model {
    /// A network that knows nothing.
    pub fn new(random: &mut Random) -> Self {
        let mut spread = |width: f32| (random.number() >> 40) as f32 / (1_u32 << 23) as f32 * width - width;
        let mut numbers = vec![0.0; SIZE];
        // About 30 of the inputs are there at a time; the hidden neurons begin in the middle of where they can learn.
        numbers[..BIAS].iter_mut().for_each(|number| *number = spread(0.15));
        numbers[BIAS..OUTPUTS].fill(0.3);
        // All stages begin alike: what most games share is learnt by each of them.
        numbers[OUTPUTS..outputs(1, 0)].iter_mut().for_each(|number| *number = spread(0.1));
        for stage in 1..STAGES {
            numbers.copy_within(OUTPUTS..outputs(1, 0), outputs(stage, 0));
        }
        Self { numbers }
    }

    /// The network as the engine computes with it.
    pub fn rounded(&self, note: String) -> Net {
        let rows = |range: std::ops::Range<usize>, one: i32| {
            self.numbers[range].chunks_exact(HIDDEN).map(move |numbers| row(numbers, one))
        };
        let mut weights = rows(OUTPUTS..OUTPUT_BIASES, OUTPUT_ONE);
        let bias = |stage: usize| self.numbers[OUTPUT_BIASES + stage] * (HIDDEN_ONE * OUTPUT_ONE) as f32;
        Net {
            note,
            inputs: rows(0..BIAS, HIDDEN_ONE).collect(),
            bias: row(&self.numbers[BIAS..OUTPUTS], HIDDEN_ONE),
            outputs: std::array::from_fn(|stage| Output {
                weights: std::array::from_fn(|_| weights.next().unwrap_or_default()),
                bias: bias(stage).round() as i32,
            }),
        }
    }

    /// The network that an engine's was rounded from, nearly: to go on learning.
    pub fn from_net(net: &Net) -> Self {
        let scaled = |row: &Row, one: i32| row.0.map(|number| f32::from(number) / one as f32);
        let mut numbers: Vec<f32> =
            net.inputs.iter().chain([&net.bias]).flat_map(|row| scaled(row, HIDDEN_ONE)).collect();
        let weights = net.outputs.iter().flat_map(|output| &output.weights);
        numbers.extend(weights.flat_map(|row| scaled(row, OUTPUT_ONE)));
        numbers
            .extend(net.outputs.iter().map(|output| output.bias as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32));
        Self { numbers }
    }
}

fn row(numbers: &[f32], one: i32) -> Row {
    let mut row = Row::default();
    for (rounded, number) in row.0.iter_mut().zip(numbers) {
        *rounded = (number * one as f32).round() as i16;
    }
    row
}

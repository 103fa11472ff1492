//! Learns weights: gradient descent on how well the evaluation foretells the results of games.

use crate::random::Random;
use crate::samples::{Sample, Samples};
use regence_engine::evaluation::{Pair, Term, WEIGHT_COUNT, Weights};

/// How the tuner goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// How often all positions are gone through.
    pub epochs: usize,
    /// How much the result counts against the search's own score, 0 to 1.
    pub trust_in_results: f32,
    /// The first step width, in hundredths of a pawn; it falls to a hundredth of that.
    pub rate: f32,
    /// How far the true weights are expected to be from where they begin, in hundredths of a pawn: what is rarely seen stays there.
    pub spread: f32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { epochs: 40, trust_in_results: 0.6, rate: 1.0, spread: 20.0 }
    }
}

const BATCH: usize = 16_384;

/// So many positions of a game tell no more than one position each of as many games.
const KINSHIP: f32 = 10.0;

/// Weights as the tuner moves them: middlegame and endgame.
type Table = [[f32; 2]; WEIGHT_COUNT];

/// A run of the tuner.
pub struct Tuner<'a> {
    training: &'a Samples,
    validation: &'a Samples,
    plan: Plan,
    /// By how much one hundredth of a pawn changes the odds' logarithm.
    slope: f32,
    start: Box<Table>,
    weights: Box<Table>,
    mean: Box<Table>,
    variance: Box<Table>,
    steps: i32,
}

impl<'a> Tuner<'a> {
    /// A tuner that begins with these weights. The slope is fitted to them and then left alone, so that the unit of the
    /// weights stays what it is.
    pub fn new(training: &'a Samples, validation: &'a Samples, start: &Weights, plan: Plan) -> Self {
        let table = Box::new(start.all().map(|pair| [pair.middlegame() as f32, pair.endgame() as f32]));
        let zero = Box::new([[0.0; 2]; WEIGHT_COUNT]);
        let mut tuner = Self {
            training,
            validation,
            plan,
            slope: 0.0,
            start: table.clone(),
            weights: table,
            mean: zero.clone(),
            variance: zero,
            steps: 0,
        };
        tuner.slope = tuner.fit_slope();
        tuner
    }

    /// By how much one hundredth of a pawn changes the odds' logarithm.
    pub fn slope(&self) -> f32 {
        self.slope
    }

    /// The weights as they are now, in whole hundredths.
    pub fn weights(&self) -> Weights {
        let whole = |weight: f32| weight.round().clamp(-2000.0, 2000.0) as i16;
        Weights::from_fn(|term, index| {
            let [middlegame, endgame] = self.weights[term.start() + index];
            Pair::new(whole(middlegame), whole(endgame))
        })
    }

    /// How badly the results of the games kept aside are foretold: mean logarithmic loss.
    pub fn validation_loss(&self) -> f64 {
        self.loss(self.validation, self.slope, 1.0)
    }

    /// Learns; `told` hears of each epoch and its validation loss, against the same targets as it learns from.
    pub fn run(&mut self, mut told: impl FnMut(usize, f64)) {
        let mut order: Vec<u32> = (0..self.training.all().len() as u32).collect();
        let mut random = Random::new(1);
        let mut best = (self.target_loss(), self.weights.clone());
        for epoch in 1..=self.plan.epochs {
            random.shuffle(&mut order);
            let progress = (epoch - 1) as f32 / self.plan.epochs as f32;
            let rate = self.plan.rate * 0.01_f32.powf(progress);
            for batch in order.chunks(BATCH) {
                let gradient = self.gradient(batch);
                self.step(&gradient, rate);
            }
            let loss = self.target_loss();
            told(epoch, loss);
            if loss < best.0 {
                best = (loss, self.weights.clone());
            }
        }
        self.weights = best.1;
        self.settle_means();
    }

    fn target_loss(&self) -> f64 {
        self.loss(self.validation, self.slope, self.plan.trust_in_results)
    }

    /// The evaluation of a sample, seen by White, and the scale that applies.
    fn evaluate(&self, samples: &Samples, sample: &Sample) -> (f32, f32) {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for count in samples.counts(sample) {
            let [mg, eg] = self.weights[usize::from(count.weight)];
            middlegame += mg * f32::from(count.count);
            endgame += eg * f32::from(count.count);
        }
        let tapered = middlegame * sample.phase + endgame * (1.0 - sample.phase);
        let scale = sample.scale[usize::from(tapered <= 0.0)];
        (tapered * scale, scale)
    }

    fn target(&self, sample: &Sample, trust: f32) -> f32 {
        trust * sample.result + (1.0 - trust) * sigmoid(self.slope * sample.score)
    }

    fn loss(&self, samples: &Samples, slope: f32, trust: f32) -> f64 {
        let sum: f64 = samples
            .all()
            .iter()
            .map(|sample| {
                let expected = sigmoid(slope * self.evaluate(samples, sample).0).clamp(1e-6, 1.0 - 1e-6);
                let target = self.target(sample, trust);
                f64::from(-target * expected.ln() - (1.0 - target) * (1.0 - expected).ln())
            })
            .sum();
        sum / samples.all().len().max(1) as f64
    }

    /// The slope with the least loss against results alone, by narrowing down.
    fn fit_slope(&self) -> f32 {
        let (mut low, mut high) = (0.001_f32, 0.02_f32);
        for _ in 0..18 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if self.loss(self.validation, left, 1.0) < self.loss(self.validation, right, 1.0) {
                high = right;
            } else {
                low = left;
            }
        }
        f32::midpoint(low, high)
    }

    /// The mean slope of the loss by each weight over a batch. The logistic loss makes it simple: how far the expectation is off,
    /// times how much the weight counts.
    fn gradient(&self, batch: &[u32]) -> Box<Table> {
        let mut gradient = Box::new([[0.0; 2]; WEIGHT_COUNT]);
        for &index in batch {
            let sample = &self.training.all()[index as usize];
            let (worth, scale) = self.evaluate(self.training, sample);
            let off = sigmoid(self.slope * worth) - self.target(sample, self.plan.trust_in_results);
            let by_middlegame = off * scale * sample.phase / batch.len() as f32;
            let by_endgame = off * scale * (1.0 - sample.phase) / batch.len() as f32;
            for count in self.training.counts(sample) {
                let slot = &mut gradient[usize::from(count.weight)];
                slot[0] += by_middlegame * f32::from(count.count);
                slot[1] += by_endgame * f32::from(count.count);
            }
        }
        gradient
    }

    /// What a weight's distance from where it began adds to the gradient: the logarithm of a bell curve around the start, shared
    /// out among the positions.
    fn pull(&self) -> f32 {
        KINSHIP / (self.training.all().len() as f32 * self.plan.spread.powi(2) * self.slope)
    }

    /// One step of Adam.
    fn step(&mut self, gradient: &Table, rate: f32) {
        const MOMENTUM: f32 = 0.9;
        const MEMORY: f32 = 0.999;
        self.steps += 1;
        let pull = self.pull();
        let unbias = |decay: f32, steps: i32| 1.0 - decay.powi(steps);
        let (for_mean, for_variance) = (unbias(MOMENTUM, self.steps), unbias(MEMORY, self.steps));
        for weight in Term::ALL.into_iter().filter(|term| term.is_learnt()).flat_map(weights_of) {
            for (half, &slope) in gradient[weight].iter().enumerate() {
                let slope = slope + pull * (self.weights[weight][half] - self.start[weight][half]);
                let mean = &mut self.mean[weight][half];
                let variance = &mut self.variance[weight][half];
                *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
                *variance = MEMORY * *variance + (1.0 - MEMORY) * slope * slope;
                let step = (*mean / for_mean) / ((*variance / for_variance).sqrt() + 1e-8);
                self.weights[weight][half] -= rate * step;
            }
        }
    }

    /// A constant can stand in a table of squares, in that of mobility or with the material, and gives the same sums. It is put with
    /// the material, where people look for it. The kings' own cancels.
    fn settle_means(&mut self) {
        let mut seen = [0u64; WEIGHT_COUNT];
        for count in self.training.all().iter().flat_map(|sample| self.training.counts(sample)) {
            seen[usize::from(count.weight)] += u64::from(count.count.unsigned_abs());
        }
        for (kind, tables) in [
            &[Term::PawnSquares][..],
            &[Term::KnightSquares, Term::KnightMobility],
            &[Term::BishopSquares, Term::BishopMobility],
            &[Term::RookSquares, Term::RookMobility],
            &[Term::QueenSquares, Term::QueenMobility],
            &[Term::KingSquares],
        ]
        .into_iter()
        .enumerate()
        {
            for &table in tables {
                self.settle_mean(table, (kind < 5).then_some(Term::Material.start() + kind), &seen);
            }
        }
    }

    fn settle_mean(&mut self, table: Term, into: Option<usize>, seen: &[u64; WEIGHT_COUNT]) {
        let times: u64 = weights_of(table).map(|weight| seen[weight]).sum();
        for half in 0..2 {
            let sum: f64 = weights_of(table)
                .map(|weight| f64::from(self.weights[weight][half]) * seen[weight] as f64)
                .sum();
            let mean = (sum / times.max(1) as f64) as f32;
            for weight in weights_of(table) {
                self.weights[weight][half] -= mean;
            }
            if let Some(material) = into {
                self.weights[material][half] += mean;
            }
        }
    }
}

fn weights_of(term: Term) -> std::ops::Range<usize> {
    term.start()..term.start() + term.len()
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;
    use crate::guesses::guesses;
    use crate::record::{GameResult, Record};
    use regence_engine::evaluation::Findings;

    /// Random positions, scored and ended as these weights would have it.
    fn samples(seed: u64, truth: &Weights) -> Samples {
        let mut random = Random::new(seed);
        let mut samples = Samples::default();
        while samples.all().len() < 3_000 {
            let plies = 10 + random.below(50);
            let Some(position) = game::opening(&mut random, plies) else { continue };
            let score = Findings::new(&position).score(truth);
            let result = match score {
                ..=-50 => GameResult::BlackWins,
                50.. => GameResult::WhiteWins,
                _ => GameResult::Draw,
            };
            samples.add(&Record { position, score: score as i16, result, is_first: true, ply: 0 });
        }
        samples
    }

    #[test]
    fn a_sample_is_judged_as_the_engine_judges_it() {
        let weights = guesses();
        let samples = samples(1, &weights);
        let tuner = Tuner::new(&samples, &samples, &weights, Plan::default());
        for sample in samples.all() {
            // The engine cuts off fractions.
            let (worth, _) = tuner.evaluate(&samples, sample);
            assert!((worth - sample.score).abs() < 1.01, "{worth} {}", sample.score);
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let weights = guesses();
        let samples = samples(2, &weights);
        let mut tuner = Tuner::new(&samples, &samples, &weights, Plan::default());
        let all: Vec<u32> = (0..samples.all().len() as u32).collect();
        let gradient = tuner.gradient(&all);
        let mut compared = 0;
        for weight in (0..WEIGHT_COUNT).step_by(7) {
            for half in 0..2 {
                let mut loss_at = |step: f32| {
                    let before = tuner.weights[weight][half];
                    tuner.weights[weight][half] = before + step;
                    let loss = tuner.target_loss();
                    tuner.weights[weight][half] = before;
                    loss
                };
                let by_difference = (loss_at(2.0) - loss_at(-2.0)) / 4.0;
                let by_rule = f64::from(gradient[weight][half] * tuner.slope);
                let scale = by_rule.abs().max(1e-6);
                assert!(
                    (by_difference - by_rule).abs() < 0.05 * scale + 2e-7,
                    "{weight}: {by_difference} {by_rule}"
                );
                compared += usize::from(by_rule.abs() > 1e-6);
            }
        }
        assert!(compared > 20, "{compared} weights matter here");
    }

    #[test]
    fn what_games_show_is_learnt() {
        let truth = guesses();
        let (training, validation) = (samples(3, &truth), samples(4, &truth));
        let wrong = Weights::from_fn(|term, index| match term {
            Term::Material => Pair::new(200, 200),
            Term::MateEdge => Pair::new(7, 7),
            _ => truth.of(term)[index],
        });
        let plan = Plan { epochs: 150, rate: 20.0, trust_in_results: 0.0, spread: 1000.0 };
        let mut tuner = Tuner::new(&training, &validation, &wrong, plan);
        let before = tuner.target_loss();
        tuner.run(|_, _| {});
        assert!(tuner.target_loss() < before - 0.01, "{before} {}", tuner.target_loss());
        let learnt = tuner.weights();
        let material = learnt.of(Term::Material);
        assert!(material[4].middlegame() > 2 * material[1].middlegame(), "{material:?}");
        assert_eq!(learnt.of(Term::MateEdge), [Pair::new(7, 7)], "what is known is not learnt");
    }
}

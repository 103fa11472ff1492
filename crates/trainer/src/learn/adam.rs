//! Moves numbers against their gradient, each at a pace of its own (`AdamW`).

const MEMORY: f32 = 0.9;
const SQUARE_MEMORY: f32 = 0.999;
/// By how much all numbers shrink with each step, times the rate.
const DECAY: f32 = 0.01;

/// What is remembered of earlier gradients.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Nothing remembered yet, of so many numbers.
    pub fn new(size: usize) -> Self {
        Self { means: vec![0.0; size], squares: vec![0.0; size], steps: 0 }
    }

    /// One step at this rate. No number leaves the range of ±`largest`.
    pub fn step(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32, largest: f32) {
        self.steps += 1;
        let warm = 1.0 - MEMORY.powi(self.steps);
        let square_warm = 1.0 - SQUARE_MEMORY.powi(self.steps);
        let remembered = self.means.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(remembered) {
            *mean = MEMORY * *mean + (1.0 - MEMORY) * slope;
            *square = SQUARE_MEMORY * *square + (1.0 - SQUARE_MEMORY) * slope * slope;
            let pace = (*square / square_warm).sqrt() + 1e-8;
            let moved = *number * (1.0 - rate * DECAY) - rate * (*mean / warm) / pace;
            *number = moved.clamp(-largest, largest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut numbers = [1.5, -1.0, 0.0];
        let wanted = [0.5, 0.25, -3.0];
        let mut adam = Adam::new(3);
        for _ in 0..4000 {
            let gradient: Vec<f32> =
                numbers.iter().zip(&wanted).map(|(number, wanted)| 2.0 * (number - wanted)).collect();
            adam.step(&mut numbers, &gradient, 2e-3, 1.98);
        }
        for (number, wanted) in numbers.iter().zip([0.5, 0.25, -1.98]) {
            assert!((number - wanted).abs() < 0.02, "{number}, expected {wanted}");
        }
    }
}

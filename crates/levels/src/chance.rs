//! Chance that can be repeated: numbers that follow from what they are about.

/// Mixes numbers into one that looks random. The same numbers give the same one on every machine.
pub(crate) fn mix(numbers: &[u64]) -> u64 {
    let mut mixed = 0x2545_f491_4f6c_dd1d_u64;
    for &number in numbers {
        mixed = (mixed ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 32;
    }
    mixed
}

/// A mixed number as a share of one, evenly spread.
pub(crate) fn share(mixed: u64) -> f32 {
    // 24 bits are all that the type holds.
    (mixed >> 40) as f32 / 16_777_216.0
}

/// A mixed number as a number around zero, two thirds of the time within −1 and 1, never beyond 4.
pub(crate) fn bell(mixed: u64) -> f32 {
    // The sum of four even numbers is nearly normal; their variance is 1/12 each.
    let parts = [mixed & 0xffff, mixed >> 16 & 0xffff, mixed >> 32 & 0xffff, mixed >> 48];
    let sum: f32 = parts.iter().map(|&part| part as f32 / 65_535.0).sum();
    (sum - 2.0) * 1.732
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_spread_as_they_should_be() {
        let count = 100_000;
        let (mut mean, mut square, mut even) = (0.0_f64, 0.0_f64, 0.0_f64);
        for number in 0..count {
            let mixed = mix(&[number, 5]);
            let value = f64::from(bell(mixed));
            mean += value;
            square += value * value;
            even += f64::from(share(mixed));
        }
        let count = count as f64;
        assert!((mean / count).abs() < 0.02, "{}", mean / count);
        assert!((square / count - 1.0).abs() < 0.02, "{}", square / count);
        assert!((even / count - 0.5).abs() < 0.01, "{}", even / count);
        assert_ne!(mix(&[1, 2]), mix(&[2, 1]));
    }
}

//! The network's arithmetic on whole rows of neurons, compiled once for every CPU and once for those with AVX2.
#![allow(unsafe_code)] // Code for instructions that not every CPU has can be called in no other way.
#![allow(clippy::inline_always)] // The same code must melt into the functions compiled for each kind of CPU.

use super::net::{HIDDEN, HIDDEN_ONE, LARGEST_OUTPUT};

/// A number for each hidden neuron of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Default for Row {
    fn default() -> Self {
        Self([0; HIDDEN])
    }
}

/// Which instructions to compute with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// Those that every CPU of its kind has; SSE2 on a PC.
    Portable,
    /// AVX2. Made by [`Lanes::best`] alone, and only where the CPU has it.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// A proof that the CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Lanes {
    /// The fastest way on this CPU.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self::Avx2(Avx2(()));
        }
        Self::Portable
    }

    /// `into` becomes `from` with rows added and others taken away.
    #[inline]
    pub fn change<const A: usize, const R: usize>(
        self,
        from: &Row,
        into: &mut Row,
        added: [&Row; A],
        removed: [&Row; R],
    ) {
        match self {
            Self::Portable => change(from, into, added, removed),
            // SAFETY: an `Avx2` exists only where the CPU has it.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => unsafe { change_avx2(from, into, added, removed) },
        }
    }

    /// Adds a row to another.
    #[inline]
    pub fn add(self, into: &mut Row, added: &Row) {
        match self {
            Self::Portable => add(into, added),
            // SAFETY: an `Avx2` exists only where the CPU has it.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => unsafe { add_avx2(into, added) },
        }
    }

    /// The output before its bias and scale: the sum over all neurons of both sides, each clamped, squared and weighted.
    #[inline]
    pub fn output(self, sides: [&Row; 2], weights: &[Row; 2]) -> i32 {
        match self {
            Self::Portable => output(sides, weights),
            // SAFETY: an `Avx2` exists only where the CPU has it.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => unsafe { output_avx2(sides, weights) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn change_avx2<const A: usize, const R: usize>(
    from: &Row,
    into: &mut Row,
    added: [&Row; A],
    removed: [&Row; R],
) {
    change(from, into, added, removed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(into: &mut Row, added: &Row) {
    add(into, added);
}

/// Written by hand: left to itself the compiler takes only half of each register.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_avx2(sides: [&Row; 2], weights: &[Row; 2]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
    };
    const LANES: usize = 16;
    let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_ONE as i16));
    let mut sums = [least; 2];
    for (side, weights) in sides.into_iter().zip(weights) {
        for (index, (neurons, weights)) in
            side.0.chunks_exact(LANES).zip(weights.0.chunks_exact(LANES)).enumerate()
        {
            // SAFETY: both are 16 numbers of 16 bits, and a row begins at a multiple of 64 bytes.
            let (neurons, weights) = unsafe {
                (_mm256_load_si256(neurons.as_ptr().cast()), _mm256_load_si256(weights.as_ptr().cast()))
            };
            let clamped = _mm256_min_epi16(_mm256_max_epi16(neurons, least), most);
            let products = _mm256_madd_epi16(clamped, _mm256_mullo_epi16(clamped, weights));
            sums[index % 2] = _mm256_add_epi32(sums[index % 2], products);
        }
    }
    let mut lanes = [0_i32; 8];
    let all: __m256i = _mm256_add_epi32(sums[0], sums[1]);
    // SAFETY: the array has room for eight numbers of 32 bits.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), all) };
    lanes.into_iter().fold(0, i32::wrapping_add)
}

#[inline(always)]
fn change<const A: usize, const R: usize>(from: &Row, into: &mut Row, added: [&Row; A], removed: [&Row; R]) {
    for index in 0..HIDDEN {
        let mut number = from.0[index];
        for row in added {
            number = number.wrapping_add(row.0[index]);
        }
        for row in removed {
            number = number.wrapping_sub(row.0[index]);
        }
        into.0[index] = number;
    }
}

#[inline(always)]
fn add(into: &mut Row, added: &Row) {
    for (number, added) in into.0.iter_mut().zip(&added.0) {
        *number = number.wrapping_add(*added);
    }
}

// The largest sum that weights and neurons can make fits, so that no order of adding them makes a difference.
const _: () = assert!(
    2 * HIDDEN as i64 * HIDDEN_ONE as i64 * HIDDEN_ONE as i64 * LARGEST_OUTPUT as i64 <= i32::MAX as i64
);

#[inline(always)]
fn output(sides: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let mut sum = 0_i32;
    for (side, weights) in sides.into_iter().zip(weights) {
        for (&neuron, &weight) in side.0.iter().zip(&weights.0) {
            let clamped = neuron.clamp(0, HIDDEN_ONE as i16);
            // A weight is at most 127, so that the product fits; multiplied with the neuron once more, a row of them becomes one
            // instruction for two neurons.
            let weighted = clamped.wrapping_mul(weight);
            sum = sum.wrapping_add(i32::from(clamped) * i32::from(weighted));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of numbers in a range that look random and never change.
    fn rows(count: usize, range: i16) -> Vec<Row> {
        let mut state = 0x1234_5678_9abc_def1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) % (2 * range as u64 + 1)) as i16 - range
        };
        (0..count)
            .map(|_| {
                let mut row = Row::default();
                row.0.iter_mut().for_each(|place| *place = number());
                row
            })
            .collect()
    }

    #[test]
    fn every_cpu_computes_the_same() {
        for range in [1, 300, 2_000, 16_000] {
            let rows = rows(100, range);
            let weights = self::rows(2, 127);
            let weights = [weights[0].clone(), weights[1].clone()];
            for four in rows.chunks(4) {
                let [a, b, c, d] = four else { continue };
                let (mut portable, mut best) = (Row::default(), Row::default());
                Lanes::Portable.change(a, &mut portable, [b], [c, d]);
                Lanes::best().change(a, &mut best, [b], [c, d]);
                assert_eq!(portable, best);
                Lanes::Portable.add(&mut portable, d);
                Lanes::best().add(&mut best, d);
                assert_eq!(portable, best);
                assert_eq!(Lanes::Portable.output([a, b], &weights), Lanes::best().output([a, b], &weights));
            }
        }
    }

    #[test]
    fn neurons_are_clamped_squared_and_weighted() {
        let (mut own, mut other) = (Row::default(), Row::default());
        let mut weights = [Row::default(), Row::default()];
        (own.0[0], own.0[1], other.0[5]) = (10, -10, 1_000);
        (weights[0].0[0], weights[0].0[1], weights[1].0[5]) = (3, 100, -127);
        assert_eq!(Lanes::best().output([&own, &other], &weights), 10 * 10 * 3 - 255 * 255 * 127);
    }
}

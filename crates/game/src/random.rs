//! Random numbers that can be repeated.

/// A source of random numbers: the same seed gives the same numbers, on every machine.
///
/// Not for secrets: who has seen some numbers can tell the others.
///
/// ```
/// use regence_game::Random;
/// let draw = |seed| { let mut random = Random::new(seed); [0; 5].map(|_| random.below(6)) };
/// assert_eq!(draw(1), draw(1));
/// assert_ne!(draw(1), draw(2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that belong to a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers that belong to two seeds together, such as a game's and a ply's.
    pub fn of(seed: u64, other: u64) -> Self {
        Self(Self(seed).next().wrapping_add(other))
    }

    /// The next number.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator that never ends would invite to be collected"
    )]
    pub fn next(&mut self) -> u64 {
        // SplitMix64: a counter, and a function that mixes it well.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 up to but not including `end`; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The high half of the product: as even as 64 bits allow.
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// One of these; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

//! Sixteen bytes in one large number.

use std::ops::BitOr;

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub struct Sixteen(u128);

/// The highest bit of each byte that is marked, and perhaps of some behind the first.
#[derive(Clone, Copy)]
pub struct Marks(u128);

impl Sixteen {
    /// These bytes.
    #[inline]
    pub fn new(bytes: &[u8; 16]) -> Self {
        Self(u128::from_le_bytes(*bytes))
    }

    /// The same bytes with some bits set.
    #[inline]
    pub fn with(self, bits: u8) -> Self {
        Self(self.0 | all(bits))
    }

    /// Marks those that equal a byte.
    #[inline]
    pub fn is(self, byte: u8) -> Marks {
        let zero_if_equal = self.0 ^ all(byte);
        Marks(zero_if_equal.wrapping_sub(all(1)) & !zero_if_equal & all(0x80))
    }
}

impl Marks {
    /// The first byte that is marked.
    #[inline]
    pub fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize / 8)
    }
}

impl BitOr for Marks {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Sixteen times the same byte.
#[inline]
const fn all(byte: u8) -> u128 {
    u128::MAX / 0xff * byte as u128
}

//! Two worths in one number: one while there are many pieces, one when few are left.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A worth in the middlegame and one in the endgame, in hundredths of a pawn, added and multiplied as one.
// The endgame is kept in the upper half of the bits and the middlegame in the lower, which may borrow one from the upper
// when it is negative; reading gives it back. So one addition does the work of two.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair(i32);

impl Pair {
    /// Nothing at all.
    pub const ZERO: Self = Self(0);

    /// The pair of these two worths.
    #[inline]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16).wrapping_add(middlegame as i32))
    }

    /// What it is worth with all pieces on the board.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it is worth when only kings and pawns are left.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_kept_through_arithmetic() {
        for (a, b) in [(0, 0), (5, -7), (-5, 7), (-300, -12), (1200, 900), (-32_000, 32_000)] {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (i32::from(a), i32::from(b)));
            let negated = -pair;
            assert_eq!((negated.middlegame(), negated.endgame()), (-i32::from(a), -i32::from(b)));
            let sum = pair + Pair::new(-1, 1) - Pair::new(2, 3);
            assert_eq!((sum.middlegame(), sum.endgame()), (i32::from(a) - 3, i32::from(b) - 2));
        }
        let product = Pair::new(-21, 13) * -9;
        assert_eq!((product.middlegame(), product.endgame()), (189, -117));
    }
}

//! Sets of squares, one bit each.

use crate::{Color, Square};
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of squares. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// ```
/// use regence_rules::{Bitboard, File, Rank, Square};
/// let corner = File::H.bitboard() & Rank::First.bitboard();
/// assert_eq!(corner, Square::H1.bitboard());
/// assert!((!corner).contains(Square::A1));
/// assert_eq!(File::H.bitboard().into_iter().next(), Some(Square::H1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(!0);
    /// The light squares, h1 among them.
    pub const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);
    /// The dark squares, a1 among them.
    pub const DARK: Self = Self(!Self::LIGHT.0);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many squares are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no square is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in it.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether two or more squares are in it.
    #[inline]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether this square is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest square in it, counted from a1.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The highest square in it, counted from a1.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.ilog2())) }
    }

    /// The lowest square of a set known not to be empty (a1 if it is empty after all).
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::wrapping(self.0.trailing_zeros())
    }

    /// The set with this square added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with this square taken out.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The set mirrored between White's and Black's side.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Every square moved up by one rank; the eighth rank falls off.
    #[inline]
    pub const fn up(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved down by one rank; the first rank falls off.
    #[inline]
    pub const fn down(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square moved one file towards `h`; the h-file falls off.
    #[inline]
    pub const fn right(self) -> Self {
        Self((self.0 & !0x8080_8080_8080_8080) << 1)
    }

    /// Every square moved one file towards `a`; the a-file falls off.
    #[inline]
    pub const fn left(self) -> Self {
        Self((self.0 & !0x0101_0101_0101_0101) >> 1)
    }

    /// Pawns of a colour moved one rank forward. Pawns do not stand on their last rank, so none of them wraps around.
    #[inline]
    pub(crate) const fn pawns_forward(self, color: Color) -> Self {
        Self(match color {
            Color::White => self.0.rotate_left(8),
            Color::Black => self.0.rotate_left(56),
        })
    }

    /// Union, in `const` context.
    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Intersection, in `const` context.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            *self = self.with(square);
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 upwards.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl core::iter::FusedIterator for Squares {}

/// Drawn as a board seen from White's side, `1` for a member.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let member = self.0 >> (rank * 8 + file) & 1;
                write!(f, "{}{}", if member == 1 { '1' } else { '.' }, if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Rank};

    #[test]
    fn shifts_do_not_wrap_around_the_edge() {
        assert_eq!(File::H.bitboard().right(), Bitboard::EMPTY);
        assert_eq!(File::A.bitboard().left(), Bitboard::EMPTY);
        assert_eq!(File::A.bitboard().right(), File::B.bitboard());
        assert_eq!(Rank::Eighth.bitboard().up(), Bitboard::EMPTY);
        assert_eq!(Rank::First.bitboard().down(), Bitboard::EMPTY);
    }

    #[test]
    fn iteration_visits_each_member_once() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E4].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert!(set.is_many());
        assert!(set.into_iter().eq([Square::A1, Square::E4, Square::H8]));
        assert_eq!(set.last(), Some(Square::H8));
        assert_eq!(Bitboard::EMPTY.first(), None);
    }
}

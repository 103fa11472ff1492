//! Files, ranks and the 64 squares.

use crate::{Bitboard, Color, Excerpt};
use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

/// A column of the board, `a` to `h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // The eight letters explain themselves.
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files from `a` to `h`.
    pub const ALL: [Self; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// 0 for `a`, 7 for `h`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with this index, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// The lower-case letter.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Reads a lower-case file letter.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }

    /// All squares of this file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0x0101_0101_0101_0101 << self as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row of the board, 1 to 8, counted from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // The eight numbers explain themselves.
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The eight ranks from 1 to 8.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// 0 for rank 1, 7 for rank 8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// The digit, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a rank digit.
    #[inline]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The rank as `color` counts: for Black, rank 1 is White's rank 8.
    #[inline]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }

    /// All squares of this rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(0xff << (8 * self as u8))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// One of the 64 squares. `Option<Square>` is one byte.
///
/// ```
/// use regence_rules::{File, Rank, Square};
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank()), (File::E, Rank::Fourth));
/// assert_eq!(square.offset(1, 1), Some(Square::F5));
/// # Ok::<(), regence_rules::ParseSquareError>(())
/// ```
// The index is kept with bit 6 set, so that it is never zero: this gives `Option<Square>` its niche, and masking
// with 63 gives the index back, which shifts and table look-ups do anyway.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU8);

const NICHE: NonZeroU8 = NonZeroU8::new(64).unwrap();

impl Square {
    /// The square on this file and rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::wrapping(rank as u32 * 8 + file as u32)
    }

    /// The square with this index (a1 = 0, b1 = 1, …, h8 = 63), if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self::wrapping(index as u32)) } else { None }
    }

    /// The square whose index is `index` modulo 64.
    #[inline]
    pub(crate) const fn wrapping(index: u32) -> Self {
        let masked = (index & 63) as u8;
        match NonZeroU8::new(masked | 64) {
            Some(byte) => Self(byte),
            None => Self(NICHE), // Not reached: bit 6 is set. The compiler removes it.
        }
    }

    /// a1 = 0, b1 = 1, …, h8 = 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// All 64 squares from a1 to h8, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(|index| Self::wrapping(u32::from(index)))
    }

    /// Its column.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// Its row.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// The set that holds this square alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self.index())
    }

    /// The square so many files to the right and ranks up, if that is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.index() & 7) as i16 + files as i16;
        let rank = (self.index() >> 3) as i16 + ranks as i16;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::wrapping(rank as u32 * 8 + file as u32))
        } else {
            None
        }
    }

    /// The square mirrored between White's and Black's side: e2 becomes e7.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self::wrapping(self.index() as u32 ^ 0x38)
    }

    /// The square mirrored between queen's and king's side: e2 becomes d2.
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self::wrapping(self.index() as u32 ^ 0x07)
    }

    /// Whether the square is a light one, like h1.
    #[inline]
    pub const fn is_light(self) -> bool {
        Bitboard::LIGHT.contains(self)
    }

    /// King's distance: how many steps a king needs from here to `other`.
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        let files = (self.index() & 7).abs_diff(other.index() & 7);
        let ranks = (self.index() >> 3).abs_diff(other.index() >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Reads `e4` from bytes; `None` unless these are exactly a file letter and a rank digit.
    #[inline]
    pub(crate) const fn from_bytes(file: u8, rank: u8) -> Option<Self> {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Self::wrapping(rank as u32 * 8 + file as u32)) } else { None }
    }

    /// The two characters of its name, as bytes.
    #[inline]
    pub(crate) const fn bytes(self) -> [u8; 2] {
        [b'a' + (self.index() & 7) as u8, b'1' + (self.index() >> 3) as u8]
    }
}

/// Names every square: `Square::E4` is e4.
macro_rules! name_squares {
    ($($rank:literal: $($name:ident)*;)*) => {
        #[allow(missing_docs)] // Each name says which square it is.
        impl Square {
            $($(pub const $name: Self = match Self::from_bytes(
                stringify!($name).as_bytes()[0].to_ascii_lowercase(),
                stringify!($name).as_bytes()[1],
            ) {
                Some(square) => square,
                None => panic!("not the name of a square"),
            };)*)*
        }
    };
}

name_squares! {
    8: A8 B8 C8 D8 E8 F8 G8 H8;
    7: A7 B7 C7 D7 E7 F7 G7 H7;
    6: A6 B6 C6 D6 E6 F6 G6 H6;
    5: A5 B5 C5 D5 E5 F5 G5 H5;
    4: A4 B4 C4 D4 E4 F4 G4 H4;
    3: A3 B3 C3 D3 E3 F3 G3 H3;
    2: A2 B2 C2 D2 E2 F2 G2 H2;
    1: A1 B1 C1 D1 E1 F1 G1 H1;
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes();
        f.pad(str::from_utf8(&bytes).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError {
    /// What it is instead.
    pub found: Excerpt,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a square from a1 to h8, not {}", self.found)
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let square = match *text.as_bytes() {
            [file, rank] => Self::from_bytes(file, rank),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { found: Excerpt::of(text.as_bytes()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_square_is_one_byte() {
        assert_eq!(size_of::<Option<Square>>(), 1);
    }

    #[test]
    fn names_and_indices_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            let bytes = square.bytes();
            let name = str::from_utf8(&bytes).unwrap();
            assert_eq!(name.parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::E4.index(), 28);
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4", "e\u{0}"] {
            let found = Excerpt::of(text.as_bytes());
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError { found }), "{text:?}");
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
        assert_eq!(Square::B1.offset(1, 2), Some(Square::C3));
        assert_eq!(Square::H8.offset(i8::MAX, i8::MIN), None);
    }
}

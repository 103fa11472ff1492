//! How many files and ranks a board has.

use crate::{Color, File, Rank, Square};
use core::fmt;

/// The side of a square board, from 3 to 8. The squares of a smaller board are those nearest to a1.
///
/// ```
/// use regence_rules::{Square, house::BoardSize};
/// let small = BoardSize::new(5)?;
/// assert!(small.contains(Square::E5) && !small.contains(Square::F1));
/// assert_eq!(BoardSize::new(9).unwrap_err().to_string(), "a board has 3 to 8 ranks, not 9");
/// # Ok::<(), regence_rules::house::BoardSizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board, 3x3.
    pub const MIN: Self = Self(3);
    /// The usual board, 8x8, which is also the largest.
    pub const EIGHT: Self = Self(8);

    /// The board with so many files and ranks.
    pub const fn new(side: usize) -> Result<Self, BoardSizeError> {
        if side < Self::MIN.side() || side > Self::EIGHT.side() {
            return Err(BoardSizeError(side));
        }
        Ok(Self(side as u8))
    }

    /// All sizes, smallest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::MIN.0..=Self::EIGHT.0).map(Self)
    }

    /// How many files it has, and how many ranks.
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Whether this square is on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.file().index() < self.side() && square.rank().index() < self.side()
    }

    /// Refuses a square that is not on the board.
    pub const fn require(self, square: Square) -> Result<(), OffBoard> {
        if self.contains(square) { Ok(()) } else { Err(OffBoard { square, size: self }) }
    }

    /// Its files, from `a`.
    pub fn files(self) -> impl DoubleEndedIterator<Item = File> {
        File::ALL.into_iter().take(self.side())
    }

    /// Its ranks, from 1.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> {
        Rank::ALL.into_iter().take(self.side())
    }

    /// Its squares, from a1, rank by rank.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        Square::all().filter(move |&square| self.contains(square))
    }

    /// The highest square, opposite a1.
    pub(super) const fn last_square(self) -> Square {
        Square::new(File::ALL[self.side() - 1], Rank::ALL[self.side() - 1])
    }

    /// The second rank as `color` counts.
    pub const fn second_rank(self, color: Color) -> Rank {
        match color {
            Color::White => Rank::Second,
            Color::Black => Rank::ALL[self.side() - 2],
        }
    }

    /// The last rank as `color` counts.
    pub const fn last_rank(self, color: Color) -> Rank {
        match color {
            Color::White => Rank::ALL[self.side() - 1],
            Color::Black => Rank::First,
        }
    }
}

/// "5x5".
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// No board has this side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSizeError(pub usize);

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a board has 3 to 8 ranks, not {}", self.0)
    }
}

impl core::error::Error for BoardSizeError {}

/// The board is too small to have this square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OffBoard {
    /// The square asked for.
    pub square: Square,
    /// How large the board is.
    pub size: BoardSize,
}

impl fmt::Display for OffBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { square, size } = self;
        write!(f, "{square} is not on this {size} board, which ends at {}", size.last_square())
    }
}

impl core::error::Error for OffBoard {}

//! White and Black as types, so that the evaluation is compiled once for each without branches on the colour.

use regence_rules::{Bitboard, Color, Rank, Square};

/// The side whose merits are counted.
pub(super) trait Side {
    type Other: Side<Other = Self>;
    const COLOR: Color;

    /// Every square moved one rank forward.
    fn forward(set: Bitboard) -> Bitboard;

    /// The squares and all those ahead of them.
    fn fill_forward(set: Bitboard) -> Bitboard;

    /// Every square moved one rank back.
    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        Self::Other::forward(set)
    }

    /// All squares ahead of these on their files.
    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        Self::forward(Self::fill_forward(set))
    }

    /// What pawns on these squares attack.
    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        let ahead = Self::forward(pawns);
        ahead.left() | ahead.right()
    }

    /// How many ranks a square is from this side's first.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        match Self::COLOR {
            Color::White => square.index() >> 3,
            Color::Black => 7 - (square.index() >> 3),
        }
    }

    /// All squares of a rank as this side counts.
    #[inline(always)]
    fn rank_set(rank: Rank) -> Bitboard {
        rank.seen_by(Self::COLOR).bitboard()
    }

    /// The nearest of these squares to this side's first rank, if there is one.
    #[inline(always)]
    fn nearest(set: Bitboard) -> Option<Square> {
        match Self::COLOR {
            Color::White => set.first(),
            Color::Black => set.last(),
        }
    }

    /// Which of the 32 weights of a table a square has: ranks as this side counts, files from the edge inwards.
    #[inline(always)]
    fn table_index(square: Square) -> usize {
        let file = square.index() & 7;
        Self::rank(square) * 4 + file.min(7 - file)
    }
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.up()
    }

    #[inline(always)]
    fn fill_forward(set: Bitboard) -> Bitboard {
        let mut bits = set.bits();
        bits |= bits << 8;
        bits |= bits << 16;
        Bitboard::from_bits(bits | bits << 32)
    }
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.down()
    }

    #[inline(always)]
    fn fill_forward(set: Bitboard) -> Bitboard {
        let mut bits = set.bits();
        bits |= bits >> 8;
        bits |= bits >> 16;
        Bitboard::from_bits(bits | bits >> 32)
    }
}

/// All squares of the files of these squares.
#[inline(always)]
pub(super) fn files(set: Bitboard) -> Bitboard {
    White::fill_forward(Black::fill_forward(set))
}

/// The squares left and right of these.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.left() | set.right()
}

//! The side to move as a type, so that the move generator is compiled once for each colour without branches on it.

use crate::{Bitboard, Color, Rank, Square};

/// White or Black, known when compiling.
pub(crate) trait Side: Sized {
    /// The other side.
    type Other: Side<Other = Self>;
    const COLOR: Color;
    /// How much a square's index grows when a pawn of this side steps forward.
    const FORWARD: i32;
    /// Where a pawn stands after a single step that it may follow with a second one.
    const HALFWAY: Bitboard = Rank::Third.seen_by(Self::COLOR).bitboard();
    /// Where pawns promote.
    const LAST_RANK: Bitboard = Rank::Eighth.seen_by(Self::COLOR).bitboard();

    /// Every square moved one rank forward.
    fn forward(set: Bitboard) -> Bitboard;

    /// Every square moved one rank back.
    fn backward(set: Bitboard) -> Bitboard;

    /// The square from which a pawn came by `steps` forward and `right` files towards `h`.
    #[inline(always)]
    fn origin(to: Square, steps: i32, right: i32) -> Square {
        Square::wrapping((to.index() as i32 - steps * Self::FORWARD - right) as u32)
    }
}

/// White to move.
pub(crate) struct White;

/// Black to move.
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const FORWARD: i32 = 8;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.up()
    }

    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        set.down()
    }
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const FORWARD: i32 = -8;

    #[inline(always)]
    fn forward(set: Bitboard) -> Bitboard {
        set.down()
    }

    #[inline(always)]
    fn backward(set: Bitboard) -> Bitboard {
        set.up()
    }
}

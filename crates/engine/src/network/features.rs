//! What the network sees: which piece stands where, as each side looks at the board, and how much of the game is left.

use regence_rules::{Color, File, Piece, Square};

/// How many inputs the network has: two colours, six kinds of pieces, 64 squares.
pub const INPUTS: usize = 768;

/// How many stages of a game the network tells apart.
pub const STAGES: usize = 8;

/// The stage of a game with so many pieces on the board, kings and pawns among them: 0 with the last four, 7 with nearly all.
#[inline]
pub fn stage(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / 4).min(STAGES - 1)
}

/// How one side looks at the board: from its own end, and in a mirror when its king stands on the king's side, so that what is
/// learnt of one wing holds for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    color: Color,
    mirrored: bool,
}

impl Sight {
    /// How a side with its king on this square looks at the board.
    #[inline]
    pub fn new(color: Color, king: Square) -> Self {
        Self { color, mirrored: king.file() >= File::E }
    }

    /// The input that says that this piece stands on this square.
    #[inline]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let foreign = usize::from(piece.color != self.color);
        let from_own_end = if self.color == Color::White { 0 } else { 56 };
        let mirror = if self.mirrored { 7 } else { 0 };
        foreign * 384 + (piece.role as usize - 1) * 64 + (square.index() ^ from_own_end ^ mirror)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Role;

    #[track_caller]
    fn check(color: Color, king: Square, piece: Piece, square: Square, expected: usize) {
        assert_eq!(Sight::new(color, king).input(piece, square), expected);
    }

    #[test]
    fn both_sides_see_their_own_pieces_alike() {
        let knight = |color| Piece { color, role: Role::Knight };
        check(Color::White, Square::C1, knight(Color::White), Square::A2, 64 + 8);
        check(Color::Black, Square::C8, knight(Color::Black), Square::A7, 64 + 8);
        check(Color::White, Square::C1, knight(Color::Black), Square::A2, 384 + 64 + 8);
        check(Color::Black, Square::C8, knight(Color::White), Square::A7, 384 + 64 + 8);
    }

    #[test]
    fn a_game_goes_through_all_stages() {
        let begins = [1, 5, 9, 13, 17, 21, 25, 29];
        for pieces in 1..=32 {
            let expected = begins.iter().filter(|&&begin| begin <= pieces).count() - 1;
            assert_eq!(stage(pieces), expected, "{pieces} pieces");
        }
        assert_eq!([0, 64].map(stage), [0, 7]);
    }

    #[test]
    fn a_king_on_the_kings_side_sees_the_board_mirrored() {
        let rook = Piece { color: Color::White, role: Role::Rook };
        check(Color::White, Square::D1, rook, Square::H1, 3 * 64 + 7);
        check(Color::White, Square::E1, rook, Square::H1, 3 * 64);
        check(Color::Black, Square::E8, rook, Square::H1, 384 + 3 * 64 + 56);
    }
}

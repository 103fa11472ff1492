//! Free mode, the board editor: anything goes anywhere, and only the pieces change.

use super::{EditError, HouseBoard, HousePosition};
use crate::{Bitboard, Piece, Square};

/// Free mode. Side to move, counters and castling rights stay as they are; en passant stays while the pawn can still be
/// taken. A pawn put on the board has never moved; one shifted over it has moved if it had before.
impl HousePosition {
    /// This position with a piece put on a square, in place of whatever stood there.
    pub fn place(&self, square: Square, piece: Piece) -> Result<Self, EditError> {
        Ok(self.edited(self.board.with(square, piece)?, self.unmoved_pawns().with(square)))
    }

    /// This position with a square cleared.
    pub fn remove(&self, square: Square) -> Result<Self, EditError> {
        Ok(self.edited(self.board.without(square)?, self.unmoved_pawns()))
    }

    /// This position with the same on every square: a piece, or nothing.
    pub fn fill(&self, piece: Option<Piece>) -> Self {
        self.edited(self.board.filled(piece), Bitboard::FULL)
    }

    /// This position with the piece on `from`, of either colour, put on `to`, in place of whatever stood there.
    pub fn shift(&self, from: Square, to: Square) -> Result<Self, EditError> {
        let board = self.board.moved(from, to)?;
        let unmoved = self.unmoved_pawns();
        let carried = if unmoved.contains(from) { unmoved.with(to) } else { unmoved.without(to) };
        Ok(self.edited(board, carried))
    }

    /// This position with other pieces, and what depends on them brought in line. Only pawns count as unmoved,
    /// whatever else the set names.
    fn edited(&self, board: HouseBoard, unmoved: Bitboard) -> Self {
        let mut edited = *self;
        edited.board = board;
        edited.with_unmoved_pawns(unmoved).with_en_passant(self.en_passant())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{BoardSize, HouseRules, OffBoard};
    use crate::{Color, Role};

    #[test]
    fn editing_changes_the_pieces_and_nothing_else() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQq - 7 9";
        let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
        let queen = Role::Queen.of(Color::White);
        let edited = position
            .place(Square::D5, queen)
            .and_then(|position| position.shift(Square::E8, Square::D1))
            .and_then(|position| position.remove(Square::H1))
            .unwrap();
        assert_eq!(edited.fen(), "r6r/8/8/3Q4/8/8/8/R2kK3 b KQq - 7 9");
        assert_eq!(position.fill(None).fen(), "8/8/8/8/8/8/8/8 b KQq - 7 9");
        assert_eq!(position.fill(Some(queen)).board().squares_of(queen).len(), 64);
        let off = EditError::OffBoard(OffBoard { square: Square::D1, size: BoardSize::MIN });
        let small = HousePosition::from_fen(HouseRules::ORTHODOX, "3/3/3").unwrap();
        assert_eq!(small.place(Square::D1, queen), Err(off));
        assert_eq!(small.remove(Square::D1), Err(off));
        assert_eq!(small.shift(Square::A1, Square::D1), Err(off));
        assert_eq!(small.shift(Square::A1, Square::B1), Err(EditError::NoPiece { square: Square::A1 }));
    }

    #[test]
    fn a_right_whose_rook_was_edited_away_does_not_come_back_with_another_rook() {
        let fen = "4k3/8/8/8/8/8/7R/4K3 w K - 0 1";
        let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
        let next = position.play(position.resolve("h2h1".parse().unwrap()).unwrap());
        assert_eq!(next.fen(), "4k3/8/8/8/8/8/8/4K2R b - - 1 1");
    }

    #[test]
    fn en_passant_ends_when_the_pawn_is_edited_away() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
        assert_eq!(position.en_passant(), Some(Square::D6));
        assert_eq!(
            position.place(Square::A1, Role::Rook.of(Color::White)).unwrap().en_passant(),
            Some(Square::D6)
        );
        assert_eq!(position.remove(Square::D5).unwrap().en_passant(), None);
        assert_eq!(position.with_turn(Color::Black).en_passant(), None);
    }

    #[test]
    fn a_clock_by_which_no_pawn_has_just_moved_leaves_no_en_passant_and_a_position_of_chess() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 2";
        let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
        assert_eq!(position.fen(), "4k3/8/8/3pP3/8/8/8/4K3 w - - 7 2");
        assert!(crate::Position::from_fen(&position.fen()).is_ok());
    }

    #[test]
    fn a_pawn_put_on_the_board_has_never_moved_and_a_shifted_one_is_what_it_was() {
        let fen = "k3/4/4/PP1K w - - 0 1 moved:b1";
        let position = HousePosition::from_fen(HouseRules::CLASSROOM, fen).unwrap();
        assert_eq!(position.unmoved_pawns(), Square::A1.bitboard());
        let shifted = position.shift(Square::A1, Square::A2).unwrap();
        assert_eq!(shifted.unmoved_pawns(), Square::A2.bitboard());
        let shifted = position.shift(Square::B1, Square::A1).unwrap();
        assert_eq!(shifted.unmoved_pawns(), Bitboard::EMPTY);
        let placed = position.place(Square::B1, Role::Pawn.of(Color::Black)).unwrap();
        assert!(placed.unmoved_pawns().contains(Square::B1));
    }
}

//! Playing a move: from one position to the next.

use crate::generate::CastlingPath;
use crate::moves::Kind;
use crate::{Bitboard, Color, Move, Position, Rank, Role, Square};

/// For each colour and role, the castling rights that survive a move of that piece: a king's move ends its own.
static RIGHTS_KEPT: [[Bitboard; 7]; 2] = {
    let mut kept = [[Bitboard::FULL; 7]; 2];
    kept[0][Role::King as usize] = Bitboard::from_bits(!Rank::First.bitboard().bits());
    kept[1][Role::King as usize] = Bitboard::from_bits(!Rank::Eighth.bitboard().bits());
    kept
};

impl Position {
    /// The position after a move. The move must be a legal one of this very position; that is what a [`Move`] is.
    #[inline(always)]
    pub fn play(&self, mv: Move) -> Self {
        let Move { from, target, arriving, kind } = mv;
        let turn = self.turn;
        let touched = from.bitboard() | target.bitboard();
        // A mask instead of a branch: whether a move takes something is hard to predict.
        let resets_clock = self.board.occupied().contains(target) | (kind != Kind::Piece);
        let clock_kept = u16::from(resets_clock).wrapping_sub(1);
        let mut next = Self {
            board: self.board.without_set(touched).with_set(target.bitboard(), arriving, turn),
            castling: self.castling & RIGHTS_KEPT[turn.index()][arriving as usize] - touched,
            fullmoves: self.fullmoves.saturating_add(turn as u32),
            halfmoves: self.halfmoves.saturating_add(1) & clock_kept,
            en_passant: None,
            turn: !turn,
        };
        if kind >= Kind::DoublePush {
            self.finish(mv, &mut next);
        }
        next
    }

    /// Does what a double push, a capture en passant or castling does besides.
    #[inline(never)]
    fn finish(&self, mv: Move, next: &mut Self) {
        let turn = self.turn;
        match mv.kind {
            Kind::Piece | Kind::Pawn | Kind::Promotion => {}
            Kind::DoublePush => {
                let beside = mv.target.bitboard().left() | mv.target.bitboard().right();
                if beside.meets(self.board.by_piece(Role::Pawn.of(!turn))) {
                    let halfway = (mv.from.index() + mv.target.index()) / 2;
                    next.en_passant = Some(Square::wrapping(halfway as u32));
                }
            }
            Kind::EnPassant => next.board = next.board.without_set(passed_pawn(mv.target, turn)),
            Kind::Castling => {
                let path = CastlingPath::new(mv.from, mv.target);
                next.board = self
                    .board
                    .without_set(mv.from.bitboard() | mv.target.bitboard())
                    .with_set(path.king_to.bitboard(), Role::King, turn)
                    .with_set(path.rook_to.bitboard(), Role::Rook, turn);
                next.halfmoves = self.halfmoves.saturating_add(1);
            }
        }
    }
}

/// The pawn that is taken in passing by a pawn of this colour going to `to`.
#[inline]
pub(crate) fn passed_pawn(to: Square, taker: Color) -> Bitboard {
    match taker {
        Color::White => to.bitboard().down(),
        Color::Black => to.bitboard().up(),
    }
}

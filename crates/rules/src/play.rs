//! Playing a move: from one position to the next.

use crate::generate::CastlingPath;
use crate::moves::Kind;
use crate::{Bitboard, Board, Color, Move, Position, Rank, Role, Square};

/// For each colour and role, the castling rights that survive a move of that piece: a king's move ends its own.
static RIGHTS_KEPT: [[Bitboard; 7]; 2] = {
    let mut kept = [[Bitboard::FULL; 7]; 2];
    kept[0][Role::King as usize] = Bitboard::from_bits(!Rank::First.bitboard().bits());
    kept[1][Role::King as usize] = Bitboard::from_bits(!Rank::Eighth.bitboard().bits());
    kept
};

impl Position {
    /// The position after a move.
    ///
    /// The move must be a legal one of this very position. Of a move of another position a release build makes nonsense,
    /// and a debug build panics; keep moves no longer than the position they come from.
    #[inline(always)]
    pub fn play(&self, mv: Move) -> Self {
        debug_assert!(
            self.piece_at(mv.from) == Some(mv.role().of(self.turn)),
            "{mv:?} is of another position"
        );
        if mv.is_special() { self.play_special(mv) } else { self.play_plain(mv) }
    }

    /// The position as if the side to move could pass, which no rule allows but searches and hints ask about; `None` in
    /// check, where the other side would take the king.
    ///
    /// ```
    /// use regence_rules::{Color, Position};
    /// let passed = Position::START.pass().unwrap();
    /// assert_eq!((passed.turn(), passed.halfmove_clock()), (Color::Black, 1));
    /// ```
    #[inline]
    pub fn pass(&self) -> Option<Self> {
        (!self.is_check()).then(|| Self {
            fullmoves: self.fullmoves.saturating_add(self.turn as u32),
            halfmoves: self.halfmoves.saturating_add(1),
            en_passant: None,
            turn: !self.turn,
            ..*self
        })
    }

    /// Plays a move that does nothing but carry a piece from one square to another, or promote.
    #[inline(always)]
    pub(crate) fn play_plain(&self, mv: Move) -> Self {
        let touched = mv.from.bitboard() | mv.target.bitboard();
        let board = self.board.without_set(touched).with_set(mv.target.bitboard(), mv.arriving, self.turn);
        let resets_clock = self.board.occupied().contains(mv.target) || mv.kind != Kind::Piece;
        self.followed_by(board, touched, mv.arriving, resets_clock, None)
    }

    /// Plays a double push, a capture en passant or castling.
    #[inline(never)]
    pub(crate) fn play_special(&self, mv: Move) -> Self {
        let turn = self.turn;
        let touched = mv.from.bitboard() | mv.target.bitboard();
        let cleared = self.board.without_set(touched);
        if mv.kind == Kind::Castling {
            let path = CastlingPath::new(mv.from, mv.target);
            let board = cleared.with_set(path.king_to.bitboard(), Role::King, turn).with_set(
                path.rook_to.bitboard(),
                Role::Rook,
                turn,
            );
            return self.followed_by(board, touched, Role::King, false, None);
        }
        let board = cleared.with_set(mv.target.bitboard(), Role::Pawn, turn);
        if mv.kind == Kind::EnPassant {
            let board = board.without_set(passed_pawn(mv.target, turn));
            return self.followed_by(board, touched, Role::Pawn, true, None);
        }
        let beside = mv.target.bitboard().left() | mv.target.bitboard().right();
        let halfway = Square::wrapping((mv.from.index() + mv.target.index()) as u32 / 2);
        let can_be_taken = beside.meets(self.board.by_piece(Role::Pawn.of(!turn)));
        self.followed_by(board, touched, Role::Pawn, true, can_be_taken.then_some(halfway))
    }

    /// The next position, once it is known what stands where; rights, clocks and turn follow from the rest.
    #[inline(always)]
    fn followed_by(
        &self,
        board: Board,
        touched: Bitboard,
        moved: Role,
        resets_clock: bool,
        en_passant: Option<Square>,
    ) -> Self {
        // A mask instead of a branch: whether a move takes something is hard to predict.
        let clock_kept = u16::from(resets_clock).wrapping_sub(1);
        Self {
            board,
            castling: (self.castling & RIGHTS_KEPT[self.turn.index()][moved as usize]) - touched,
            fullmoves: self.fullmoves.saturating_add(self.turn as u32),
            halfmoves: self.halfmoves.saturating_add(1) & clock_kept,
            en_passant,
            turn: !self.turn,
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

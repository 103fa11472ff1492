//! A position: all that FEN says, always legal to play on.

use crate::attacks::{Sliders, Task, dispatch};
use crate::generate;
use crate::moves::Kind;
use crate::side::{Black, White};
use crate::{Bitboard, Board, CastlingSide, Color, Move, Piece, Role, Square};
use core::hash::{Hash, Hasher};

/// A legal chess position: the pieces, whose turn it is, castling rights, en passant and the two clocks.
///
/// It is a value: [`play`](Self::play) returns the next position and leaves this one as it is. It can only be made
/// from something checked (a FEN, a [`Setup`](crate::Setup)) or by playing legal moves from one that was, so
/// everything here can rely on it: each side has one king, and the side that just moved is not in check.
///
/// ```
/// use regence_rules::Position;
/// let start = Position::START;
/// let after = start.play(start.resolve("e2e4".parse()?)?);
/// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) board: Board,
    /// The rooks that may still castle. A right is gone when its rook moves or is taken; a king's move ends both.
    pub(crate) castling: Bitboard,
    pub(crate) fullmoves: u32,
    pub(crate) halfmoves: u16,
    /// The square a pawn has just jumped over, if an enemy pawn stands ready to take it there; whether that is also
    /// legal is asked only when somebody wants to know.
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
}

const _: () = assert!(size_of::<Position>() == 48);

impl Position {
    /// Where every orthodox game begins.
    pub const START: Self = Self {
        board: Board::START,
        castling: Bitboard::from_bits(0x8100_0000_0000_0081),
        fullmoves: 1,
        halfmoves: 0,
        en_passant: None,
        turn: Color::White,
    };

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The squares of the rooks that may still castle, as far as rights go.
    #[inline]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The rook with which a side may still castle to a side of the board, as far as rights go.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        let rooks = self.castling & king.rank().bitboard() & self.board.by_color(color);
        match side {
            CastlingSide::King => rooks.last().filter(|&rook| rook > king),
            CastlingSide::Queen => rooks.first().filter(|&rook| rook < king),
        }
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move about to be played, 1 at the start, one more after each move of Black's.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// The square on which a pawn may be taken in passing; only if such a capture is legal.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        struct EnPassant<'a>(&'a Position, Square);
        impl Task for EnPassant<'_> {
            type Output = bool;

            #[inline(always)]
            fn run<L: Sliders>(self) -> bool {
                let Self(position, to) = self;
                match position.turn {
                    Color::White => generate::en_passant_is_legal::<White, L>(position, to),
                    Color::Black => generate::en_passant_is_legal::<Black, L>(position, to),
                }
            }
        }
        self.en_passant.filter(|&to| dispatch(EnPassant(self, to)))
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        (self.board.by_role(Role::King) & self.board.by_color(color)).lowest()
    }

    /// The enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        struct Checkers<'a>(&'a Position);
        impl Task for Checkers<'_> {
            type Output = Bitboard;

            #[inline(always)]
            fn run<L: Sliders>(self) -> Bitboard {
                generate::checkers::<L>(self.0)
            }
        }
        dispatch(Checkers(self))
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// A side's pieces that may not leave their line with their own king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        generate::pinned(self, color)
    }

    /// One side's pieces that attack a square, whether or not they are pinned.
    #[inline]
    pub fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        self.board.attackers_of(square, by)
    }

    /// Whether one side attacks a square.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_of(square, by).any()
    }

    /// Whether a move takes something.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// What a move takes.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind {
            Kind::EnPassant => Some(Role::Pawn.of(!self.turn)),
            Kind::Castling => None,
            _ => self.piece_at(mv.target),
        }
    }

    /// Whether a move gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play(mv).is_check()
    }

    /// Whether the two are the same position as far as repetition goes: the same pieces, the same side to move, the
    /// same castling rights and the same legal capture en passant. The clocks do not count.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let position = Position::START;
    /// let mut shuffled = position;
    /// for written in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     shuffled = shuffled.play(shuffled.resolve(written.parse()?)?);
    /// }
    /// assert!(shuffled.repeats(&position));
    /// assert_ne!(shuffled, position, "as values they differ in their clocks");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn repeats(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && (self.en_passant == other.en_passant || self.en_passant() == other.en_passant())
    }
}

/// Equal if their FENs are.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.repeats(other) && self.halfmoves == other.halfmoves && self.fullmoves == other.fullmoves
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.turn.hash(state);
        self.castling.hash(state);
        self.en_passant().hash(state);
        self.halfmoves.hash(state);
        self.fullmoves.hash(state);
    }
}

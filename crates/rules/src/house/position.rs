//! A position under house rules: all that its FEN says, and which rules hold.

use super::board::forward;
use super::castling::ROOK_HOMES;
use super::{BoardSize, HouseBoard, HouseMove, HouseMoveKind, HouseRules, TwoStep};
use crate::{Bitboard, Color, Position, Role, Square};
use core::fmt;

/// A position under house rules. It is a value: playing a move returns the next position.
///
/// ```
/// use regence_rules::house::{HousePosition, HouseRules};
/// let start = HousePosition::start(HouseRules::CLASSROOM);
/// let next = start.play(start.resolve("e2e4".parse()?)?);
/// assert_eq!(start.perft(2), 400);
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1 moved:e4");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HousePosition {
    rules: HouseRules,
    pub(super) board: HouseBoard,
    turn: Color,
    castling_rooks: Bitboard,
    /// Only set if a pawn can be taken so: positions with the same moves then compare equal.
    en_passant: Option<Square>,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u32,
    /// Only kept where [`TwoStep::NeverMoved`] asks for it, for the same reason.
    unmoved_pawns: Bitboard,
}

impl HousePosition {
    /// The start of a game of chess on the 8x8 board.
    pub fn start(rules: HouseRules) -> Self {
        Self::new(rules, HouseBoard::start()).with_castling_rooks(ROOK_HOMES)
    }

    /// A board on which White is to move, nobody may castle and no pawn has moved.
    pub fn new(rules: HouseRules, board: HouseBoard) -> Self {
        let position = Self {
            rules,
            board,
            turn: Color::White,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            unmoved_pawns: Bitboard::EMPTY,
        };
        position.with_unmoved_pawns(Bitboard::FULL)
    }

    /// Which rules hold.
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// The pieces.
    pub const fn board(&self) -> &HouseBoard {
        &self.board
    }

    /// Who moves next.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle, by the corner each started in. Each right is separate. A right can outlast the
    /// rook only in an edited or loaded position, and then ends with the first move played.
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The square a pawn has just passed, if a pawn may legally take it there.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// How many moves, of either side, since a pawn moved or a piece was taken.
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move to come, counted from 1 and by Black's moves.
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The pawns that have never moved; none unless [`TwoStep::NeverMoved`] holds.
    pub const fn unmoved_pawns(&self) -> Bitboard {
        self.unmoved_pawns
    }

    /// This position with the other side, or the same, to move. En passant ends with the change of sides.
    pub fn with_turn(mut self, turn: Color) -> Self {
        if self.turn != turn {
            self.turn = turn;
            self.en_passant = None;
        }
        self
    }

    /// The position after the side to move has done nothing, its turn counted; `None` if it is in check.
    pub fn pass(&self) -> Option<Self> {
        let next = self.with_turn(!self.turn);
        (!self.is_check()).then_some(Self {
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: self.fullmove_number.saturating_add(self.turn as u32),
            ..next
        })
    }

    /// This position with these castling rights, given by the corners of their rooks. Rights that could never be used,
    /// because of the rules, the size of the board or the square, are left out.
    pub fn with_castling_rooks(mut self, rooks: Bitboard) -> Self {
        self.castling_rooks = if self.knows_castling() { rooks & ROOK_HOMES } else { Bitboard::EMPTY };
        self
    }

    /// This position with these of its pawns, and no others, counting as never moved.
    pub fn with_unmoved_pawns(mut self, squares: Bitboard) -> Self {
        let tracked = self.rules.two_step == TwoStep::NeverMoved;
        self.unmoved_pawns = if tracked { squares & self.pawns() } else { Bitboard::EMPTY };
        self
    }

    /// The pawns of both colours.
    pub(super) fn pawns(&self) -> Bitboard {
        let [white, black] = Color::ALL.map(|color| self.board.squares_of(Role::Pawn.of(color)));
        white | black
    }

    /// Plays a move of this position, and returns the next one.
    ///
    /// A move that belongs to another position moves its pieces all the same: what comes of it is of no use, but
    /// nothing worse happens.
    pub fn play(&self, mv: HouseMove) -> Self {
        let touched = mv.from().bitboard() | mv.to().bitboard();
        let progress = mv.captured().is_some() || mv.piece().role == Role::Pawn;
        let next = Self {
            board: self.board_after(mv),
            turn: !self.turn,
            // Whatever leaves the corner or takes what stands in it ends the right of that corner.
            castling_rooks: self.rooks_at_home() - touched,
            halfmove_clock: if progress { 0 } else { self.halfmove_clock.saturating_add(1) },
            fullmove_number: self.fullmove_number.saturating_add(u32::from(self.turn == Color::Black)),
            unmoved_pawns: self.unmoved_pawns - touched,
            ..*self
        };
        // Once more, after the move: the king may have left its square, or a pawn have been taken in passing.
        let next = Self { castling_rooks: next.rooks_at_home(), ..next };
        let passed = match mv.kind() {
            HouseMoveKind::TwoStep => mv.from().offset(0, forward(mv.piece().color)),
            _ => None,
        };
        next.with_unmoved_pawns(next.unmoved_pawns).with_en_passant(passed)
    }

    /// Whether the two are the same position as far as repetition goes; the clocks do not count.
    pub fn repeats(&self, other: &Self) -> bool {
        let timeless = |position: &Self| Self {
            halfmove_clock: 0,
            fullmove_number: 1,
            castling_rooks: position.rooks_at_home(),
            ..*position
        };
        timeless(self) == timeless(other)
    }

    /// How many ways there are to play so many moves in a row.
    pub fn perft(&self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }

    /// This position with a square just passed by a two-step, as far as that matters.
    pub(super) fn with_en_passant(mut self, passed: Option<Square>) -> Self {
        // The clock starts anew with a pawn's move, so that later there is nothing to take in passing.
        self.en_passant = passed.filter(|&square| self.halfmove_clock == 0 && self.was_passed(square));
        let can_take = |mv: &HouseMove| mv.kind() == HouseMoveKind::EnPassant;
        if self.en_passant.is_some() && !self.legal_moves().iter().any(can_take) {
            self.en_passant = None;
        }
        self
    }

    /// Whether, by the look of the board, the side that is not to move can just have passed this square.
    pub(super) fn was_passed(&self, square: Square) -> bool {
        let pawn = Role::Pawn.of(!self.turn);
        let ahead = forward(pawn.color);
        let (Some(origin), Some(goal)) =
            (self.board.step(square, (0, -ahead)), self.board.step(square, (0, ahead)))
        else {
            return false;
        };
        let may_start = match self.rules.two_step {
            TwoStep::SecondRank => origin.rank() == self.board.size().second_rank(pawn.color),
            TwoStep::NeverMoved => true,
            TwoStep::Never => false,
        };
        self.rules.en_passant.is_on()
            && may_start
            && self.board.piece_at(origin).is_none()
            && self.board.piece_at(square).is_none()
            && self.board.piece_at(goal) == Some(pawn)
    }
}

/// The same position under the rules of chess. Rights to castle that exist in Chess960 only are left out.
impl From<&Position> for HousePosition {
    fn from(position: &Position) -> Self {
        let mut board = HouseBoard::empty(BoardSize::EIGHT);
        for (square, piece) in Square::all().filter_map(|square| Some((square, position.piece_at(square)?))) {
            board.set(square, Some(piece));
        }
        let mut same = Self::new(HouseRules::ORTHODOX, board).with_turn(position.turn());
        same.halfmove_clock = position.halfmove_clock();
        same.fullmove_number = position.fullmove_number();
        let same = same.with_castling_rooks(position.castling_rooks()).with_en_passant(position.en_passant());
        same.with_castling_rooks(same.rooks_at_home())
    }
}

impl fmt::Debug for HousePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HousePosition({}, {:?})", self.fen(), self.rules)
    }
}

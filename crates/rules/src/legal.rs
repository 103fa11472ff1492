//! The legal moves of a position, in the shapes callers want them: listed, visited, counted, by piece.

use crate::attacks::{Sliders, Task, dispatch};
use crate::collectors::{Any, Count};
use crate::generate::{Collector, Scope, generate};
use crate::move_sets::MoveSets;
use crate::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveList, PieceMoves, Position, Square};
use core::convert::Infallible;
use core::ops::ControlFlow;

impl Position {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.collect(Bitboard::FULL, Scope::All, &mut list);
        list
    }

    /// Calls `visit` with each legal move.
    #[inline]
    pub fn for_each_legal(&self, visit: impl FnMut(Move)) {
        let mut sets = MoveSets::new();
        self.collect(Bitboard::FULL, Scope::All, &mut sets);
        sets.for_each(visit);
    }

    /// Calls `visit` with each legal move until it breaks.
    #[inline]
    pub fn try_for_each_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut sets = MoveSets::new();
        self.collect(Bitboard::FULL, Scope::All, &mut sets);
        sets.try_for_each(visit)
    }

    /// Calls `visit` with each piece of the side to move that can move, and all squares where it can go.
    ///
    /// ```
    /// use regence_rules::{Position, Role};
    /// let mut knight_moves = 0;
    /// Position::START.for_each_piece_moves(|moves| {
    ///     if moves.piece.role == Role::Knight {
    ///         knight_moves += moves.len();
    ///     }
    /// });
    /// assert_eq!(knight_moves, 4);
    /// ```
    pub fn for_each_piece_moves(&self, visit: impl FnMut(PieceMoves)) {
        let mut sets = MoveSets::new();
        self.collect(Bitboard::FULL, Scope::All, &mut sets);
        sets.by_piece(&self.board, self.turn).for_each(visit);
    }

    /// The legal moves of the piece on one square; none if it is empty or not the mover's.
    #[inline]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut list = MoveList::new();
        self.collect(square.bitboard(), Scope::All, &mut list);
        list
    }

    /// The legal moves that take something, en passant among them.
    #[inline]
    pub fn captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.collect(Bitboard::FULL, Scope::Captures, &mut list);
        list
    }

    /// The legal moves that take nothing, castling among them.
    #[inline]
    pub fn quiets(&self) -> MoveList {
        let mut list = MoveList::new();
        self.collect(Bitboard::FULL, Scope::Quiets, &mut list);
        list
    }

    /// Whether there is any legal move; faster than counting them.
    #[inline]
    pub fn has_legal_moves(&self) -> bool {
        let any =
            dispatch(Generate { position: self, movers: Bitboard::FULL, scope: Scope::All, out: &mut Any });
        any.is_break()
    }

    /// How many legal moves there are, without making a list of them.
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        let mut count = Count(0);
        self.collect(Bitboard::FULL, Scope::All, &mut count);
        count.0
    }

    #[inline(never)]
    fn collect<C: Collector<Break = Infallible>>(&self, movers: Bitboard, scope: Scope, out: &mut C) {
        let ControlFlow::Continue(()) = dispatch(Generate { position: self, movers, scope, out });
    }
}

/// The generator as a task for the CPU at hand.
struct Generate<'a, C> {
    position: &'a Position,
    movers: Bitboard,
    scope: Scope,
    out: &'a mut C,
}

impl<C: Collector> Task for Generate<'_, C> {
    type Output = ControlFlow<C::Break>;

    #[inline(always)]
    fn run<L: Sliders>(self) -> ControlFlow<C::Break> {
        match self.position.turn {
            Color::White => generate::<White, L, C>(self.position, self.movers, self.scope, self.out),
            Color::Black => generate::<Black, L, C>(self.position, self.movers, self.scope, self.out),
        }
    }
}

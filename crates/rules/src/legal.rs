//! The legal moves of a position, in the shapes callers want them: listed, visited, counted, by piece.

use crate::attacks::{Sliders, Task, dispatch};
use crate::generate::{Collector, PawnStep, Scope, generate};
use crate::move_sets::MoveSets;
use crate::moves::Kind;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Move, MoveList, Position, Role, Square};
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

    /// The number of positions reached after exactly `depth` half-moves: the usual proof of a move generator.
    pub fn perft(&self, depth: u32) -> u64 {
        dispatch(Perft { position: self, depth })
    }
}

struct Perft<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for Perft<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Sliders>(self) -> u64 {
        let Self { position, depth } = self;
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            let mut count = Count(0);
            let _ = Generate { position, movers: Bitboard::FULL, scope: Scope::All, out: &mut count }.run::<L>();
            return count.0 as u64;
        }
        let mut nodes = 0;
        let mut sets = MoveSets::new();
        let _ = Generate { position, movers: Bitboard::FULL, scope: Scope::All, out: &mut sets }.run::<L>();
        sets.for_each(|mv| nodes += L::run(Perft { position: &position.play(mv), depth: depth - 1 }));
        nodes
    }
}

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

/// Counts moves.
struct Count(usize);

impl Collector for Count {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.0 += targets.len();
        if step != PawnStep::DoublePush {
            self.0 += 3 * (targets & S::LAST_RANK).len();
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

impl MoveList {
    #[inline(always)]
    fn push_all(&mut self, arriving: Role, from: Square, targets: Bitboard) {
        for target in targets {
            self.push(Move { from, target, arriving, kind: Kind::Piece });
        }
    }
}

impl Collector for MoveList {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<Infallible> {
        self.push_all(role, from, targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Side>(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        let kind = if step == PawnStep::DoublePush { Kind::DoublePush } else { Kind::Pawn };
        for target in targets - S::LAST_RANK {
            self.push(Move { from: step.origin::<S>(target), target, arriving: Role::Pawn, kind });
        }
        if step != PawnStep::DoublePush {
            for target in targets & S::LAST_RANK {
                for arriving in Role::PROMOTIONS {
                    self.push(Move { from: step.origin::<S>(target), target, arriving, kind: Kind::Promotion });
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, target: Square) -> ControlFlow<Infallible> {
        self.push(Move { from, target, arriving: Role::Pawn, kind: Kind::EnPassant });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling(&mut self, from: Square, target: Square) -> ControlFlow<Infallible> {
        self.push(Move { from, target, arriving: Role::King, kind: Kind::Castling });
        ControlFlow::Continue(())
    }
}

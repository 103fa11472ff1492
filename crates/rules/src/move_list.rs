//! A list of moves that lives on the stack.

use crate::Move;
use crate::stack_list::StackList;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// No game leads to a position with more than 218 moves, but one can be set up: fifteen queens with 27 moves each and a
/// king with 8 are a bound that no position reaches.
const CAPACITY: usize = 15 * 27 + 8;

/// The legal moves of a position, without allocation. It is a slice: iterate, index, sort it.
///
/// ```
/// use regence_rules::Position;
/// let moves = Position::START.legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|mv| mv.to_string() == "e2e4"));
/// ```
#[derive(Clone)]
pub struct MoveList(StackList<Move, CAPACITY>);

impl MoveList {
    /// A list with nothing in it.
    #[inline]
    pub const fn new() -> Self {
        Self(StackList::new())
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.0.extend(moves);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// The moves of a [`MoveList`], by value.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl core::iter::FusedIterator for IntoMoves {}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

//! A position in the tree, with what the search wants to know of it at every turn.

use crate::Situation;
use regence_rules::{Color, Key, Move, Position, Role};

/// A position in the tree.
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) key: Key,
    pub(super) is_check: bool,
    /// How many half-moves back it can have stood before.
    pub(super) reversible: u16,
}

impl Node {
    pub(super) fn root(situation: &Situation) -> Self {
        let position = *situation.position();
        Self {
            position,
            key: position.key(),
            is_check: position.is_check(),
            reversible: position.halfmove_clock(),
        }
    }

    /// The node after a move.
    #[inline]
    pub(super) fn after(&self, mv: Move) -> Self {
        let (position, key) = self.position.play_keyed(mv, self.key);
        let reversible = if position.halfmove_clock() == 0 { 0 } else { self.reversible.saturating_add(1) };
        Self { position, key, is_check: position.is_check(), reversible }
    }

    /// The node if the side to move could pass; none in check.
    pub(super) fn passed(&self) -> Option<Self> {
        let (position, key) = self.position.pass_keyed(self.key)?;
        Some(Self { position, key, is_check: false, reversible: 0 })
    }

    /// Whether a side has more than king and pawns.
    pub(super) fn has_pieces(&self, color: Color) -> bool {
        let board = self.position.board();
        (board.by_color(color) - board.by_role(Role::Pawn)).is_many()
    }

    /// Whether a side has just one piece besides king and pawns.
    pub(super) fn has_single_piece(&self, color: Color) -> bool {
        let board = self.position.board();
        (board.by_color(color) - board.by_role(Role::Pawn)).len() == 2
    }
}

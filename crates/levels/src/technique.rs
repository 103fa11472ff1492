//! Endings that are known by heart: how a bare king is mated.

use crate::look::Care;
use regence_rules::{Position, Role};

/// The skills from which on people know how to mate with a queen, and with a rook.
const QUEEN_FROM: f32 = 700.0;
const ROOK_FROM: f32 = 850.0;

/// How to look at a position that one knows how to win; nothing if there is more to it.
pub(crate) fn known(position: &Position, skill: f32) -> Option<Care> {
    let (board, own) = (position.board(), position.turn());
    let enemy = board.by_color(!own);
    let mine = board.by_color(own);
    if enemy.len() > 1 || mine.len() > 4 {
        return None;
    }
    let has = |role: Role| (mine & board.by_role(role)).any();
    let knows = has(Role::Queen) && skill >= QUEEN_FROM || has(Role::Rook) && skill >= ROOK_FROM;
    knows.then_some(Care { depth: 5, captures: 2, blindness: 0.0, width: 64 })
}

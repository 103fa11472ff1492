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
    if enemy.len() > 1 {
        return None;
    }
    let has = |role: Role| (mine & board.by_role(role)).any();
    let knows = has(Role::Queen) && skill >= QUEEN_FROM || has(Role::Rook) && skill >= ROOK_FROM;
    knows.then_some(Care { depth: 5, captures: 2, blindness: 0.0, width: 64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, skill: f32, expected: bool) {
        let position = Position::from_fen(fen).expect("legal");
        assert_eq!(known(&position, skill).is_some(), expected, "{fen}");
    }

    #[test]
    fn a_bare_king_is_mated_by_heart_however_many_pieces_help() {
        check("7k/8/8/5Q2/8/8/8/K7 w - - 0 40", 800.0, true);
        check("7k/8/8/5Q2/8/8/PPPP4/K7 w - - 0 40", 800.0, true);
        check("7k/8/8/5Q2/8/8/8/K7 w - - 0 40", 600.0, false);
        check("7k/8/8/5R2/8/8/8/K7 w - - 0 40", 800.0, false);
        check("7k/8/8/5R2/8/8/8/K7 w - - 0 40", 900.0, true);
        check("7k/7p/8/5Q2/8/8/8/K7 w - - 0 40", 2000.0, false);
    }
}

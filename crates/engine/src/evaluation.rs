//! What a position is worth without looking ahead: material, and pieces in the centre.

use crate::Evaluator;
use regence_rules::{Bitboard, Color, Move, Position, Role};

/// Hundredths of a pawn, by role.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 100), (Role::Knight, 310), (Role::Bishop, 330), (Role::Rook, 500), (Role::Queen, 960)];

/// Rings around the centre; a piece is worth a little more for each it stands in.
const RINGS: [Bitboard; 3] = [
    Bitboard::from_bits(0x007e_7e7e_7e7e_7e00),
    Bitboard::from_bits(0x0000_3c3c_3c3c_0000),
    Bitboard::from_bits(0x0000_0018_1800_0000),
];
const RING: i32 = 6;

/// The evaluation we play with.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    _private: (),
}

impl Evaluator for Evaluation {
    fn reset(&mut self, _root: &Position) {}

    fn play(&mut self, _before: &Position, _mv: Move, _after: &Position) {}

    fn undo(&mut self) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        side(position, position.turn()) - side(position, !position.turn())
    }
}

fn side(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let own = board.by_color(color);
    let count = |set: Bitboard| (own & set).len() as i32;
    let material: i32 = WORTH.iter().map(|&(role, worth)| worth * count(board.by_role(role))).sum();
    let minors_and_pawns =
        board.by_role(Role::Pawn) | board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let central: i32 = RINGS.iter().map(|&ring| RING * count(ring & minors_and_pawns)).sum();
    material + central
}

//! What a quiet move's history depends on besides the move: what was played before it, what the other side attacks, how the pawns
//! stand.

use super::history::Step;
use regence_rules::{Bitboard, Color, Position, Role, Square, attacks};

/// The moves played one, two and four half-moves ago.
pub(super) type Before = [Option<Step>; 3];

/// How many pawn structures are told apart by moves' histories; others share a number.
pub(super) const STRUCTURES: usize = 512;

/// What a quiet move's history depends on besides the move.
#[derive(Clone, Copy, Default)]
pub(super) struct Setting {
    pub(super) before: Before,
    /// What the side that is not to move attacks.
    pub(super) threats: Bitboard,
    /// What it attacks with pawns, with pawns and minor pieces, with those and rooks.
    pub(super) by_lesser: [Bitboard; 3],
    /// The number of the pawn structure.
    pub(super) structure: u16,
}

impl Setting {
    pub(super) fn new(position: &Position, before: Before) -> Self {
        let pawns = position.board().by_role(Role::Pawn);
        let [white, black] = Color::ALL.map(|color| (pawns & position.board().by_color(color)).bits());
        let mixed = (white ^ black.rotate_left(19)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [by_pawns, by_minors, by_rooks, threats] = attacked(position, !position.turn());
        Self {
            before,
            threats,
            by_lesser: [by_pawns, by_minors, by_rooks],
            structure: (mixed >> 55) as u16 % STRUCTURES as u16,
        }
    }

    /// Whether a piece of this kind is, or would be, attacked on a square by something worth less.
    pub(super) fn is_outranked(&self, role: Role, square: Square) -> bool {
        let [by_pawns, by_minors, by_rooks] = self.by_lesser;
        match role {
            Role::Knight | Role::Bishop => by_pawns.contains(square),
            Role::Rook => by_minors.contains(square),
            Role::Queen => by_rooks.contains(square),
            Role::Pawn | Role::King => false,
        }
    }

    /// Whether a move leaves a threat, and whether it goes into one, as an index.
    pub(super) fn threat_index(&self, from: Square, to: Square) -> usize {
        usize::from(self.threats.contains(from)) * 2 + usize::from(self.threats.contains(to))
    }
}

/// The squares that a side attacks with pawns, with pawns and minor pieces, with those and rooks, and with all that it has.
fn attacked(position: &Position, by: Color) -> [Bitboard; 4] {
    let board = position.board();
    let (own, occupied) = (board.by_color(by), board.occupied());
    let pawns = board.by_role(Role::Pawn) & own;
    let ahead = match by {
        Color::White => pawns.up(),
        Color::Black => pawns.down(),
    };
    let with = |role: Role, others: Bitboard| {
        let pieces = board.by_role(role) & own;
        pieces.into_iter().fold(others, |all, square| all | role.of(by).attacks(square, occupied))
    };
    let by_pawns = ahead.left() | ahead.right();
    let by_minors = with(Role::Bishop, with(Role::Knight, by_pawns));
    let by_rooks = with(Role::Rook, by_minors);
    [by_pawns, by_minors, by_rooks, with(Role::Queen, by_rooks) | attacks::king(position.king(by))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_attacked_is_what_has_attackers() {
        let mut random = 0x5eed_u64;
        for _ in 0..50 {
            let mut position = Position::START;
            for _ in 0..120 {
                for by in Color::ALL {
                    let expected = Bitboard::FULL
                        .into_iter()
                        .filter(|&to| !position.board().attackers_of(to, by).is_empty());
                    let expected = expected.fold(Bitboard::EMPTY, |all, square| all | square.bitboard());
                    assert_eq!(attacked(&position, by)[3], expected, "{} by {by:?}", position.fen());
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }
}

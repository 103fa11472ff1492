//! Tells which moves give check, without playing them.

use regence_rules::{Bitboard, Move, Position, Role};

/// Squares from which, and pieces with which, the side to move gives check.
pub(super) struct Checks {
    /// For pawns, knights, bishops and rooks, where they give check; a queen does what bishops and rooks do.
    from: [Bitboard; 4],
    /// Pieces that uncover one behind them if they leave its line.
    uncover: Bitboard,
}

impl Checks {
    pub(super) fn new(position: &Position) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let (king, occupied) = (position.king(!turn), board.occupied());
        let own = board.by_color(turn);
        let attacks = |role: Role| role.of(!turn).attacks(king, occupied);
        let (diagonal, orthogonal) = (attacks(Role::Bishop), attacks(Role::Rook));
        // What stands behind a piece of ours next to the king on a line is seen once that piece is away.
        let mut uncover = Bitboard::EMPTY;
        let sliders = [
            (diagonal, board.diagonal_sliders(), Role::Bishop),
            (orthogonal, board.orthogonal_sliders(), Role::Rook),
        ];
        for (seen, sliders, role) in sliders {
            let behind = role.of(turn).attacks(king, occupied - (seen & own)) - seen;
            if behind.meets(sliders & own) {
                uncover |= seen & own;
            }
        }
        Self { from: [attacks(Role::Pawn), attacks(Role::Knight), diagonal, orthogonal], uncover }
    }

    /// Whether a move gives check.
    pub(super) fn gives(&self, position: &Position, mv: Move) -> bool {
        let [pawns, knights, diagonal, orthogonal] = self.from;
        let directly = match mv.role() {
            Role::Pawn => pawns,
            Role::Knight => knights,
            Role::Bishop => diagonal,
            Role::Rook => orthogonal,
            Role::Queen => diagonal | orthogonal,
            Role::King => Bitboard::EMPTY,
        };
        // What cannot be seen at a glance is rare enough to be tried out.
        let is_odd = mv.castling().is_some() || mv.promotion().is_some() || mv.is_en_passant();
        if is_odd || self.uncover.contains(mv.from()) {
            return position.gives_check(mv);
        }
        directly.contains(mv.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_those_that_playing_them_shows() {
        let (mut random, mut checks) = (0x5eed_u64, 0);
        for _ in 0..300 {
            let mut position = Position::START;
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let known = Checks::new(&position);
                for &mv in &moves {
                    let expected = position.gives_check(mv);
                    checks += u32::from(expected);
                    assert_eq!(known.gives(&position, mv), expected, "{mv} in {}", position.fen());
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(moves[(random >> 33) as usize % moves.len()]);
            }
        }
        assert!(checks > 1_000, "{checks}");
    }
}

//! Static exchange evaluation: what a capture is worth once everybody has taken back on the same square.

use regence_rules::{Bitboard, Color, Move, Position, Role, Square};

/// What each piece counts in an exchange.
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 305,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Whether a move wins at least `threshold` in the exchange on its target, each side taking with its least piece first and
/// stopping when that is better. Pins do not count, castling exchanges nothing.
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.castling().is_some() {
        return threshold <= 0;
    }
    let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let taken = position.captured(mv).map_or(0, |piece| worth(piece.role));
    // What is won if nobody takes back, beyond the threshold.
    let mut balance = taken + promoted - threshold;
    if balance < 0 {
        return false;
    }
    // What is left if the piece that moved is lost.
    balance -= worth(mv.promotion().unwrap_or(mv.role()));
    if balance >= 0 {
        return true;
    }
    Exchange::new(position, mv).goes_to_first_side(balance)
}

/// The pieces that can still take on a square.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    turn: Color,
}

impl<'a> Exchange<'a> {
    /// The exchange after its first move.
    fn new(position: &'a Position, mv: Move) -> Self {
        let (board, square) = (position.board(), mv.to());
        let mut occupied = board.occupied().without(mv.from()).with(square);
        if mv.is_en_passant() {
            occupied = occupied.without(Square::new(square.file(), mv.from().rank()));
        }
        let attackers = (board.attackers_through(square, Color::White, occupied)
            | board.attackers_through(square, Color::Black, occupied))
            & occupied;
        Self { position, square, occupied, attackers, turn: !position.turn() }
    }

    /// Takes back and forth, given what the side that moved first is ahead if it now loses its piece: less than nothing.
    fn goes_to_first_side(mut self, mut balance: i32) -> bool {
        let first = !self.turn;
        loop {
            let own = self.attackers & self.position.board().by_color(self.turn);
            let Some((role, from)) = self.least(own) else { break };
            // The king takes last, and only what nobody defends.
            if role == Role::King && self.attackers.meets(self.position.board().by_color(!self.turn)) {
                break;
            }
            self.remove(role, from);
            // Seen by the side that has just taken, if it loses the piece it took with.
            balance = -balance - 1 - worth(role);
            self.turn = !self.turn;
            if balance >= 0 {
                break;
            }
        }
        // Whoever is to take and cannot, or need not, has lost the exchange.
        self.turn != first
    }

    fn least(&self, own: Bitboard) -> Option<(Role, Square)> {
        let board = self.position.board();
        Role::ALL.into_iter().find_map(|role| Some((role, (own & board.by_role(role)).first()?)))
    }

    /// Takes a piece off its square and looks for sliders behind it.
    fn remove(&mut self, role: Role, from: Square) {
        let board = self.position.board();
        self.occupied = self.occupied.without(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let lines = Role::Bishop.of(self.turn).attacks(self.square, self.occupied);
            self.attackers |= lines & board.diagonal_sliders();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let lines = Role::Rook.of(self.turn).attacks(self.square, self.occupied);
            self.attackers |= lines & board.orthogonal_sliders();
        }
        self.attackers &= self.occupied;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an exchange wins, by trying everything on plain boards: slow and obvious.
    fn oracle(position: &Position, mv: Move) -> i32 {
        let taken = position.captured(mv).map_or(0, |piece| worth(piece.role));
        let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
        let mover = mv.promotion().unwrap_or(mv.role());
        let mut board = position.board().without(mv.from()).with(mv.to(), mover.of(position.turn()));
        if mv.is_en_passant() {
            board = board.without(Square::new(mv.to().file(), mv.from().rank()));
        }
        taken + promoted - best_reply(&board, mv.to(), mover, !position.turn())
    }

    fn best_reply(board: &regence_rules::Board, square: Square, standing: Role, turn: Color) -> i32 {
        let attackers = board.attackers_of(square, turn);
        let least =
            Role::ALL.into_iter().find_map(|role| Some((role, (attackers & board.by_role(role)).first()?)));
        let Some((role, from)) = least else { return 0 };
        let after = board.without(from).with(square, role.of(turn));
        if role == Role::King && after.attackers_of(square, !turn).any() {
            return 0;
        }
        (worth(standing) - best_reply(&after, square, role, !turn)).max(0)
    }

    #[track_caller]
    fn check(fen: &str, mv: &str, expected: i32) {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_san(mv).unwrap();
        assert!(wins_at_least(&position, mv, expected), "{mv} wins {expected} in {fen}");
        assert!(!wins_at_least(&position, mv, expected + 1), "{mv} wins no more than {expected} in {fen}");
    }

    #[test]
    fn exchanges_are_counted_out() {
        check("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100);
        check("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500);
        check("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        check("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100);
        check("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500);
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", 0);
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 850);
        check("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", -100);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100);
        check("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0);
        check("8/8/3k4/3p4/8/3R4/8/3RK3 w - - 0 1", "Rxd5", 100);
        check("8/8/3k4/3p4/8/3R4/8/4K3 w - - 0 1", "Rxd5", 100 - 500);
    }

    #[test]
    fn every_move_of_many_games_is_judged_as_by_trying_out() {
        let mut random = 0x5eed_u64;
        for _ in 0..200 {
            let mut position = Position::START;
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    if mv.castling().is_some() {
                        continue;
                    }
                    let expected = oracle(&position, mv);
                    let fen = position.fen();
                    assert!(wins_at_least(&position, mv, expected), "{mv} wins {expected} in {fen}");
                    assert!(
                        !wins_at_least(&position, mv, expected + 1),
                        "{mv} wins only {expected} in {fen}"
                    );
                }
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }
}

//! Whether a computer takes the draw it is offered.

use regence_game::AnyPosition;
use regence_game::notes::Evaluation;
use regence_rules::{Color, Role};

/// Behind by so many hundredths of a pawn, a side would rather have a draw.
const BEHIND: i32 = 100;

/// Ahead by so little, nobody wins what has come to little anyway.
const LEVEL: i32 = 30;

/// Whether a side that knows what the position is worth for White takes a draw: it is behind, or little is left and nobody
/// is ahead.
pub fn is_welcome(worth: Evaluation, position: &AnyPosition, color: Color) -> bool {
    let for_white = match worth {
        Evaluation::Centipawns(worth) => worth,
        Evaluation::Mate(moves) => moves.signum() * i32::MAX,
    };
    let own = if color == Color::White { for_white } else { -for_white };
    own <= -BEHIND || own <= LEVEL && is_late(position)
}

/// The same for a side that only counts pieces.
pub fn is_welcome_by_material(position: &AnyPosition, color: Color) -> bool {
    let ahead = material(position, color) - material(position, !color);
    ahead <= -3 || ahead <= 0 && is_late(position)
}

/// Little is left, and nothing has happened for a while.
fn is_late(position: &AnyPosition) -> bool {
    position.pieces().count() <= 12 && position.halfmove_clock() >= 20
}

/// What a side's pieces are worth, in pawns.
pub fn material(position: &AnyPosition, color: Color) -> i32 {
    let own = position.pieces().filter(|(_, piece)| piece.color == color);
    own.map(|(_, piece)| worth(piece.role)).sum()
}

/// What people say a piece is worth, in pawns; a king cannot be counted.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;

    fn position(fen: &str) -> AnyPosition {
        Variant::Orthodox.read_fen(fen).expect(fen)
    }

    #[test]
    fn whoever_is_behind_takes_a_draw() {
        let start = Variant::Orthodox.start();
        for (worth, white, black) in [
            (Evaluation::Centipawns(0), false, false),
            (Evaluation::Centipawns(-100), true, false),
            (Evaluation::Centipawns(250), false, true),
            (Evaluation::Mate(3), false, true),
            (Evaluation::Mate(-3), true, false),
        ] {
            assert_eq!(is_welcome(worth, &start, Color::White), white, "{worth:?}");
            assert_eq!(is_welcome(worth, &start, Color::Black), black, "{worth:?}");
        }
    }

    #[test]
    fn what_has_come_to_little_may_end() {
        let late = position("8/5k2/5p2/8/5P2/5K2/8/8 w - - 30 60");
        assert!(is_welcome(Evaluation::Centipawns(0), &late, Color::White));
        assert!(is_welcome_by_material(&late, Color::Black));
        assert!(!is_welcome(Evaluation::Centipawns(80), &late, Color::White));
        let early = position("8/5k2/5p2/8/5P2/5K2/8/8 w - - 3 60");
        assert!(!is_welcome(Evaluation::Centipawns(0), &early, Color::White));
        assert!(!is_welcome_by_material(&early, Color::Black));
    }

    #[test]
    fn pieces_are_counted() {
        let behind = position("4k3/8/8/8/8/8/R7/4K3 w - - 0 1");
        assert!(is_welcome_by_material(&behind, Color::Black));
        assert!(!is_welcome_by_material(&behind, Color::White));
    }
}

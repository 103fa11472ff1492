//! What everybody has been taught about the opening: bring out the pieces, castle, do not walk about with the king.

use regence_rules::{CastlingSide, Color, File, Position, Rank, Role};

/// The last move that belongs to the opening.
const LAST_MOVE: u32 = 15;

/// What a king is felt to be worth on a castled square, where it may still castle, and elsewhere, in hundredths of a pawn.
const CASTLED: i32 = 60;
const FREE_TO_CASTLE: i32 = 0;
const STUCK: i32 = -40;

/// What a knight or bishop is felt to lack at home.
const AT_HOME: i32 = 22;

/// What a position seems worth to the side to move by these rules alone, in hundredths of a pawn.
pub(crate) fn manners(position: &Position) -> i32 {
    if position.fullmove_number() > LAST_MOVE {
        return 0;
    }
    let turn = position.turn();
    of_side(position, turn) - of_side(position, !turn)
}

fn of_side(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let home = Rank::First.seen_by(color);
    let own = board.by_color(color);
    let minors = own & (board.by_role(Role::Knight) | board.by_role(Role::Bishop)) & home.bitboard();
    of_king(position, color, home) - AT_HOME * minors.len() as i32
}

/// A king in its corner may have walked there; from afar that looks the same, and is as safe.
fn of_king(position: &Position, color: Color, home: Rank) -> i32 {
    let king = position.king(color);
    let may_castle = CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some());
    match king.file() {
        _ if may_castle => FREE_TO_CASTLE,
        File::A | File::B | File::C | File::G | File::H if king.rank() == home => CASTLED,
        _ => STUCK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Black's last move has changed for Black.
    #[track_caller]
    fn check(fen: &str, san: &str, expected: i32) {
        let before = Position::from_fen(fen).unwrap();
        let after = before.play(before.parse_san(san).unwrap());
        assert_eq!(-manners(&after) - manners(&before), expected, "{san}");
    }

    const FEN: &str = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";

    #[test]
    fn castling_bringing_out_and_walking_about_are_felt() {
        check(FEN, "O-O", CASTLED - FREE_TO_CASTLE);
        check(FEN, "Nc6", AT_HOME);
        check(FEN, "Ng8", -AT_HOME);
        check(FEN, "Ke7", STUCK - FREE_TO_CASTLE);
        check(FEN, "h6", 0);
    }

    #[test]
    fn later_on_they_do_not_matter() {
        let late = FEN.replace("5 4", "5 16");
        assert_eq!(manners(&Position::from_fen(&late).unwrap()), 0);
    }
}

//! What everybody has been taught about the opening: bring out the pieces, castle, do not walk about with the king.

use regence_rules::{CastlingSide, Color, File, Position, Rank, Role};

/// How many officers there are when a game begins, and when the opening is over for certain. It is what stands on the board
/// that makes an opening, not the number of the move: positions are set up with any number.
const AT_FIRST: i32 = 14;
const AT_LAST: i32 = 8;

/// What a king is felt to be worth on a castled square, where it may still castle, and elsewhere, in hundredths of a pawn.
const CASTLED: i32 = 60;
const FREE_TO_CASTLE: i32 = 0;
const STUCK: i32 = -40;

/// What a knight or bishop is felt to lack at home.
const AT_HOME: i32 = 22;

/// What a position seems worth to the side to move by these rules alone, in hundredths of a pawn. The fewer officers are
/// left, the less they matter, so that no move is played just because the opening ends with it.
pub(crate) fn manners(position: &Position) -> i32 {
    let board = position.board();
    let plain = board.by_role(Role::Pawn) | board.by_role(Role::King);
    let officers = (board.occupied() - plain).len() as i32;
    let weight = officers.min(AT_FIRST) - AT_LAST;
    if weight <= 0 {
        return 0;
    }
    let turn = position.turn();
    (of_side(position, turn) - of_side(position, !turn)) * weight / (AT_FIRST - AT_LAST)
}

fn of_side(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let home = Rank::First.seen_by(color).bitboard();
    let own = board.by_color(color);
    let minors = own & (board.by_role(Role::Knight) | board.by_role(Role::Bishop)) & home;
    of_king(position, color) - AT_HOME * minors.len() as i32
}

/// A king in its corner may have walked there; from afar that looks the same, and is as safe.
fn of_king(position: &Position, color: Color) -> i32 {
    let king = position.king(color);
    let may_castle = CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some());
    match (king.file(), king.rank().seen_by(color)) {
        _ if may_castle => FREE_TO_CASTLE,
        (File::C, Rank::First) | (File::A | File::B | File::G | File::H, Rank::First | Rank::Second) => {
            CASTLED
        }
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
    fn it_is_the_pieces_that_make_an_opening_and_not_the_number_of_the_move() {
        check(&FEN.replace("5 4", "5 60"), "O-O", CASTLED - FREE_TO_CASTLE);
        // Without the queens and two of White's officers, two thirds of the way are gone.
        check("rnb1k2r/pppp1ppp/5n2/2b1p3/2B1P3/8/PPPP1PPP/RN3RK1 b kq - 5 4", "O-O", 20);
        check("r3k2r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/R4RK1 b kq - 5 4", "O-O", 0);
    }

    #[test]
    fn a_castled_king_may_step_up() {
        check("rnbq1rk1/pppp1p1p/5np1/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b - - 5 4", "Kg7", 0);
        check("rnbq1rk1/pppp1p1p/5np1/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b - - 5 4", "Ne8", -AT_HOME);
    }
}

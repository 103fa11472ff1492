//! The 960 start positions of Chess960, by their usual numbers.

use crate::{Bitboard, Board, Color, File, Position, Rank, Role, Square};

/// How many start positions there are.
pub const STARTS: u16 = 960;

/// The number of the orthodox start position.
pub const ORTHODOX: u16 = 518;

/// Where two knights go on the five squares that bishops and queen leave, by the last part of the number.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The start position with this number, 0 to 959.
///
/// ```
/// use regence_rules::{Position, chess960};
/// assert_eq!(chess960::start(chess960::ORTHODOX), Some(Position::START));
/// assert_eq!(chess960::start(0).unwrap().fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
/// assert_eq!(chess960::start(960), None);
/// ```
pub fn start(number: u16) -> Option<Position> {
    let row = back_rank(number)?;
    let mut board = Board::EMPTY;
    let mut castling = Bitboard::EMPTY;
    for (file, role) in File::ALL.into_iter().zip(row) {
        for color in Color::ALL {
            let home = Square::new(file, Rank::First.seen_by(color));
            board = board
                .with(home, role.of(color))
                .with(Square::new(file, Rank::Second.seen_by(color)), Role::Pawn.of(color));
            if role == Role::Rook {
                castling = castling.with(home);
            }
        }
    }
    Some(Position { board, castling, ..Position::START })
}

/// The number of a start position; `None` if this is not where a game of Chess960 begins.
pub fn number_of(position: &Position) -> Option<u16> {
    (0..STARTS).find(|&number| start(number).as_ref() == Some(position))
}

/// The pieces of the first rank. The number is taken apart into the square of the light bishop, of the dark bishop, of
/// the queen and of the knights; the rooks fill what is left, with the king between them.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= STARTS {
        return None;
    }
    let number = usize::from(number);
    let mut row = [None; 8];
    row[number % 4 * 2 + 1] = Some(Role::Bishop);
    row[number / 4 % 4 * 2] = Some(Role::Bishop);
    place(&mut row, number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The farther knight first, so that the nearer one does not shift the squares counted.
    place(&mut row, second, Role::Knight);
    place(&mut row, first, Role::Knight);
    place(&mut row, 0, Role::Rook);
    place(&mut row, 0, Role::King);
    place(&mut row, 0, Role::Rook);
    let mut roles = [Role::Rook; 8];
    for (role, placed) in roles.iter_mut().zip(row) {
        *role = placed?;
    }
    Some(roles)
}

/// Puts a piece on the `nth` square that is still free.
fn place(row: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(square) = row.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *square = Some(role);
    }
}

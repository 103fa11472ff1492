//! The pieces on a board of any size, and what they attack.

use super::{BoardSize, OffBoard};
use crate::{Bitboard, Color, Piece, Role, Square};
use core::{fmt, iter};

/// A step over the board: so many files to the right, so many ranks up.
pub(super) type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// How many ranks up a pawn of this colour goes at a time.
pub(super) const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Pieces on a square board from 3x3 to 8x8; any pieces, any number of kings.
///
/// A board is a value: each editing method returns the new board.
///
/// ```
/// use regence_rules::{Color, Role, Square, house::{BoardSize, HouseBoard}};
/// let board = HouseBoard::empty(BoardSize::new(4)?).with(Square::B1, Role::King.of(Color::White))?;
/// assert_eq!(board.moved(Square::B1, Square::D4)?.placement(), "3K/4/4/4");
/// assert_eq!(
///     board.with(Square::E1, Role::King.of(Color::Black)).unwrap_err().to_string(),
///     "e1 is not on this 4x4 board, which ends at d4"
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
// Squares beyond the size are always empty, so that equal boards compare equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HouseBoard {
    size: BoardSize,
    cells: [Option<Piece>; 64],
}

impl HouseBoard {
    /// A board without pieces.
    pub const fn empty(size: BoardSize) -> Self {
        Self { size, cells: [None; 64] }
    }

    /// The 8x8 board as every game of chess starts.
    pub fn start() -> Self {
        const BACK_RANK: [Role; 8] = {
            use Role::{Bishop, King, Knight, Queen, Rook};
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]
        };
        let mut board = Self::empty(BoardSize::EIGHT);
        for color in Color::ALL {
            for (file, role) in BoardSize::EIGHT.files().zip(BACK_RANK) {
                board.set(Square::new(file, board.size.last_rank(!color)), Some(role.of(color)));
                board.set(Square::new(file, board.size.second_rank(color)), Some(Role::Pawn.of(color)));
            }
        }
        board
    }

    /// How large it is.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// What stands on a square; nothing does on a square beyond this board.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Every piece and its square, from a1 upwards.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().zip(self.cells).filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// Where this piece stands.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        self.pieces().filter(|&(_, other)| other == piece).map(|(square, _)| square).collect()
    }

    /// The kings of a colour: none, one or many.
    pub fn kings(&self, color: Color) -> Bitboard {
        self.squares_of(Role::King.of(color))
    }

    /// The one side that has a king left, if the other has none.
    pub fn winner(&self) -> Option<Color> {
        match Color::ALL.map(|color| self.kings(color).any()) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }

    /// This board with a piece put on a square, in place of whatever stood there.
    pub fn with(mut self, square: Square, piece: Piece) -> Result<Self, EditError> {
        self.size.require(square)?;
        self.set(square, Some(piece));
        Ok(self)
    }

    /// This board with a square cleared.
    pub fn without(mut self, square: Square) -> Result<Self, EditError> {
        self.size.require(square)?;
        self.set(square, None);
        Ok(self)
    }

    /// This board with the same on every square: a piece, or nothing.
    pub fn filled(mut self, piece: Option<Piece>) -> Self {
        for square in self.size.squares() {
            self.set(square, piece);
        }
        self
    }

    /// This board with the piece on `from` put on `to`, as no rule allows or forbids.
    pub fn moved(mut self, from: Square, to: Square) -> Result<Self, EditError> {
        self.size.require(from)?;
        self.size.require(to)?;
        let piece = self.piece_at(from).ok_or(EditError::NoPiece { square: from })?;
        self.set(from, None);
        self.set(to, Some(piece));
        Ok(self)
    }

    /// The squares that the piece on a square attacks: where it could take a piece of the other colour. A pawn attacks
    /// its two diagonals, whether something stands there or not, and never the square before it.
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.piece_at(square).map_or(Bitboard::EMPTY, |piece| self.attacks_of(piece, square))
    }

    /// The pieces of a colour that attack a square.
    pub fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        // Attacks are mutual: a knight attacks the square if a knight of the other colour on the square would attack it.
        let attackers_of_role = |role: Role| {
            let from_here = self.attacks_of(role.of(!by), square);
            from_here.into_iter().filter(move |&from| self.piece_at(from) == Some(role.of(by)))
        };
        Role::ALL.into_iter().flat_map(attackers_of_role).collect()
    }

    /// Whether a colour attacks a square.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers_of(square, by).any()
    }

    /// The square one step away, if it is on this board.
    pub(super) fn step(&self, from: Square, (files, ranks): Step) -> Option<Square> {
        from.offset(files, ranks).filter(|&to| self.size.contains(to))
    }

    /// Puts a piece on a square or clears it. A square beyond the board stays empty.
    pub(super) fn set(&mut self, square: Square, piece: Option<Piece>) {
        if self.size.contains(square) {
            self.cells[square.index()] = piece;
        }
    }

    /// What this piece would attack if it stood on this square.
    fn attacks_of(&self, piece: Piece, from: Square) -> Bitboard {
        match piece.role {
            Role::Pawn => self.leaps(from, &[-1, 1].map(|side| (side, forward(piece.color)))),
            Role::Knight => self.leaps(from, &KNIGHT),
            Role::Bishop => self.slides(from, &DIAGONAL),
            Role::Rook => self.slides(from, &STRAIGHT),
            Role::Queen => self.slides(from, &STRAIGHT) | self.slides(from, &DIAGONAL),
            Role::King => self.leaps(from, &STRAIGHT) | self.leaps(from, &DIAGONAL),
        }
    }

    fn leaps(&self, from: Square, steps: &[Step]) -> Bitboard {
        steps.iter().filter_map(|&step| self.step(from, step)).collect()
    }

    fn slides(&self, from: Square, steps: &[Step]) -> Bitboard {
        steps.iter().flat_map(|&step| self.slide(from, step)).collect()
    }

    /// The squares in one direction, up to and with the first that is occupied.
    fn slide(&self, from: Square, step: Step) -> impl Iterator<Item = Square> {
        iter::successors(self.step(from, step), move |&at| {
            if self.piece_at(at).is_some() { None } else { self.step(at, step) }
        })
    }
}

impl fmt::Debug for HouseBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseBoard({})", self.placement())
    }
}

/// The board cannot be edited so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The board is too small to have this square.
    OffBoard(OffBoard),
    /// There is nothing to move.
    NoPiece {
        /// The empty square.
        square: Square,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(error) => error.fmt(f),
            Self::NoPiece { square } => write!(f, "there is no piece on {square} to move"),
        }
    }
}

impl core::error::Error for EditError {}

impl From<OffBoard> for EditError {
    fn from(error: OffBoard) -> Self {
        Self::OffBoard(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[track_caller]
    fn check_attacks(placement: &str, from: Square, expected: &[Square]) {
        let board: HouseBoard = placement.parse().unwrap();
        assert_eq!(board.attacks_from(from), expected.iter().copied().collect(), "{placement} {from}");
    }

    #[test]
    fn trap_4_pawn_diagonals_are_attacks_even_onto_empty_squares_and_pushes_are_not() {
        check_attacks("4/4/1P2/4", Square::B2, &[Square::A3, Square::C3]);
        check_attacks("4/1p2/4/4", Square::B3, &[Square::A2, Square::C2]);
        check_attacks("4/4/P3/4", Square::A2, &[Square::B3]);
        check_attacks("3P/4/4/4", Square::D4, &[]);
    }

    #[test]
    fn attackers_are_the_pieces_whose_attacks_reach_the_square() {
        for placement in
            ["rnb/1pQ/PKk", "2r1/kP2/1p1B/N2K", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"]
        {
            let board: HouseBoard = placement.parse().unwrap();
            for (square, by) in board.size().squares().flat_map(|square| Color::ALL.map(|by| (square, by))) {
                let reaching = board
                    .pieces()
                    .filter(|&(from, piece)| piece.color == by && board.attacks_from(from).contains(square));
                let expected = reaching.map(|(from, _)| from).collect();
                assert_eq!(board.attackers_of(square, by), expected, "{placement} {square} {by}");
            }
        }
    }

    #[test]
    fn sliders_stop_at_the_first_piece_and_at_the_edge_of_the_small_board() {
        check_attacks(
            "4/1p2/4/1R2",
            Square::B1,
            &[Square::A1, Square::C1, Square::D1, Square::B2, Square::B3],
        );
        check_attacks("4/4/4/B3", Square::A1, &[Square::B2, Square::C3, Square::D4]);
        check_attacks("3/3/N2", Square::A1, &[Square::B3, Square::C2]);
        check_attacks("3/3/3", Square::A1, &[]);
    }

    #[test]
    fn editing_goes_anywhere_on_the_board_and_nowhere_else() {
        let board = HouseBoard::empty(BoardSize::MIN);
        let pawn = Role::Pawn.of(Color::White);
        let off = EditError::OffBoard(OffBoard { square: Square::D1, size: BoardSize::MIN });
        assert_eq!(board.with(Square::C3, pawn).unwrap().placement(), "2P/3/3");
        assert_eq!(board.with(Square::D1, pawn), Err(off));
        assert_eq!(board.without(Square::D1), Err(off));
        assert_eq!(board.moved(Square::D1, Square::A1), Err(off));
        assert_eq!(board.moved(Square::A1, Square::B1), Err(EditError::NoPiece { square: Square::A1 }));
        assert_eq!(off.to_string(), "d1 is not on this 3x3 board, which ends at c3");
        let full = board.filled(Some(pawn));
        assert_eq!(full.placement(), "PPP/PPP/PPP");
        assert_eq!(full.moved(Square::D1, Square::A1), Err(off));
        assert_eq!(full.moved(Square::A1, Square::A1), Ok(full));
        assert_eq!(full.filled(None), board);
    }

    #[test]
    fn the_winner_is_the_only_side_with_a_king() {
        for (placement, expected) in [
            ("3/3/3", None),
            ("k2/3/K2", None),
            ("k2/3/KKK", None),
            ("3/3/KK1", Some(Color::White)),
            ("kkk/3/QQQ", Some(Color::Black)),
        ] {
            assert_eq!(placement.parse::<HouseBoard>().unwrap().winner(), expected, "{placement}");
        }
    }
}

//! Pieces on squares, and nothing else: no turn, no rights, no clocks.

use crate::attacks::{self, Sliders, Task, dispatch};
use crate::{Bitboard, Color, Piece, Role, Square};
use core::fmt;

/// The pieces on the board.
///
/// Any arrangement is a board, also one that no game could reach; [`Position`](crate::Position) is the type that
/// promises legality.
///
/// ```
/// use regence_rules::{Board, Color, Role, Square};
/// let board = Board::EMPTY.with(Square::E4, Role::Knight.of(Color::White));
/// assert_eq!(board.role_at(Square::E4), Some(Role::Knight));
/// assert!(board.attackers_of(Square::F6, Color::White).contains(Square::E4));
/// ```
// Four bits a square, kept as four sets. Three of them say how a piece moves, which makes the sets the move
// generator asks for most (diagonal and orthogonal sliders) one operation each, and moving a piece a handful of
// operations with no branch on what it is:
//
//            diagonal  orthogonal  step              diagonal  orthogonal  step
//   bishop      1          0         0      pawn        0          0         1
//   rook        0          1         0      knight      1          0         1
//   queen       1          1         0      king        0          1         1
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    diagonal: Bitboard,
    orthogonal: Bitboard,
    step: Bitboard,
    black: Bitboard,
}

/// For each colour and role, a board with that piece on every square: cut to a set, it is what placing pieces adds.
static EVERYWHERE: [[Board; 7]; 2] = [everywhere(Color::White), everywhere(Color::Black)];

const fn everywhere(color: Color) -> [Board; 7] {
    let mut boards = [Board::EMPTY; 7];
    let mut index = 0;
    while index < 6 {
        let role = Role::ALL[index];
        boards[role as usize] = Board::everywhere(role.of(color));
        index += 1;
    }
    boards
}

const fn all_if(condition: bool) -> Bitboard {
    if condition { Bitboard::FULL } else { Bitboard::EMPTY }
}

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Self = Self {
        diagonal: Bitboard::EMPTY,
        orthogonal: Bitboard::EMPTY,
        step: Bitboard::EMPTY,
        black: Bitboard::EMPTY,
    };

    /// The pieces as every orthodox game begins.
    pub const START: Self = Self {
        diagonal: Bitboard::from_bits(0x6e00_0000_0000_006e),
        orthogonal: Bitboard::from_bits(0x9900_0000_0000_0099),
        step: Bitboard::from_bits(0x52ff_0000_0000_ff52),
        black: Bitboard::from_bits(0xffff_0000_0000_0000),
    };

    /// A board with this piece on every square.
    pub(crate) const fn everywhere(piece: Piece) -> Self {
        let (diagonal, orthogonal, step) = match piece.role {
            Role::Pawn => (false, false, true),
            Role::Knight => (true, false, true),
            Role::Bishop => (true, false, false),
            Role::Rook => (false, true, false),
            Role::Queen => (true, true, false),
            Role::King => (false, true, true),
        };
        Self {
            diagonal: all_if(diagonal),
            orthogonal: all_if(orthogonal),
            step: all_if(step),
            black: all_if(matches!(piece.color, Color::Black)),
        }
    }

    /// The pieces that stand within a set of squares.
    #[inline(always)]
    pub(crate) fn within(self, squares: Bitboard) -> Self {
        Self {
            diagonal: self.diagonal & squares,
            orthogonal: self.orthogonal & squares,
            step: self.step & squares,
            black: self.black & squares,
        }
    }

    /// The pieces of both boards, which share no square.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            diagonal: self.diagonal | other.diagonal,
            orthogonal: self.orthogonal | other.orthogonal,
            step: self.step | other.step,
            black: self.black | other.black,
        }
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.black.contains(square) { Color::Black } else { Color::White };
        self.role_at(square).map(|role| role.of(color))
    }

    /// The kind of piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        const ROLES: [Option<Role>; 8] = [
            None,
            Some(Role::Bishop),
            Some(Role::Rook),
            Some(Role::Queen),
            Some(Role::Pawn),
            Some(Role::Knight),
            Some(Role::King),
            None,
        ];
        let bit = |set: Bitboard| (set.bits() >> square.index() & 1) as usize;
        ROLES[bit(self.diagonal) | bit(self.orthogonal) << 1 | bit(self.step) << 2]
    }

    /// The squares with a piece on them.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        self.diagonal.or(self.orthogonal).or(self.step)
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        // All bits set for White, none for Black: no branch on whose turn it is.
        let flip = Bitboard::from_bits((color as u64).wrapping_sub(1));
        self.occupied() & (self.black ^ flip)
    }

    /// The squares of one kind of piece, of both colours.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.step - (self.diagonal | self.orthogonal),
            Role::Knight => self.step & self.diagonal,
            Role::Bishop => self.diagonal - (self.orthogonal | self.step),
            Role::Rook => self.orthogonal - (self.diagonal | self.step),
            Role::Queen => self.diagonal & self.orthogonal,
            Role::King => self.step & self.orthogonal,
        }
    }

    /// The squares of one kind of piece of one side.
    #[inline]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        // Where all four bits are those of the piece; no branch on what it is.
        let all = &EVERYWHERE[piece.color.index()][piece.role as usize];
        let differs = self.diagonal ^ all.diagonal
            | self.orthogonal ^ all.orthogonal
            | self.step ^ all.step
            | self.black ^ all.black;
        !differs
    }

    /// Bishops and queens of both colours.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.diagonal - self.step
    }

    /// Rooks and queens of both colours.
    #[inline]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.orthogonal - self.step
    }

    /// Where a side's king stands; the one nearest to a1 if there are several.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.by_piece(Role::King.of(color)).first()
    }

    /// The board with this piece on this square, whatever stood there before.
    #[inline]
    pub fn with(self, square: Square, piece: Piece) -> Self {
        self.without(square).with_set(square.bitboard(), piece.role, piece.color)
    }

    /// The board with this square empty.
    #[inline]
    pub fn without(self, square: Square) -> Self {
        self.without_set(square.bitboard())
    }

    /// The board with these squares empty.
    #[inline(always)]
    pub(crate) fn without_set(self, squares: Bitboard) -> Self {
        self.within(!squares)
    }

    /// The board with this piece on each of these squares, which are empty.
    #[inline(always)]
    pub(crate) fn with_set(self, squares: Bitboard, role: Role, color: Color) -> Self {
        self.or(EVERYWHERE[color.index()][role as usize].within(squares))
    }

    /// The pieces with their squares, from a1 upwards.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = *self;
        self.occupied().into_iter().filter_map(move |square| Some((square, board.piece_at(square)?)))
    }

    /// One side's pieces that attack a square, whether or not they are pinned.
    #[inline]
    pub fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_through(square, by, self.occupied())
    }

    /// The same when other squares block the sliders than this board's pieces.
    #[inline]
    pub fn attackers_through(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        struct Attackers<'a>(&'a Board, Square, Color, Bitboard);
        impl Task for Attackers<'_> {
            type Output = Bitboard;

            #[inline(always)]
            fn run<L: Sliders>(self) -> Bitboard {
                let Self(board, square, by, occupied) = self;
                board.attackers::<L>(square, by, occupied)
            }
        }
        dispatch(Attackers(self, square, by, occupied))
    }

    /// Whether one side attacks a square when only the `occupied` squares block its sliders and its pieces on the `gone`
    /// squares are gone.
    ///
    /// It looks only along lines on which an enemy slider stands: less work than two look-ups when there are few.
    #[inline]
    pub(crate) fn is_attacked_through(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> bool {
        let enemies = self.by_color(by) - gone;
        self.steppers(square, by).meets(enemies) || self.is_seen(square, enemies, occupied)
    }

    /// The same for the square of the other side's king, which no king attacks.
    #[inline]
    pub(crate) fn is_checked_through(
        &self,
        king: Square,
        by: Color,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> bool {
        let enemies = self.by_color(by) - gone;
        self.checking_steppers(king, by).meets(enemies) || self.is_seen(king, enemies, occupied)
    }

    /// Whether one of the sliders among these enemies sees a square.
    #[inline(always)]
    fn is_seen(&self, square: Square, enemies: Bitboard, occupied: Bitboard) -> bool {
        self.sliders_towards(square, enemies)
            .into_iter()
            .any(|slider| !attacks::between(square, slider).meets(occupied))
    }

    /// Whatever stands between a king and the sliders that would give check but for it, or nothing if the king is in
    /// check.
    #[inline(always)]
    pub(crate) fn lines_without_check(&self, king: Square, by: Color) -> Option<Bitboard> {
        let (enemies, occupied) = (self.by_color(by), self.occupied());
        if self.checking_steppers(king, by).meets(enemies) {
            return None;
        }
        let mut lines = Bitboard::EMPTY;
        for slider in self.sliders_towards(king, enemies) {
            let line = attacks::between(king, slider);
            if !line.meets(occupied) {
                return None;
            }
            lines |= line;
        }
        Some(lines)
    }

    /// The sliders among these enemies that would see a square on an empty board.
    #[inline(always)]
    fn sliders_towards(&self, square: Square, enemies: Bitboard) -> Bitboard {
        let sliders = attacks::bishop_rays(square) & self.diagonal_sliders()
            | attacks::rook_rays(square) & self.orthogonal_sliders();
        sliders & enemies
    }

    /// Pawns and knights of both sides that stand where they would attack a square if they were one side's.
    #[inline(always)]
    fn checking_steppers(&self, square: Square, by: Color) -> Bitboard {
        attacks::pawn(!by, square) & self.by_role(Role::Pawn)
            | attacks::knight(square) & self.by_role(Role::Knight)
    }

    /// The same with kings.
    #[inline(always)]
    fn steppers(&self, square: Square, by: Color) -> Bitboard {
        self.checking_steppers(square, by) | attacks::king(square) & self.by_role(Role::King)
    }

    #[inline(always)]
    pub(crate) fn attackers<L: Sliders>(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let attackers = self.steppers(square, by)
            | L::bishop(square, occupied) & self.diagonal_sliders()
            | L::rook(square, occupied) & self.orthogonal_sliders();
        attackers & self.by_color(by)
    }
}

/// Eight lines of letters and dots, seen from White's side.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_at(Square::wrapping(rank * 8 + file));
                let letter = piece.map_or('.', Piece::letter);
                write!(f, "{letter}{}", if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Board")?;
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_start() {
        let mut board = Board::EMPTY;
        let back = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for (file, role) in (0..8).zip(back) {
            for (rank, piece) in [
                (0, role.of(Color::White)),
                (1, Role::Pawn.of(Color::White)),
                (6, Role::Pawn.of(Color::Black)),
                (7, role.of(Color::Black)),
            ] {
                board = board.with(Square::wrapping(rank * 8 + file), piece);
            }
        }
        assert_eq!(board, Board::START);
    }

    #[test]
    fn each_role_is_found_where_it_was_put() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                let board = Board::EMPTY.with(Square::C5, Role::Queen.of(!color)).with(Square::C5, piece);
                assert_eq!(board.piece_at(Square::C5), Some(piece));
                for other in Role::ALL {
                    assert_eq!(board.by_role(other).contains(Square::C5), other == role, "{other}");
                }
                assert_eq!(board.by_color(color), Square::C5.bitboard());
                assert_eq!(board.without(Square::C5), Board::EMPTY);
            }
        }
    }
}

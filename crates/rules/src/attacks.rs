//! Which squares a piece attacks: small tables for the steppers, two exchangeable look-ups for the sliders.
//!
//! Whoever asks for the attacks of many sliders writes the work as a [`Task`] and has it [`dispatch`]ed: the CPU is
//! asked once, and all of the work is compiled for it.
//!
//! ```
//! use regence_rules::attacks::{self, Sliders, Task, dispatch};
//! use regence_rules::{Bitboard, Square};
//!
//! struct RookMoves(Bitboard);
//!
//! impl Task for RookMoves {
//!     type Output = usize;
//!
//!     #[inline(always)]
//!     fn run<L: Sliders>(self) -> usize {
//!         self.0.into_iter().map(|square| L::rook(square, self.0).len()).sum()
//!     }
//! }
//!
//! let rooks = Square::A1.bitboard() | Square::H8.bitboard();
//! assert_eq!(dispatch(RookMoves(rooks)), 28);
//! assert_eq!(attacks::knight(Square::A1).len(), 2);
//! ```

mod dispatch;
mod hyperbola;
#[cfg(target_arch = "x86_64")]
mod pext;

use crate::{Bitboard, Color, Piece, Role, Square};

pub use dispatch::{Task, dispatch};
pub(crate) use hyperbola::Portable;

/// How slider attacks are looked up; [`dispatch`] chooses the implementation that suits the CPU.
pub trait Sliders {
    /// What a bishop on `square` attacks when the `occupied` squares block it.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;

    /// What a rook on `square` attacks when the `occupied` squares block it.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;

    /// What a queen on `square` attacks when the `occupied` squares block it.
    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop(square, occupied) | Self::rook(square, occupied)
    }

    /// Runs a task as a function of its own, compiled for the CPU that this look-up needs.
    fn run<T: Task>(task: T) -> T::Output;
}

/// One set for each square, a1 first.
type Table = [Bitboard; 64];

const KNIGHT: Table = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: Table = leaps(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [Table; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static BETWEEN: [Table; 64] = all_between();
/// By role, where a piece gets on an empty board. Pawns, whose way depends on their side, get nowhere here.
static REACH: [Table; 7] = all_reach();

/// What a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    reach(Role::Knight, square)
}

/// What a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    reach(Role::King, square)
}

/// What a pawn attacks, whether or not there is something to take.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Where a piece other than a pawn gets on an empty board.
#[inline(always)]
pub(crate) fn reach(role: Role, square: Square) -> Bitboard {
    REACH[role as usize][square.index()]
}

/// What a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    reach(Role::Bishop, square)
}

/// What a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    reach(Role::Rook, square)
}

/// The squares strictly between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

impl Piece {
    /// What this piece attacks from a square when the `occupied` squares block it; whether something stands there to
    /// be taken does not matter.
    ///
    /// ```
    /// use regence_rules::{Bitboard, Color, Role, Square};
    /// let rook = Role::Rook.of(Color::White);
    /// let blocked = rook.attacks(Square::A1, Square::A2.bitboard() | Square::C1.bitboard());
    /// assert_eq!(blocked, [Square::A2, Square::B1, Square::C1].into_iter().collect());
    /// ```
    #[inline]
    pub fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        struct Attacks(Role, Square, Bitboard);
        impl Task for Attacks {
            type Output = Bitboard;

            #[inline(always)]
            fn run<L: Sliders>(self) -> Bitboard {
                match self {
                    Self(Role::Bishop, from, occupied) => L::bishop(from, occupied),
                    Self(Role::Rook, from, occupied) => L::rook(from, occupied),
                    Self(_, from, occupied) => L::queen(from, occupied),
                }
            }
        }
        match self.role {
            Role::Pawn => pawn(self.color, from),
            Role::Knight | Role::King => reach(self.role, from),
            slider => dispatch(Attacks(slider, from, occupied)),
        }
    }
}

const fn leaps(steps: &[(i8, i8)]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::wrapping(from).offset(files, ranks) {
                table[from as usize] = table[from as usize].with(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn rays(role: Role) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::wrapping(from);
        table[from as usize] = match role {
            Role::Bishop => hyperbola::bishop(square, Bitboard::EMPTY),
            _ => hyperbola::rook(square, Bitboard::EMPTY),
        };
        from += 1;
    }
    table
}

const fn all_reach() -> [Table; 7] {
    let (bishop, rook) = (rays(Role::Bishop), rays(Role::Rook));
    let mut queen = bishop;
    let mut square = 0;
    while square < 64 {
        queen[square] = bishop[square].or(rook[square]);
        square += 1;
    }
    let mut reach = [[Bitboard::EMPTY; 64]; 7];
    reach[Role::Knight as usize] = KNIGHT;
    reach[Role::Bishop as usize] = bishop;
    reach[Role::Rook as usize] = rook;
    reach[Role::Queen as usize] = queen;
    reach[Role::King as usize] = KING;
    reach
}

/// Two sliders of one kind that see each other see the squares between them from both ends.
#[allow(clippy::large_stack_arrays)] // Only ever runs in the compiler.
const fn all_between() -> [Table; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let (from, to) = (Square::wrapping(a), Square::wrapping(b));
            let (from_set, to_set) = (from.bitboard(), to.bitboard());
            if hyperbola::bishop(from, Bitboard::EMPTY).contains(to) {
                table[a as usize][b as usize] =
                    hyperbola::bishop(from, to_set).and(hyperbola::bishop(to, from_set));
            } else if hyperbola::rook(from, Bitboard::EMPTY).contains(to) {
                table[a as usize][b as usize] =
                    hyperbola::rook(from, to_set).and(hyperbola::rook(to, from_set));
            }
            b += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the board square by square: slow, obvious, and independent of the tables.
    fn walk(from: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                attacked = attacked.with(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        attacked
    }

    const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const ORTHOGONALS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

    /// Thin, middling and crowded boards from a small generator of our own.
    fn random_occupancies() -> impl Iterator<Item = Bitboard> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..600).map(move |n| {
            Bitboard::from_bits(match n % 3 {
                0 => next() & next() & next(),
                1 => next() & next(),
                _ => next(),
            })
        })
    }

    fn both_lookups_equal_a_walk<L: Sliders>() {
        for occupied in random_occupancies() {
            for square in Square::all() {
                assert_eq!(L::bishop(square, occupied), walk(square, occupied, &DIAGONALS), "{square}");
                assert_eq!(L::rook(square, occupied), walk(square, occupied, &ORTHOGONALS), "{square}");
            }
        }
    }

    #[test]
    fn the_portable_lookup_equals_a_walk() {
        both_lookups_equal_a_walk::<Portable>();
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_pext_lookup_equals_a_walk() {
        // A CPU without the instruction cannot be asked; dispatch never names this look-up there.
        if pext::is_available() {
            both_lookups_equal_a_walk::<pext::Pext>();
        }
    }

    #[test]
    fn between_is_symmetric_and_excludes_its_ends() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::A2), Bitboard::EMPTY);
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert!(!between(a, b).contains(a) && !between(a, b).contains(b));
            }
        }
    }
}

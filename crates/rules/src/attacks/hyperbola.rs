//! Slider attacks by arithmetic alone, for every CPU, and in `const` context to build the tables of the other look-up.
//!
//! On one line, `occupied - 2 * slider` borrows its way up to the first blocker, so that the exclusive or with
//! `occupied` leaves just the squares passed ("o^(o-2r)"). Mirroring the board gives the other direction. Swapping
//! bytes mirrors files and diagonals; a rank lies within one byte and is looked up.

use super::{Sliders, Task};
use crate::{Bitboard, Square};

/// Attacks by arithmetic.
pub(crate) struct Portable;

impl Sliders for Portable {
    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        rook(square, occupied)
    }

    #[inline(never)]
    fn run<T: Task>(task: T) -> T::Output {
        task.run::<Self>()
    }
}

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    diagonal: u64,
    antidiagonal: u64,
}

static LINES: [Lines; 64] = lines();

/// What a rook attacks along its rank, by file and by the six inner squares of the rank.
static RANK: [[u8; 64]; 8] = rank_attacks();

#[inline(always)]
pub(super) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    let slider = 1 << square.index();
    Bitboard::from_bits(
        along(lines.diagonal, slider, occupied.bits()) | along(lines.antidiagonal, slider, occupied.bits()),
    )
}

#[inline(always)]
pub(super) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let slider = 1 << square.index();
    let first_of_rank = square.index() & 0x38;
    let inner = (occupied.bits() >> (first_of_rank + 1)) & 0x3f;
    let rank = (RANK[square.index() & 7][inner as usize] as u64) << first_of_rank;
    Bitboard::from_bits(rank | along(LINES[square.index()].file, slider, occupied.bits()))
}

#[inline(always)]
const fn along(line: u64, slider: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrapping(index);
        table[index as usize] = Lines {
            file: line(square, 0, 1),
            diagonal: line(square, 1, 1),
            antidiagonal: line(square, 1, -1),
        };
        index += 1;
    }
    table
}

const fn line(from: Square, files: i8, ranks: i8) -> u64 {
    let mut set = Bitboard::EMPTY;
    let mut distance = 1;
    while distance < 8 {
        if let Some(square) = from.offset(files * distance, ranks * distance) {
            set = set.with(square);
        }
        if let Some(square) = from.offset(-files * distance, -ranks * distance) {
            set = set.with(square);
        }
        distance += 1;
    }
    set.bits()
}

const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut attacked = 0u32;
            let mut to = file + 1;
            while to < 8 {
                attacked |= 1 << to;
                to = if occupied >> to & 1 == 1 { 8 } else { to + 1 };
            }
            let mut to = file;
            while to > 0 {
                to -= 1;
                attacked |= 1 << to;
                if occupied >> to & 1 == 1 {
                    to = 0;
                }
            }
            table[file][inner] = attacked as u8;
            inner += 1;
        }
        file += 1;
    }
    table
}

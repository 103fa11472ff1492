//! Learns by how much the evaluation errs in positions that share a trait, and corrects it.

use super::history::Step;
use super::tuned::tuned;
use crate::Numbers;
use crate::score::{LARGEST_EVAL, Value};
use regence_rules::{Bitboard, Color, Position, Role};

/// How many structures are told apart; others share a number.
const SIZE: usize = 1 << 14;

/// Corrections are kept this much finer than a centipawn.
const GRAIN: i32 = 256;

/// No correction goes further.
const LIMIT: i32 = 96 * GRAIN;

/// A new difference counts one part in so many; deep searches count more.
const WEIGHT: i32 = 256;

/// Shares of corrections are in parts of the whole.
const PARTS: i32 = 256;

tuned! {
    /// How much of each correction is believed, in parts.
    pawns_share = 171 => 192, 40..=340;
    minors_share = 85 => 71, 0..=200;
    pieces_share = 85 => 83, 0..=200;
    last_move_share = 85 => 97, 0..=200;
}

/// What the evaluation has been off by, by pawns, by each side's pieces, by minor pieces and by the last move.
pub(super) struct Correction {
    numbers: Numbers,
    pawns: Vec<i16>,
    minors: Vec<i16>,
    pieces: [Vec<i16>; 2],
    last_move: Vec<i16>,
}

/// Where a position's corrections stand.
struct Places {
    pawns: usize,
    minors: usize,
    pieces: [usize; 2],
    last_move: Option<usize>,
}

impl Correction {
    pub(super) fn new(numbers: Numbers) -> Self {
        let table = || vec![0; 2 * SIZE];
        Self {
            numbers,
            pawns: table(),
            minors: table(),
            pieces: [table(), table()],
            last_move: vec![0; 2 * 12 * 64],
        }
    }

    pub(super) fn clear(&mut self) {
        let [white, black] = &mut self.pieces;
        for table in [&mut self.pawns, &mut self.minors, white, black, &mut self.last_move] {
            table.fill(0);
        }
    }

    /// The evaluation, corrected by what searches have found.
    pub(super) fn correct(&self, position: &Position, last: Option<Step>, eval: Value) -> Value {
        let places = Places::new(position, last);
        let read = |table: &[i16], place: usize| i32::from(table[place]);
        let pieces = read(&self.pieces[0], places.pieces[0]) + read(&self.pieces[1], places.pieces[1]);
        let last_move = places.last_move.map_or(0, |place| read(&self.last_move, place));
        let sum = read(&self.pawns, places.pawns) * pawns_share(self.numbers)
            + read(&self.minors, places.minors) * minors_share(self.numbers)
            + pieces * pieces_share(self.numbers)
            + last_move * last_move_share(self.numbers);
        (eval + sum / (PARTS * GRAIN)).clamp(-LARGEST_EVAL, LARGEST_EVAL)
    }

    /// Remembers that a search of this depth found another value than the evaluation.
    pub(super) fn teach(&mut self, position: &Position, last: Option<Step>, depth: i32, difference: Value) {
        let places = Places::new(position, last);
        let weight = (2 * depth + 2).min(32);
        let target = (difference * GRAIN).clamp(-LIMIT, LIMIT);
        let learn = |table: &mut [i16], place: usize| {
            let old = i32::from(table[place]);
            let new = (old * (WEIGHT - weight) + target * weight) / WEIGHT;
            table[place] = new.clamp(-LIMIT, LIMIT) as i16;
        };
        learn(&mut self.pawns, places.pawns);
        learn(&mut self.minors, places.minors);
        learn(&mut self.pieces[0], places.pieces[0]);
        learn(&mut self.pieces[1], places.pieces[1]);
        if let Some(place) = places.last_move {
            learn(&mut self.last_move, place);
        }
    }
}

impl Places {
    fn new(position: &Position, last: Option<Step>) -> Self {
        let board = position.board();
        let turn = position.turn().index();
        let (white, black) = (board.by_color(Color::White), board.by_color(Color::Black));
        let pawns = board.by_role(Role::Pawn);
        let (knights, bishops) = (board.by_role(Role::Knight), board.by_role(Role::Bishop));
        let (rooks, queens) = (board.by_role(Role::Rook), board.by_role(Role::Queen));
        let kings = board.by_role(Role::King);
        let pieces = |own: Bitboard| {
            mix(&[own & knights, own & bishops, own & rooks, own & queens, own & kings], turn)
        };
        Self {
            pawns: mix(&[pawns & white, pawns & black], turn),
            minors: mix(&[knights & white, knights & black, bishops & white, bishops & black, kings], turn),
            pieces: [pieces(white), pieces(black)],
            last_move: last.map(|step| turn * 12 * 64 + step.index()),
        }
    }
}

/// A number for some sets of squares, scattered over a table with a half for each side to move.
fn mix(sets: &[Bitboard], turn: usize) -> usize {
    let hash = sets.iter().fold(0x2545_f491_4f6c_dd1d_u64, |hash, set| {
        (hash ^ set.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    });
    turn * SIZE + (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 50) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_errs_the_same_way_again_and_again_is_corrected() {
        let (mut correction, position) = (Correction::new(Numbers::Tuned), Position::START);
        assert_eq!(correction.correct(&position, None, 10), 10);
        for _ in 0..200 {
            correction.teach(&position, None, 10, 40);
        }
        let corrected = correction.correct(&position, None, 10);
        assert!((40..=90).contains(&corrected), "{corrected}");
        assert_eq!(correction.correct(&position.pass().unwrap(), None, 10), 10);
    }
}

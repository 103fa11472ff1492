//! A position as the network learns from it: the inputs each side sees, and how good it is.

use crate::record;
use regence_engine::network::{SCALE, Sight, stage};
use regence_rules::{Bitboard, Color, Piece, Role, Square};

/// The most pieces a position can have.
const MOST_PIECES: usize = 32;

/// What is to be learnt of one position.
pub struct Lesson {
    count: usize,
    sides: [[u16; MOST_PIECES]; 2],
    /// What the side to move may expect, from 0 to 1.
    pub target: f32,
}

impl Lesson {
    /// Reads a record, mixing the game's result, with this share, with what the search thought. The record is not checked: one that is
    /// no position teaches nonsense, but does no other harm.
    pub fn new(bytes: &[u8; record::SIZE], results: f32) -> Self {
        let turn = if bytes[27] & 1 == 0 { Color::White } else { Color::Black };
        let mut pieces = [(Piece { color: turn, role: Role::Pawn }, Square::A1); MOST_PIECES];
        let mut kings = [Square::A1; 2];
        let mut count = 0;
        for square in
            Bitboard::from_bits(u64::from_le_bytes(first_eight(bytes))).into_iter().take(MOST_PIECES)
        {
            let piece = record::piece(bytes, count);
            if piece.role == Role::King {
                kings[piece.color as usize] = square;
            }
            pieces[count] = (piece, square);
            count += 1;
        }
        let mut sides = [[0; MOST_PIECES]; 2];
        for (inputs, color) in sides.iter_mut().zip([turn, !turn]) {
            let sight = Sight::new(color, kings[color as usize]);
            for (input, &(piece, square)) in inputs.iter_mut().zip(&pieces[..count]) {
                *input = sight.input(piece, square) as u16;
            }
        }
        let thought = sigmoid(f32::from(i16::from_le_bytes([bytes[24], bytes[25]])) / SCALE as f32);
        let for_white = results * f32::from(bytes[26]) / 2.0 + (1.0 - results) * thought;
        let target = if turn == Color::White { for_white } else { 1.0 - for_white };
        Self { count, sides, target }
    }

    /// The stage of the game.
    pub fn stage(&self) -> usize {
        stage(self.count)
    }

    /// The inputs that the side to move sees, and those that the other sees.
    pub fn sides(&self) -> [&[u16]; 2] {
        let [own, other] = &self.sides;
        [&own[..self.count], &other[..self.count]]
    }
}

fn first_eight(bytes: &[u8; record::SIZE]) -> [u8; 8] {
    let mut first = [0; 8];
    first.copy_from_slice(&bytes[..8]);
    first
}

/// Turns any number into an expectation between 0 and 1.
pub fn sigmoid(number: f32) -> f32 {
    1.0 / (1.0 + (-number).exp())
}

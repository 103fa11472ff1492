//! chess-move-gen 0.9.0: moves are made and unmade on one board.

use crate::perft::Library;
use chess_move_gen::{MoveVec, Position, legal_moves, perft};
use std::hint::black_box;

/// The library.
pub struct ChessMoveGen;

impl Library for ChessMoveGen {
    const NAME: &'static str = "chess-move-gen 0.9.0";
    type Position = Position;

    fn read(fen: &str) -> Position {
        Position::from_fen(fen).expect("the position is legal")
    }

    fn bulk(position: &Position, depth: u32) -> u64 {
        perft(&mut position.clone(), depth as usize, false, 0)
    }

    /// Its only visitor of single moves is the list.
    fn leaf(position: &Position, depth: u32) -> u64 {
        Self::list(position, depth)
    }

    fn list(position: &Position, depth: u32) -> u64 {
        walk(&mut position.clone(), depth)
    }
}

fn walk(position: &mut Position, depth: u32) -> u64 {
    let mut moves = MoveVec::new();
    legal_moves(position, &mut moves);
    let (state, key) = (*position.state(), position.hash_key());
    let mut leaves = 0;
    for &mv in moves.iter() {
        let captured = position.make(mv);
        if depth == 1 {
            black_box(&*position);
            leaves += 1;
        } else {
            leaves += walk(position, depth - 1);
        }
        position.unmake(mv, captured, &state, key);
    }
    leaves
}

//! chess 3.2.0: an iterator over moves that are played into a board the caller provides.

use crate::perft::Library;
use chess::{Board, ChessMove, MoveGen};
use std::hint::black_box;
use std::str::FromStr;

/// The library.
pub struct Chess;

impl Library for Chess {
    const NAME: &'static str = "chess 3.2.0";
    type Position = Board;

    fn read(fen: &str) -> Board {
        Board::from_str(fen).expect("the position is legal")
    }

    fn bulk(board: &Board, depth: u32) -> u64 {
        MoveGen::movegen_perft_test(board, depth as usize) as u64
    }

    fn leaf(board: &Board, depth: u32) -> u64 {
        let mut next = *board;
        let mut leaves = 0;
        for mv in MoveGen::new_legal(board) {
            board.make_move(mv, &mut next);
            if depth == 1 {
                black_box(&next);
                leaves += 1;
            } else {
                leaves += Self::leaf(&next, depth - 1);
            }
        }
        leaves
    }

    fn list(board: &Board, depth: u32) -> u64 {
        let moves: Vec<ChessMove> = MoveGen::new_legal(board).collect();
        let mut leaves = 0;
        for mv in moves {
            let next = board.make_move_new(mv);
            if depth == 1 {
                black_box(&next);
                leaves += 1;
            } else {
                leaves += Self::list(&next, depth - 1);
            }
        }
        leaves
    }
}

//! cozy-chess 0.3.4: a visitor of piece moves, boards cloned and played on unchecked.

use crate::inputs::Inputs;
use crate::operations::{Entry, Operation, Worker, total};
use crate::perft::Library;
use cozy_chess::util::{display_san_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, GameStatus, Move};
use std::fmt::Write;
use std::hint::black_box;

/// The library, and the inputs in its own types.
pub struct CozyChess {
    /// The board, the move and its texts of each case.
    cases: Vec<(Board, Move, String, String)>,
    attempts: Vec<(Board, Move)>,
    boards: Vec<Board>,
}

impl Library for CozyChess {
    const NAME: &'static str = "cozy-chess 0.3.4";
    type Position = Board;

    fn read(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("the position is legal")
    }

    fn bulk(board: &Board, depth: u32) -> u64 {
        if depth == 1 {
            return count(board) as u64;
        }
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                leaves += Self::bulk(&played(board, mv), depth - 1);
            }
            false
        });
        leaves
    }

    fn leaf(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let next = played(board, mv);
                if depth == 1 {
                    black_box(&next);
                    leaves += 1;
                } else {
                    leaves += Self::leaf(&next, depth - 1);
                }
            }
            false
        });
        leaves
    }

    fn list(board: &Board, depth: u32) -> u64 {
        let mut leaves = 0;
        for mv in list(board) {
            let next = played(board, mv);
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

fn played(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

fn count(board: &Board) -> usize {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len();
        false
    });
    count
}

fn list(board: &Board) -> Vec<Move> {
    let mut list = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

impl CozyChess {
    /// How it is put to work.
    pub fn worker() -> Entry {
        Entry::new(Self::NAME, |inputs| Box::new(Self::new(inputs)))
    }

    fn new(inputs: &Inputs) -> Self {
        let written =
            |board: &Board, text: &str| parse_uci_move(board, text).expect("the move is well formed");
        let cases = inputs.cases.iter().map(|case| {
            let board = Self::read(&case.fen);
            let mv = written(&board, &case.uci);
            (board, mv, case.san.clone(), case.uci.clone())
        });
        let attempts = inputs.attempts().map(|(case, text)| {
            let board = Self::read(&case.fen);
            let mv = written(&board, text);
            (board, mv)
        });
        Self {
            cases: cases.collect(),
            attempts: attempts.collect(),
            boards: inputs.all_positions().map(|(fen, _)| Self::read(fen)).collect(),
        }
    }
}

impl Worker for CozyChess {
    fn pass(&self, operation: Operation, inputs: &Inputs) -> Option<usize> {
        let boards = &self.boards[..self.cases.len()];
        Some(match operation {
            Operation::FenParse => total(
                &inputs.cases,
                |case| Board::from_fen(&case.fen, false),
                |board| usize::from(board.is_ok()),
            ),
            Operation::FenWrite => total(
                boards,
                |board| {
                    let mut text = String::with_capacity(96);
                    write!(text, "{board}").map(|()| text)
                },
                |text| text.as_ref().map_or(0, String::len),
            ),
            Operation::SanParse => total(
                &self.cases,
                |(board, _, san, _)| parse_san_move(board, san),
                |mv| usize::from(mv.is_ok()),
            ),
            Operation::SanWrite => {
                total(&self.cases, |(board, mv, ..)| display_san_move(board, *mv).to_string(), String::len)
            }
            // Its parser does not ask whether the move is legal.
            Operation::UciParse => total(
                &self.cases,
                |(board, _, _, uci)| parse_uci_move(board, uci).ok().filter(|&mv| board.is_legal(mv)),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::IsLegal => {
                total(&self.attempts, |(board, mv)| board.is_legal(*mv), |&legal| usize::from(legal))
            }
            Operation::LegalMoveCount => total(boards, count, |&count| count),
            Operation::LegalMoveList => total(boards, list, Vec::len),
            Operation::Status => {
                total(&self.boards, Board::status, |&status| usize::from(status == GameStatus::Won))
            }
        })
    }
}

//! shakmaty 0.30.1: lists of moves, positions cloned and played on unchecked.

use crate::inputs::Inputs;
use crate::operations::{Entry, Operation, Worker, total};
use crate::perft::Library;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, MoveList, Position};
use std::hint::black_box;

/// The library, and the inputs in its own types.
pub struct Shakmaty {
    /// The position, the move and its texts of each case.
    cases: Vec<(Chess, Move, String, String)>,
    attempts: Vec<(Chess, UciMove)>,
    positions: Vec<Chess>,
}

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty 0.30.1";
    type Position = Chess;

    fn read(fen: &str) -> Chess {
        parse(fen).expect("the position is legal")
    }

    fn bulk(position: &Chess, depth: u32) -> u64 {
        shakmaty::perft(position, depth)
    }

    /// Its only visitor of moves is the list.
    fn leaf(position: &Chess, depth: u32) -> u64 {
        Self::list(position, depth)
    }

    fn list(position: &Chess, depth: u32) -> u64 {
        let mut leaves = 0;
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
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

fn parse(fen: &str) -> Option<Chess> {
    Fen::from_ascii(fen.as_bytes()).ok()?.into_position(CastlingMode::Standard).ok()
}

impl Shakmaty {
    /// How it is put to work.
    pub fn worker() -> Entry {
        Entry::new(Self::NAME, |inputs| Box::new(Self::new(inputs)))
    }

    fn new(inputs: &Inputs) -> Self {
        let written = |text: &str| UciMove::from_ascii(text.as_bytes()).expect("the move is well formed");
        let cases = inputs.cases.iter().map(|case| {
            let position = Self::read(&case.fen);
            let mv = written(&case.uci).to_move(&position).expect("the move is legal");
            (position, mv, case.san.clone(), case.uci.clone())
        });
        let attempts = inputs.attempts().map(|(case, text)| (Self::read(&case.fen), written(text)));
        Self {
            cases: cases.collect(),
            attempts: attempts.collect(),
            positions: inputs.all_positions().map(|(fen, _)| Self::read(fen)).collect(),
        }
    }
}

impl Worker for Shakmaty {
    fn pass(&self, operation: Operation, inputs: &Inputs) -> Option<usize> {
        let positions = &self.positions[..self.cases.len()];
        Some(match operation {
            Operation::FenParse => {
                total(&inputs.cases, |case| parse(&case.fen), |position| usize::from(position.is_some()))
            }
            Operation::FenWrite => total(
                positions,
                |position| {
                    let mut text = String::with_capacity(96);
                    Fen::from_position(position, EnPassantMode::Legal).append_to_string(&mut text);
                    text
                },
                String::len,
            ),
            Operation::SanParse => total(
                &self.cases,
                |(position, _, san, _)| San::from_ascii(san.as_bytes()).ok()?.to_move(position).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::SanWrite => total(
                &self.cases,
                |(position, mv, ..)| {
                    let mut text = String::with_capacity(8);
                    SanPlus::from_move(position.clone(), *mv).append_to_string(&mut text);
                    text
                },
                String::len,
            ),
            Operation::UciParse => total(
                &self.cases,
                |(position, _, _, uci)| UciMove::from_ascii(uci.as_bytes()).ok()?.to_move(position).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::IsLegal => total(
                &self.attempts,
                |(position, written)| written.to_move(position).is_ok(),
                |&legal| usize::from(legal),
            ),
            Operation::LegalMoveCount => {
                total(positions, |position| position.legal_moves().len(), |&count| count)
            }
            Operation::LegalMoveList => total(positions, Position::legal_moves, MoveList::len),
            Operation::Status => {
                total(&self.positions, Position::outcome, |outcome| usize::from(outcome.winner().is_some()))
            }
        })
    }
}

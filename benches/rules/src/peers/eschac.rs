//! eschac 0.6.2: a visitor of moves that each know their position. It keeps no clocks and no insufficient material.

use crate::inputs::Inputs;
use crate::operations::{Entry, Operation, Worker, total};
use crate::perft::Library;
use eschac::prelude::{Move, Moves, Position, San, Setup, UciMove};
use std::hint::black_box;

/// The library, and the inputs in its own types.
pub struct Eschac {
    /// The move and its texts of each case; the move knows its position.
    cases: Vec<(Move<'static>, String, String)>,
    attempts: Vec<(Position, UciMove)>,
    positions: &'static [Position],
    /// The bytes of the clocks it does not write.
    clock_bytes: usize,
}

impl Library for Eschac {
    const NAME: &'static str = "eschac 0.6.2";
    type Position = Position;

    fn read(fen: &str) -> Position {
        let record: Vec<&str> = fen.splitn(5, ' ').take(4).collect();
        parse(&record.join(" ")).expect("the position is legal")
    }

    fn bulk(position: &Position, depth: u32) -> u64 {
        position.perft(depth as usize) as u64
    }

    fn leaf(position: &Position, depth: u32) -> u64 {
        let mut leaves = 0;
        if depth == 1 {
            position.for_each_move(|mv| {
                black_box(&mv.make());
                leaves += 1;
            });
        } else {
            position.for_each_move(|mv| leaves += Self::leaf(&mv.make(), depth - 1));
        }
        leaves
    }

    fn list(position: &Position, depth: u32) -> u64 {
        let mut leaves = 0;
        for mv in position.legal_moves() {
            let next = mv.make();
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

fn parse(record: &str) -> Option<Position> {
    Setup::from_text_record(record).ok()?.into_position().ok()
}

impl Eschac {
    /// How it is put to work.
    pub fn worker() -> Entry {
        Entry::new(Self::NAME, |inputs| Box::new(Self::new(inputs)))
    }

    fn new(inputs: &Inputs) -> Self {
        let positions: Vec<Position> = inputs.all_positions().map(|(fen, _)| Self::read(fen)).collect();
        // Its moves borrow their position: the positions stay for as long as the program runs.
        let positions: &'static [Position] = positions.leak();
        let cases = inputs.cases.iter().zip(positions).map(|(case, position)| {
            let written = UciMove::from_ascii(case.uci.as_bytes()).expect("the move is well formed");
            let mv = written.to_move(position).expect("the move is legal");
            (mv, case.san.clone(), case.uci.clone())
        });
        let attempts = inputs.attempts().map(|(case, text)| {
            let written = UciMove::from_ascii(text.as_bytes()).expect("the move is well formed");
            (Self::read(&case.fen), written)
        });
        Self {
            cases: cases.collect(),
            attempts: attempts.collect(),
            positions,
            clock_bytes: inputs.cases.iter().map(|case| case.fen.len() - case.record.len()).sum(),
        }
    }
}

impl Worker for Eschac {
    fn pass(&self, operation: Operation, inputs: &Inputs) -> Option<usize> {
        let positions = &self.positions[..self.cases.len()];
        Some(match operation {
            Operation::FenParse => {
                total(&inputs.cases, |case| parse(&case.record), |position| usize::from(position.is_some()))
            }
            Operation::FenWrite => {
                let written = total(
                    positions,
                    |position| {
                        let mut text = String::with_capacity(96);
                        position.write_text_record(&mut text).map(|()| text)
                    },
                    |text| text.as_ref().map_or(0, String::len),
                );
                written + self.clock_bytes
            }
            Operation::SanParse => total(
                &self.cases,
                |(mv, san, _)| San::from_ascii(san.as_bytes())?.to_move(mv.position()).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::SanWrite => total(&self.cases, |(mv, ..)| mv.to_san().to_string(), String::len),
            Operation::UciParse => total(
                &self.cases,
                |(mv, _, uci)| UciMove::from_ascii(uci.as_bytes())?.to_move(mv.position()).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::IsLegal => total(
                &self.attempts,
                |(position, written)| written.to_move(position).is_ok(),
                |&legal| usize::from(legal),
            ),
            Operation::LegalMoveCount => total(positions, Position::count_legal_moves, |&count| count),
            Operation::LegalMoveList => total(positions, Position::legal_moves, Moves::len),
            Operation::Status => {
                total(self.positions, status, |&status| usize::from(status == Status::Checkmate))
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
}

/// It has no such call; this is what its user writes.
fn status(position: &Position) -> Status {
    match position.is_mate() {
        false => Status::Ongoing,
        true if position.is_check() => Status::Checkmate,
        true => Status::Stalemate,
    }
}

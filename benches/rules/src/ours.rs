//! regence-rules: a visitor of moves, positions as values.

use crate::inputs::Inputs;
use crate::operations::{Entry, Operation, Worker, total};
use crate::peers::OURS;
use crate::perft::Library;
use regence_rules::{Move, Outcome, Position, UciMove};
use std::hint::black_box;

/// The library, and the inputs in its own types.
pub struct Regence {
    /// The position, the move and its texts of each case.
    cases: Vec<(Position, Move, String, String)>,
    attempts: Vec<(Position, UciMove)>,
    positions: Vec<Position>,
}

impl Library for Regence {
    const NAME: &'static str = OURS;
    type Position = Position;

    fn read(fen: &str) -> Position {
        Position::from_fen(fen).expect("the position is legal")
    }

    fn bulk(position: &Position, depth: u32) -> u64 {
        position.perft(u8::try_from(depth).expect("the depths are small"))
    }

    fn leaf(position: &Position, depth: u32) -> u64 {
        let mut leaves = 0;
        if depth == 1 {
            position.for_each_legal(|mv| {
                black_box(&position.play(mv));
                leaves += 1;
            });
        } else {
            position.for_each_legal(|mv| leaves += Self::leaf(&position.play(mv), depth - 1));
        }
        leaves
    }

    fn list(position: &Position, depth: u32) -> u64 {
        let mut leaves = 0;
        for &mv in &position.legal_moves() {
            let next = position.play(mv);
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

impl Regence {
    /// How it is put to work.
    pub fn worker() -> Entry {
        Entry::new(Self::NAME, |inputs| Box::new(Self::new(inputs)))
    }

    fn new(inputs: &Inputs) -> Self {
        let written = |text: &str| text.parse::<UciMove>().expect("the move is well formed");
        let cases = inputs.cases.iter().map(|case| {
            let position = Self::read(&case.fen);
            let mv = position.resolve(written(&case.uci)).expect("the move is legal");
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

impl Worker for Regence {
    fn pass(&self, operation: Operation, inputs: &Inputs) -> Option<usize> {
        let positions = &self.positions[..self.cases.len()];
        Some(match operation {
            Operation::FenParse => total(
                &inputs.cases,
                |case| Position::from_fen(&case.fen),
                |position| usize::from(position.is_ok()),
            ),
            Operation::FenWrite => total(positions, Position::fen, String::len),
            Operation::SanParse => total(
                &self.cases,
                |(position, _, san, _)| position.parse_san(san).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::SanWrite => {
                total(&self.cases, |(position, mv, ..)| position.san(*mv).to_string(), String::len)
            }
            Operation::UciParse => total(
                &self.cases,
                |(position, _, _, uci)| position.resolve(UciMove::from_bytes(uci.as_bytes()).ok()?).ok(),
                |mv| usize::from(mv.is_some()),
            ),
            Operation::IsLegal => total(
                &self.attempts,
                |(position, written)| position.is_legal(*written),
                |&legal| usize::from(legal),
            ),
            Operation::LegalMoveCount => total(positions, Position::legal_move_count, |&count| count),
            Operation::LegalMoveList => total(positions, Position::legal_moves, |moves| moves.len()),
            Operation::Status => total(&self.positions, Position::outcome, |outcome| {
                usize::from(matches!(outcome, Some(Outcome::Win { .. })))
            }),
        })
    }
}

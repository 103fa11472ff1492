//! What goes on in a search, as people like to read it.

use regence_engine::{Report, Score};
use regence_game::Variant;
use regence_game::notes::Evaluation;
use regence_levels::write;
use regence_rules::{Color, Position, UciMove};
use std::time::Duration;

/// A line that the engine has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// Half-moves looked ahead.
    pub depth: u32,
    /// 1 for the best line, 2 for the second …
    pub rank: usize,
    /// What the line is worth for White.
    pub score: Evaluation,
    /// Positions looked at so far.
    pub nodes: u64,
    /// How long it took so far.
    pub time: Duration,
    /// The first move, as it is written in its kind of chess.
    pub first: Option<UciMove>,
    /// The moves, in algebraic notation.
    pub line: Vec<String>,
}

impl Thought {
    pub(super) fn new(report: &Report<'_>, root: &Position, variant: Variant) -> Self {
        let mut position = *root;
        let mut line = Vec::with_capacity(report.line.len());
        for &mv in report.line {
            line.push(position.san(mv).to_string());
            position = position.play(mv);
        }
        Self {
            depth: report.depth,
            rank: report.rank,
            score: for_white(report.score, root.turn()),
            nodes: report.nodes,
            time: report.time,
            first: report.line.first().map(|&mv| write(variant, mv)),
            line,
        }
    }

    /// Positions a second.
    pub fn speed(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// A score of the side to move, as White sees it.
fn for_white(score: Score, turn: Color) -> Evaluation {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(worth) => Evaluation::Centipawns(sign * worth),
        Score::Mate(moves) => Evaluation::Mate(sign * moves),
    }
}

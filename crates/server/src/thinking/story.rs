//! What is told while thinking, and at its end.

use crate::view::ScoreOfLine;
use regence_engine::{Report, Score, Wdl};
use regence_levels::{Search, write};
use regence_rules::{Color, Position, UciMove};
use std::time::Duration;

/// Something new.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// A line, while the thinking goes on.
    Line(Line),
    /// The answer, and the last word about its question.
    Answer(Answer),
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The best move, if there is any.
    pub best: Option<UciMove>,
    /// What the position is worth for White, if the engine was asked.
    pub score: Option<ScoreOfLine>,
    /// How long a person would have thought: nothing unless whoever answers plays as people do.
    pub natural: Duration,
}

/// A line that the engine has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// 1 for the best line, 2 for the second …
    pub rank: usize,
    /// Half-moves looked ahead.
    pub depth: u32,
    /// What it is worth for White.
    pub score: ScoreOfLine,
    /// What White may expect, in thousandths of a point.
    pub expected: u32,
    /// Positions looked at so far.
    pub nodes: u64,
    /// How long it took so far.
    pub time: Duration,
    /// The moves as people write them.
    pub san: Vec<String>,
    /// The moves as UCI writes them.
    pub uci: Vec<String>,
}

impl Line {
    pub(super) fn new(report: &Report<'_>, search: &Search) -> Self {
        let root = search.situation.position();
        let mut position = *root;
        let (mut san, mut uci) = (Vec::new(), Vec::new());
        for &mv in report.line {
            san.push(position.san(mv).to_string());
            uci.push(write(search.variant, mv).to_string());
            position = position.play(mv);
        }
        Self {
            rank: report.rank,
            depth: report.depth,
            score: for_white(report.score, root.turn()),
            expected: expected(report.score, root),
            nodes: report.nodes,
            time: report.time,
            san,
            uci,
        }
    }
}

/// What White may expect when the side to move has this score.
pub(super) fn expected(score: Score, root: &Position) -> u32 {
    let wdl = Wdl::new(score);
    let own = 2 * u32::from(wdl.win) + u32::from(wdl.draw);
    let own = own / 2;
    if root.turn() == Color::White { own } else { 1000u32.saturating_sub(own) }
}

/// A score of the side to move, as White sees it.
pub(super) fn for_white(score: Score, turn: Color) -> ScoreOfLine {
    let sign = if turn == Color::White { 1 } else { -1 };
    match score {
        Score::Centipawns(worth) => ScoreOfLine::Centipawns(sign * worth),
        Score::Mate(moves) => ScoreOfLine::Mate(sign * moves),
    }
}

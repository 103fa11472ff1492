//! The openings that come with the program.

use super::Opening;
use regence_rules::{Position, UciMove};

/// One opening a line, moves as UCI writes them; the head of the file says how they were made.
const LINES: &str = include_str!("../../data/openings.txt");

/// All of them. Tests see to it that every move can be played.
pub fn openings() -> Vec<Opening> {
    let lines = LINES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| Opening { start: Position::START, moves: moves(line) }).collect()
}

fn moves(line: &str) -> Vec<UciMove> {
    line.split_ascii_whitespace().filter_map(|written| written.parse().ok()).collect()
}

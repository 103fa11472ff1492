//! Where a line leads: followed until the exchanges are over.

use crate::material::Trade;
use regence_engine::wins_at_least;
use regence_rules::{Color, Move, Position};

/// A line is believed so far, in half-moves.
const FAR: usize = 10;
/// What counts as something, in hundredths of a pawn.
pub const SOMETHING: i32 = 80;

/// Where a line leads.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// What has changed hands by then.
    pub trade: Trade,
    /// How many half-moves that takes.
    pub plies: usize,
    /// How it stands then.
    pub end: Position,
}

impl Course {
    /// Follows a line to where it has brought a side what it brings, and nothing more hangs.
    pub fn new(start: &Position, line: &[Move], side: Color) -> Self {
        let mut at = *start;
        let mut settled = vec![Self { trade: Trade::default(), plies: 0, end: *start }];
        for (&mv, plies) in line.iter().zip(1..=FAR) {
            at = at.play(mv);
            if is_settled(&at) {
                let trade = Trade::between(start.board(), at.board(), side);
                settled.push(Self { trade, plies, end: at });
            }
        }
        let last = settled[settled.len() - 1];
        let worth = last.trade.worth();
        if worth.abs() < SOMETHING {
            return last;
        }
        // What comes after it was won or lost is another story.
        let is_it = |course: &&Self| course.trade.worth() * worth.signum() >= worth.abs();
        settled.iter().find(is_it).copied().unwrap_or(last)
    }
}

/// Whether nothing is to be won by taking at once.
fn is_settled(position: &Position) -> bool {
    let wins = |&mv: &Move| wins_at_least(position, mv, SOMETHING);
    !position.is_check() && !position.captures().iter().any(wins)
}

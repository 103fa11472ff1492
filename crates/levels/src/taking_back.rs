//! Taking back what has just taken.

use regence_engine::{Situation, wins_at_least};
use regence_rules::Move;

/// The least that an officer is worth, in hundredths of a pawn.
pub(crate) const OFFICER: i32 = 250;

/// Whether a move takes what has just taken, without loss.
pub(crate) fn takes_back(situation: &Situation, mv: Move) -> bool {
    takes_back_at_least(situation, mv, 0)
}

/// Those of these moves that win back an officer.
pub(crate) fn ways_to_win_back(situation: &Situation, moves: impl Iterator<Item = Move>) -> Vec<Move> {
    moves.filter(|&mv| takes_back_at_least(situation, mv, OFFICER)).collect()
}

fn takes_back_at_least(situation: &Situation, mv: Move, gain: i32) -> bool {
    let is_there = situation.last().is_some_and(|last| last.is_capture && last.mv.to() == mv.to());
    is_there && wins_at_least(situation.position(), mv, gain)
}

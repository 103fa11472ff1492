//! What there is to say of one move.

use crate::accuracy;
use crate::explain::Case;
use crate::judgement::Judgement;
use crate::worth::Seen;
use regence_rules::{Color, Move, Position};

/// What there is to say of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// How accurate it was, from 0 to 100.
    pub accuracy: f64,
    /// What it lost of its side's chances, which go from -1 to 1.
    pub lost: f64,
    /// What it lost in hundredths of a pawn; beyond ten pawns nothing counts.
    pub centipawns: i32,
    /// How bad it was; none if it was not.
    pub judgement: Option<Judgement>,
    /// What was wrong with it, in a sentence or two; none if nothing was.
    pub remark: Option<String>,
}

impl Verdict {
    /// Judges a move by what was seen in the position before it, and in the one behind it. The best move that was seen is never
    /// bad, whatever was seen after it.
    pub fn new(before: &Position, mv: Move, seen: &Seen, next: &Seen) -> Self {
        let (side, after) = (before.turn(), before.play(mv));
        let is_best = seen.line.first() == Some(&mv);
        let lost = (seen.worth.chances(side) - next.worth.chances(side)).max(0.0);
        let lost = if is_best { 0.0 } else { lost };
        let percent = |seen: &Seen| match side {
            Color::White => seen.worth.percent(),
            Color::Black => 100.0 - seen.worth.percent(),
        };
        let judgement = Judgement::of_loss(lost);
        let case = Case { before, mv, after: &after, seen, next };
        let centipawns = seen.worth.centipawns(side) - next.worth.centipawns(side);
        Self {
            accuracy: if is_best { 100.0 } else { accuracy::of_move(percent(seen), percent(next)) },
            lost,
            centipawns: if is_best { 0 } else { centipawns.max(0) },
            judgement,
            remark: judgement.map(|_| case.explain()),
        }
    }
}

//! What places of a game are worth, as far as anybody knows.

use super::Desk;
use crate::keep::Bar;
use regence_game::notes::Evaluation;
use regence_game::{Game, NodeId};
use regence_rules::Color;
use std::fmt;

/// What a place is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// What the engine or a mark in the game says, for White.
    Judged(Evaluation),
    /// The game is over there, and this side has won, if any.
    Over(Option<Color>),
}

impl Worth {
    /// Where it stands between certain loss, -1, and certain win, 1, for White.
    pub fn height(self) -> f64 {
        match self {
            Self::Over(Some(Color::White)) => 1.0,
            Self::Over(Some(Color::Black)) => -1.0,
            Self::Over(None) => 0.0,
            Self::Judged(Evaluation::Mate(moves)) => f64::from(moves.signum()),
            Self::Judged(Evaluation::Centipawns(worth)) => (f64::from(worth) / 300.0).tanh(),
        }
    }
}

impl fmt::Display for Worth {
    /// In four letters at most.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Over(Some(Color::White)) => f.write_str("1-0"),
            Self::Over(Some(Color::Black)) => f.write_str("0-1"),
            Self::Over(None) => f.write_str("draw"),
            Self::Judged(Evaluation::Mate(moves)) => write!(f, "#{moves}"),
            Self::Judged(Evaluation::Centipawns(worth)) => {
                let tenths = (f64::from(worth) / 10.0).round() as i32;
                match tenths.unsigned_abs() {
                    0 => f.write_str("0.0"),
                    1..100 => write!(f, "{:+.1}", f64::from(tenths) / 10.0),
                    _ => write!(f, "{:+}", (tenths / 10).clamp(-999, 999)),
                }
            }
        }
    }
}

impl Desk {
    /// What a place is worth, if that is known.
    pub fn worth_at(&self, id: NodeId) -> Option<Worth> {
        let game = self.game()?;
        if let Some(outcome) = game.outcome_at(id) {
            return Some(Worth::Over(outcome.winner()));
        }
        let judged = self.mind.evaluations.get(&id).copied();
        judged.or_else(|| game.notes(id).after.evaluation()).map(Worth::Judged)
    }

    /// What the place one looks at is worth, or was a move or two before: while a computer thinks, nobody has judged yet.
    pub fn worth(&self) -> Option<Worth> {
        let game = self.game()?;
        let mut id = self.node();
        for _ in 0..2 {
            if let Some(worth) = self.worth_at(id) {
                return Some(worth);
            }
            id = game.parent(id)?;
        }
        self.worth_at(id)
    }

    /// Whether nobody plays who could be helped by an evaluation.
    pub fn helps_nobody(&self) -> bool {
        !self.is_running() || self.is_watched()
    }

    /// Whether the evaluation is to be drawn beside the board.
    pub fn wants_bar(&self, setting: Bar) -> bool {
        match setting {
            Bar::Aside => self.helps_nobody(),
            Bar::Always => true,
            Bar::Never => false,
        }
    }

    /// Whether anything is known of the line one looks at, besides its end.
    pub fn is_judged(&self) -> bool {
        let Some(game) = self.game() else { return false };
        line(game).iter().any(|&id| matches!(self.worth_at(id), Some(Worth::Judged(_))))
    }
}

/// The line one looks at, from the start to its end.
pub fn line(game: &Game) -> Vec<NodeId> {
    let mut line = vec![NodeId::START];
    line.extend(game.path());
    line.extend(game.line_after(game.cursor()));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(worth: Worth, text: &str) {
        assert_eq!(worth.to_string(), text);
    }

    #[test]
    fn a_worth_is_written_in_a_few_letters() {
        let pawns = |worth| Worth::Judged(Evaluation::Centipawns(worth));
        check(pawns(0), "0.0");
        check(pawns(-4), "0.0");
        check(pawns(34), "+0.3");
        check(pawns(-150), "-1.5");
        check(pawns(996), "+10");
        check(pawns(-123_456), "-999");
        check(Worth::Judged(Evaluation::Mate(3)), "#3");
        check(Worth::Judged(Evaluation::Mate(-12)), "#-12");
        check(Worth::Over(Some(Color::Black)), "0-1");
        check(Worth::Over(None), "draw");
    }

    #[test]
    fn more_for_white_is_higher() {
        let ladder = [
            Worth::Over(Some(Color::Black)),
            Worth::Judged(Evaluation::Centipawns(-300)),
            Worth::Over(None),
            Worth::Judged(Evaluation::Centipawns(50)),
            Worth::Judged(Evaluation::Mate(7)),
        ];
        assert!(ladder.is_sorted_by(|one, two| one.height() < two.height()));
    }
}

//! The lines of the form about house rules.

use super::Form;
use regence_rules::house::{NoMoves, Rule, TwoStep};

/// What the lines are called.
pub(super) const RULES: [&str; 8] = [
    "Castling",
    "En passant",
    "Promotion",
    "Check and mate",
    "Kings keep apart",
    "Pawns' two-step",
    "No move left",
    "Repetition draws",
];

impl Form {
    pub(super) fn rule(&self, index: usize) -> &'static str {
        let on = |rule: Rule| if rule.is_on() { "yes" } else { "no" };
        match index {
            0 => on(self.rules.castling),
            1 => on(self.rules.en_passant),
            2 => on(self.rules.promotion),
            3 => on(self.rules.check),
            4 => on(self.rules.kings_keep_apart),
            5 => match self.rules.two_step {
                TwoStep::SecondRank => "from the second rank",
                TwoStep::NeverMoved => "if never moved",
                TwoStep::Never => "never",
            },
            6 => match self.rules.no_moves {
                NoMoves::Draw => "draws",
                NoMoves::Loss => "loses",
            },
            _ => on(self.rules.repetition),
        }
    }

    pub(super) fn change_rule(&mut self, index: usize) {
        let toggle = |rule: &mut Rule| *rule = if rule.is_on() { Rule::Off } else { Rule::On };
        match index {
            0 => toggle(&mut self.rules.castling),
            1 => toggle(&mut self.rules.en_passant),
            2 => toggle(&mut self.rules.promotion),
            3 => toggle(&mut self.rules.check),
            4 => toggle(&mut self.rules.kings_keep_apart),
            5 => {
                self.rules.two_step = match self.rules.two_step {
                    TwoStep::SecondRank => TwoStep::NeverMoved,
                    TwoStep::NeverMoved => TwoStep::Never,
                    TwoStep::Never => TwoStep::SecondRank,
                }
            }
            6 => {
                self.rules.no_moves = match self.rules.no_moves {
                    NoMoves::Draw => NoMoves::Loss,
                    NoMoves::Loss => NoMoves::Draw,
                }
            }
            _ => toggle(&mut self.rules.repetition),
        }
    }
}

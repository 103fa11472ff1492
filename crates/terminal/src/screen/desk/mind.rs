//! What the engine thinks of what is on the desk.

use crate::thinker::Thought;
use regence_game::NodeId;
use regence_game::notes::Evaluation;
use regence_game::session::Revision;
use regence_rules::UciMove;
use std::collections::HashMap;

/// What is wanted of the engine at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Advice.
    Hint,
    /// What the other side would do.
    Threat,
    /// The best move, to be played.
    BestMove,
    /// What a draw is worth that was offered.
    DrawAnswer,
}

/// What the engine thinks.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    /// Its lines, the best first.
    pub thoughts: Vec<Thought>,
    /// What places are worth.
    pub evaluations: HashMap<NodeId, Evaluation>,
    /// Whether its lines are shown.
    pub is_shown: bool,
    /// Whether its advice is not marked on the board.
    pub hides_marks: bool,
    /// What is wanted at once.
    pub want: Option<Want>,
    /// What it answered.
    pub advice: Option<(Want, UciMove)>,
    /// What all this is about.
    pub about: Option<(Revision, NodeId)>,
}

impl Mind {
    /// Hears of a line from the place one looks at.
    pub fn hear(&mut self, thought: Thought) {
        if thought.rank == 1 && self.thoughts.first().is_some_and(|best| best.depth > thought.depth) {
            self.thoughts.clear();
        }
        let index = thought.rank.saturating_sub(1);
        if index < self.thoughts.len() {
            self.thoughts[index] = thought;
        } else {
            self.thoughts.push(thought);
        }
    }
}

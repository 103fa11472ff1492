//! Who judges positions: a network, or the written evaluation.

use crate::network::Network;
use crate::{Evaluation, Evaluator};
use regence_rules::{Move, Position};

/// A judge that is chosen while the program runs.
#[derive(Clone, Debug)]
pub enum Judge {
    /// What was learnt.
    Network(Box<Network>),
    /// What is written.
    Evaluation(Box<Evaluation>),
}

impl Judge {
    /// The written evaluation.
    pub fn written() -> Self {
        Self::from(Evaluation::default())
    }
}

impl From<Network> for Judge {
    fn from(network: Network) -> Self {
        Self::Network(Box::new(network))
    }
}

impl From<Evaluation> for Judge {
    fn from(evaluation: Evaluation) -> Self {
        Self::Evaluation(Box::new(evaluation))
    }
}

impl Evaluator for Judge {
    fn reset(&mut self, root: &Position) {
        match self {
            Self::Network(network) => network.reset(root),
            Self::Evaluation(evaluation) => evaluation.reset(root),
        }
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        match self {
            Self::Network(network) => network.play(before, mv, after),
            Self::Evaluation(evaluation) => evaluation.play(before, mv, after),
        }
    }

    #[inline]
    fn undo(&mut self) {
        match self {
            Self::Network(network) => network.undo(),
            Self::Evaluation(evaluation) => evaluation.undo(),
        }
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Self::Network(network) => network.evaluate(position),
            Self::Evaluation(evaluation) => evaluation.evaluate(position),
        }
    }
}

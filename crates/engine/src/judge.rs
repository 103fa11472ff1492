//! Who judges positions: a network, or the written evaluation.

use crate::network::Network;
use crate::{Evaluation, Evaluator, Numbers};
use regence_rules::{Color, Move, Position};

/// A judge that is chosen while the program runs.
///
/// Games are over for the network's teachers long before a king stands alone. How to mate one, and when a last pawn wins, is
/// written down, so there even a network's word does not count.
#[derive(Clone, Debug)]
pub struct Judge {
    network: Option<Network>,
    written: Evaluation,
}

impl Judge {
    /// Judges by this network.
    pub fn network(network: Network) -> Self {
        Self { network: Some(network), written: Evaluation::default() }
    }

    /// Judges by what is written alone.
    pub fn written(evaluation: Evaluation) -> Self {
        Self { network: None, written: evaluation }
    }

    /// The network, if it judges by one.
    pub fn net(&self) -> Option<&Network> {
        self.network.as_ref()
    }
}

impl Default for Judge {
    fn default() -> Self {
        Self::network(Network::default())
    }
}

/// Whether one of the kings has nobody left.
fn has_bare_king(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.board().by_color(color).len() == 1)
}

impl Evaluator for Judge {
    const NUMBERS: Numbers = Numbers::Tuned;

    fn reset(&mut self, root: &Position) {
        if let Some(network) = &mut self.network {
            network.reset(root);
        }
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, after: &Position) {
        if let Some(network) = &mut self.network {
            network.play(before, mv, after);
        }
    }

    #[inline]
    fn undo(&mut self) {
        if let Some(network) = &mut self.network {
            network.undo();
        }
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        match &mut self.network {
            Some(network) if !has_bare_king(position) => network.evaluate(position),
            _ => self.written.evaluate(position),
        }
    }
}

//! The network: what the engine has learnt from its own games of what a position is worth.
//!
//! Each side sees which piece stands where ([`Sight`]) and adds up what its hidden neurons have learnt of that; the neurons of both
//! sides, clamped and squared, weighted as the [`stage`] of the game asks for and summed, are the worth of the position to the side to
//! move. A move changes few inputs, so
//! the hidden neurons are carried from position to position rather than computed anew.

mod features;
mod lanes;
mod net;
mod stack;

#[cfg(test)]
mod tests;

pub use features::{INPUTS, STAGES, Sight, stage};
pub use lanes::{Lanes, Row};
pub use net::{BadNet, HIDDEN, HIDDEN_ONE, LARGEST_OUTPUT, Net, OUTPUT_ONE, Output, SCALE};

use crate::{Evaluator, Numbers};
use regence_rules::{Color, Move, Position};
use stack::Stack;
use std::fmt;
use std::sync::Arc;

/// Judges positions by a network.
#[derive(Clone)]
pub struct Network {
    net: Arc<Net>,
    lanes: Lanes,
    stack: Stack,
}

impl Network {
    /// Judges by this network.
    pub fn new(net: Arc<Net>) -> Self {
        Self::with_lanes(net, Lanes::best())
    }

    /// Judges by this network, computed in this way.
    pub fn with_lanes(net: Arc<Net>, lanes: Lanes) -> Self {
        Self { net, lanes, stack: Stack::new() }
    }

    /// What it judges by.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

impl Default for Network {
    fn default() -> Self {
        Self::new(Net::built_in())
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("net", &self.net).field("lanes", &self.lanes).finish_non_exhaustive()
    }
}

impl Evaluator for Network {
    const NUMBERS: Numbers = Numbers::Tuned;

    fn reset(&mut self, root: &Position) {
        self.stack.reset(root);
    }

    #[inline]
    fn play(&mut self, before: &Position, mv: Move, _after: &Position) {
        self.stack.push(before, mv);
    }

    #[inline]
    fn undo(&mut self) {
        self.stack.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let [white, black] = self.stack.rows(&self.net, self.lanes, position);
        let sides = if position.turn() == Color::White { [white, black] } else { [black, white] };
        let Output { weights, bias } = &self.net.outputs[stage(position.board().occupied().len())];
        let sum = self.lanes.output(sides, weights);
        // A network from elsewhere may have numbers so large that hundredths of a pawn would not fit on the way.
        let output = i64::from(sum / HIDDEN_ONE) + i64::from(*bias);
        (output * i64::from(SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}

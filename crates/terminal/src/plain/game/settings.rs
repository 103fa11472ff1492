//! How a game in plain text begins.

use crate::plain::drawing::Look;
use crate::plain::opponent::Thinking;
use regence_game::clock::TimeControl;
use regence_game::session::Seat;
use regence_game::{AnyPosition, Variant};
use regence_rules::ByColor;

/// Whether the board is seen or heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Voice {
    /// The board is drawn whenever it has changed.
    #[default]
    Drawing,
    /// Nothing is drawn, and moves are said in words: for screen readers.
    Speech,
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// Which chess.
    pub variant: Variant,
    /// From where.
    pub start: AnyPosition,
    /// With which clocks.
    pub clock: TimeControl,
    /// Decides what computers choose among equally good moves, and start positions of Chess960.
    pub seed: u64,
    /// How long the engine thinks.
    pub thinking: Thinking,
    /// How the board is drawn.
    pub look: Look,
    /// Whether it is.
    pub voice: Voice,
}

impl Default for Settings {
    /// Two people, and chess from its start.
    fn default() -> Self {
        Self {
            seats: ByColor::default(),
            variant: Variant::Orthodox,
            start: Variant::Orthodox.start(),
            clock: TimeControl::Unlimited,
            seed: 0,
            thinking: Thinking::default(),
            look: Look::default(),
            voice: Voice::default(),
        }
    }
}

//! A position to search, with what came before it.

use regence_rules::{Key, Move, Position};

/// A position and the keys of the game that led to it, for repetitions count.
#[derive(Clone, Debug)]
pub struct Situation {
    position: Position,
    keys: Vec<Key>,
    last: Option<LastMove>,
}

/// The move that led to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// The move.
    pub mv: Move,
    /// Whether it took something.
    pub is_capture: bool,
}

impl Situation {
    /// A position without a past.
    pub fn new(position: Position) -> Self {
        Self { position, keys: vec![position.key()], last: None }
    }

    /// Plays a legal move of the position.
    pub fn play(&mut self, mv: Move) {
        self.last = Some(LastMove { mv, is_capture: self.position.is_capture(mv) });
        self.position = self.position.play(mv);
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that was played last, if any is known.
    pub fn last(&self) -> Option<LastMove> {
        self.last
    }

    /// The keys since the last move that cannot be undone, the position's own last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

impl From<Position> for Situation {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

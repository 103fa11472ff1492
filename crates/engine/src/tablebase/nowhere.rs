//! Where the library does not run, there are no tables.

use super::{TablebaseError, Verdict};
use regence_rules::{Move, Position};

/// Tables that cannot be had.
pub enum Tablebase {}

impl Tablebase {
    /// Refuses.
    pub fn open(_: &str) -> Result<Self, TablebaseError> {
        Err(TablebaseError::NotHere)
    }

    /// Nothing is known.
    pub fn verdict(&self, _: &Position) -> Option<Verdict> {
        match *self {}
    }

    /// Nothing is known.
    pub fn best_moves(&self, _: &Position) -> Option<(Verdict, Vec<Move>)> {
        match *self {}
    }
}

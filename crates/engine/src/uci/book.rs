//! Opening books, as far as the engine knows them: somebody else reads the files.

use crate::{Limits, Situation};
use regence_rules::{Move, Position};

/// An opening book.
pub trait Book: Send {
    /// A move of the book, or none if it does not know the position.
    fn choose(&mut self, position: &Position) -> Option<Move>;
}

/// Opens the book of this name, or says why that cannot be done.
pub type OpenBook<'a> = dyn Fn(&str) -> Result<Box<dyn Book>, String> + Sync + 'a;

/// The book that the client has named, and whether it is to be used.
#[derive(Default)]
pub(super) struct Shelf {
    pub(super) book: Option<Box<dyn Book>>,
    pub(super) is_used: bool,
}

impl Shelf {
    /// Limits of a search that only confirms the move of the book; none if the book is not to be asked or does not know one.
    pub(super) fn advise(&mut self, situation: &Situation, limits: &Limits) -> Option<Limits> {
        let wants_search =
            limits.infinite || limits.ponder || limits.mate.is_some() || !limits.moves.is_empty();
        if !self.is_used || wants_search {
            return None;
        }
        let mv = self.book.as_mut()?.choose(situation.position())?;
        // Searched a little, so that its score is none that we made up.
        Some(Limits { depth: Some(1), moves: vec![mv.uci_chess960()], ..Limits::default() })
    }
}

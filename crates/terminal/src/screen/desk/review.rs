//! A game on the desk to look through.

use regence_game::NodeId;
use regence_game::notes::Evaluation;
use regence_game::pgn::PgnGame;

/// A game to look through.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game, with its tags.
    pub pgn: PgnGame,
    /// All games that came with it, and which one this is.
    pub games: Vec<PgnGame>,
    /// Which of them this is.
    pub index: usize,
    /// Places yet to be evaluated, the next one last, and how many there were.
    pub sweep: Vec<NodeId>,
    /// How many there were.
    pub sweep_size: usize,
}

impl Review {
    /// A review of the first of these games; `None` if there are none.
    pub fn new(games: Vec<PgnGame>) -> Option<Self> {
        let pgn = games.first()?.clone();
        Some(Self { pgn, games, index: 0, sweep: Vec::new(), sweep_size: 0 })
    }

    /// Notes what a place is worth in the game itself, so that it is written and read with it.
    pub fn note(&mut self, id: NodeId, worth: Option<Evaluation>) {
        if id != NodeId::START && worth.is_some() {
            self.pgn.game.notes_mut(id).after.set_evaluation(worth);
        }
    }

    /// Opens another of the games, as many further on as said.
    pub fn turn_to(&mut self, by: isize) {
        let index = self.index.saturating_add_signed(by).min(self.games.len().saturating_sub(1));
        if index != self.index {
            self.games[self.index] = self.pgn.clone();
            self.pgn = self.games[index].clone();
            self.index = index;
            self.sweep.clear();
        }
    }
}

//! A game on the desk to look through.

use regence_coach::{Played, Review as Reviewed, Seen, Worth};
use regence_game::NodeId;
use regence_game::notes::Evaluation;
use regence_game::pgn::PgnGame;
use regence_rules::{Move, Position};
use std::collections::HashMap;
use std::iter;

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
    /// The best lines of the places that were evaluated, in algebraic notation.
    pub lines: HashMap<NodeId, Vec<String>>,
}

impl Review {
    /// A review of the first of these games; `None` if there are none.
    pub fn new(games: Vec<PgnGame>) -> Option<Self> {
        let pgn = games.first()?.clone();
        Some(Self { pgn, games, index: 0, sweep: Vec::new(), sweep_size: 0, lines: HashMap::new() })
    }

    /// Notes what a place is worth in the game itself, so that it is written and read with it.
    pub fn note(&mut self, id: NodeId, worth: Option<Evaluation>) {
        if id != NodeId::START && worth.is_some() {
            self.pgn.game.notes_mut(id).after.set_evaluation(worth);
        }
    }

    /// Writes into the game, in words, how it was played, once every place has been evaluated; says what was worst. `None` under
    /// house rules.
    pub fn explain(&mut self, worths: &HashMap<NodeId, Evaluation>) -> Option<String> {
        let game = &mut self.pgn.game;
        let places: Vec<NodeId> = iter::once(NodeId::START).chain(game.line_after(NodeId::START)).collect();
        let played = Played::new(game, &places)?;
        let look = |(&id, position): (&NodeId, &Position)| {
            // Whoever resigns or runs out of time has not played a bad move.
            if let Some(outcome) = position.outcome() {
                return Some(Seen::over(outcome));
            }
            let worth = Worth::Judged(*worths.get(&id)?);
            Some(Seen { worth, line: read(position, self.lines.get(&id)?) })
        };
        let seen = places.iter().zip(&played.positions).map(look).collect::<Option<Vec<Seen>>>()?;
        let review = Reviewed::new(&played, &seen);
        review.annotate(game, &places, &played, &seen);
        review.story(&played).pop()
    }

    /// Opens another of the games, as many further on as said.
    pub fn turn_to(&mut self, by: isize) {
        let index = self.index.saturating_add_signed(by).min(self.games.len().saturating_sub(1));
        if index != self.index {
            self.games[self.index] = self.pgn.clone();
            self.pgn = self.games[index].clone();
            self.index = index;
            self.sweep.clear();
            self.lines.clear();
        }
    }
}

/// A line of moves as they are written, as far as it can be read.
fn read(position: &Position, line: &[String]) -> Vec<Move> {
    let mut at = *position;
    let resolved = line.iter().map_while(|san| {
        let mv = at.parse_san(san).ok()?;
        at = at.play(mv);
        Some(mv)
    });
    resolved.collect()
}

//! Looking through a game: opening its review, and having it evaluated.

use super::super::super::desk::{Desk, Matter, Review, line};
use super::super::App;
use regence_game::NodeId;

impl App {
    /// Opens the game that is on the desk to be looked through.
    pub(in crate::screen::app) fn review(&mut self) {
        let pgn = self.pgn();
        let Some(desk) = &mut self.desk else { return };
        if desk.review().is_some() {
            return;
        }
        if desk.is_running() && !desk.is_watched() {
            desk.refuse("the game is still being played: look back with ← and →, or end it first");
            return;
        }
        let flipped = desk.flipped;
        let places = desk.game().map(|game| [NodeId::START].into_iter().chain(game.path()));
        let worths: Vec<_> =
            places.into_iter().flatten().map(|id| desk.mind.evaluations.get(&id).copied()).collect();
        if let Some(mut review) = Review::new(vec![pgn]) {
            review.pgn.game.to_end();
            let mut desk = Desk::new(Matter::Review(Box::new(review)));
            desk.flipped = flipped;
            // The numbers of the places change where moves were taken back, but not their order.
            let places = desk.game().map(line).unwrap_or_default();
            let known = places.into_iter().zip(worths).filter_map(|(id, worth)| Some((id, worth?)));
            desk.mind.evaluations = known.collect();
            self.put(desk);
        }
    }

    /// Has every position of the main line evaluated.
    pub(super) fn analyse(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let Some(review) = desk.review_mut() else {
            desk.refuse("evaluate a game in its review: end it, then press v");
            return;
        };
        let game = &review.pgn.game;
        let mut places: Vec<NodeId> =
            game.line_after(NodeId::START).filter(|&id| game.position_at(id).outcome().is_none()).collect();
        places.insert(0, NodeId::START);
        places.reverse();
        (review.sweep_size, review.sweep) = (places.len(), places);
    }
}

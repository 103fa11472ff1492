//! Leaving the board, for the start screen or for another game.

use super::super::super::desk::Asking;
use super::super::super::form::Form;
use super::super::super::message::Effect;
use super::super::{App, Page};
use regence_game::session::Seat;
use regence_rules::ByColor;

impl App {
    pub(super) fn ask_for_new_game(&mut self) {
        let seats = match self.desk.as_ref().and_then(|desk| desk.play()) {
            Some(play) => play.session().seats().clone(),
            None => self.usual_seats(),
        };
        self.page = Page::New(Box::new(Form::new("New game", &seats, &self.settings)));
    }

    /// Whom one usually plays.
    pub(in crate::screen::app) fn usual_seats(&self) -> ByColor<Seat> {
        let opponent = self.settings.opponent.parse().unwrap_or_default();
        ByColor { white: Seat::Human(self.settings.name.clone()), black: opponent }
    }

    pub(super) fn ask_to_leave(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.is_running() && desk.has_moves() {
            desk.asking = Some(Asking::Leave);
        } else {
            self.leave();
        }
    }

    /// Leaves for the start screen. A game that runs is kept, a review is not.
    pub(in crate::screen::app) fn leave(&mut self) {
        self.put_away();
        self.page = Page::Home { chosen: 0 };
    }

    /// Ends the program; a game that runs is kept.
    pub(in crate::screen::app) fn quit(&mut self) {
        self.park();
        self.effects.push(Effect::Quit);
    }
}

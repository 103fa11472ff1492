//! Starting a game from the free board.

use super::super::super::desk::Asking;
use super::super::App;
use crate::no_chess::no_chess;
use crate::plain::can_play;
use regence_game::computer::SimpleComputer;
use regence_game::session::{Command, Seat};
use regence_rules::Color;

impl App {
    /// Starts a game. If that would not be chess, the player is asked first.
    pub(in crate::screen::app) fn start_game(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let board = desk.play().and_then(|play| play.session().free_board());
        match board.and_then(regence_game::FreeBoard::obstacle) {
            Some(why) => desk.asking = Some(Asking::StartAnyway(no_chess(&why))),
            None => drop(self.command(Command::Start)),
        }
    }

    /// Starts a game by house rules. Who does not know them lets somebody else play.
    pub(super) fn start_by_house_rules(&mut self) {
        if !self.command(Command::Start) {
            return;
        }
        let Some(play) = self.desk.as_ref().and_then(|desk| desk.play()) else { return };
        let position = play.session().position();
        let seats = play.session().seats().clone();
        let strangers = Color::ALL.into_iter().filter(|&color| can_play(&seats[color], &position).is_err());
        let mut said = "House rules: nothing that needs a king is asked for".to_owned();
        for color in strangers {
            self.command(Command::Seat(color, Seat::Computer(SimpleComputer::Planner)));
            said = format!("House rules, which the engine does not know: the planner plays {color} for it");
        }
        if let Some(desk) = &mut self.desk {
            desk.say(said);
        }
    }
}

//! What is said of its own accord: what has happened, the board when it has changed, the end.

use super::{Outside, PlainGame, Voice};
use crate::plain::drawing::Drawing;
use crate::plain::sentence::{count, sentence, shown};
use crate::strength::seated;
use regence_game::MoveRecord;
use regence_game::session::{Awaiting, Event, Seat};
use regence_rules::San;

impl<O: Outside> PlainGame<O> {
    /// What happened, in a sentence; ends are told when everything else has been.
    pub(super) fn tell(&self, event: &Event) -> Option<String> {
        let is_free = self.session.free_board().is_some();
        Some(match *event {
            Event::Played(ref record) => self.say_move(record),
            Event::TakenBack(_) if is_free => "The last edit is taken back.".into(),
            Event::TakenBack(plies) => format!("Taken back: {}.", count(plies, "half-move")),
            Event::Redone(_) if is_free => "The edit is done again.".into(),
            Event::Redone(plies) => format!("Played again: {}.", count(plies, "half-move")),
            Event::DrawOffered(color) => {
                format!("{color} offers a draw: {} may accept it, decline it or play on.", !color)
            }
            Event::DrawDeclined(color) => format!("{color} declines the draw."),
            Event::Started => format!("A new game: {} is to move.", self.session.position().turn()),
            Event::Stopped => "The game is stopped, and the board is free to be edited.".into(),
            Event::Returned if is_free => "The board is free again, as it was.".into(),
            Event::Returned => {
                format!("The game is back as it was: {} is to move.", self.session.position().turn())
            }
            Event::Seated => self.players(),
            Event::ClockSet => self.clock_faces(),
            Event::Paused => "The game is paused.".into(),
            Event::Resumed => "The game goes on.".into(),
            Event::Ended(_) | Event::Edited => return None,
        })
    }

    pub(super) fn say_move(&self, record: &MoveRecord) -> String {
        let color = record.piece.color;
        match self.voice {
            Voice::Drawing => format!("{color} plays {record}."),
            Voice::Speech => format!("{color}: {}.", record.san.spoken()),
        }
    }

    /// A move as it is written or said.
    pub(super) fn write(&self, san: San) -> String {
        match self.voice {
            Voice::Drawing => san.to_string(),
            Voice::Speech => san.spoken().to_string(),
        }
    }

    pub(super) fn players(&self) -> String {
        let seats = self.session.seats();
        let player = |seat: &Seat| shown(&seated(seat));
        format!("White is {}, Black is {}.", player(&seats.white), player(&seats.black))
    }

    /// The board if it has changed since it was drawn last, and the end of the game if it has not been told.
    pub(super) fn show_changes(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.voice == Voice::Drawing && !self.is_over && !self.is_board_about_to_change() {
            let drawing = self.drawing();
            if drawing != self.drawn {
                lines.clone_from(&drawing);
                self.drawn = drawing;
            }
        }
        lines.extend(self.tell_outcome());
        lines
    }

    /// Whether a person's move is about to be answered by a computer: then the board is drawn once, after the answer.
    pub(super) fn is_board_about_to_change(&self) -> bool {
        let seats = self.session.seats();
        let is_watched_by_player = seats.white.is_human() || seats.black.is_human();
        is_watched_by_player
            && matches!(self.session.awaiting(), Awaiting::Computer { .. } | Awaiting::Engine { .. })
    }

    pub(super) fn drawing(&self) -> Vec<String> {
        let position = &self.session.position();
        Drawing { position, look: self.look, below: self.below, selected: self.selected }.lines()
    }

    pub(super) fn tell_outcome(&mut self) -> Option<String> {
        let outcome = self.session.outcome();
        let is_news = outcome != self.told;
        self.told = outcome;
        outcome.filter(|_| is_news).map(sentence)
    }
}

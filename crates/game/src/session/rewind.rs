//! Taking back and playing again, with the clocks.

use super::stage::{Direction, Stage};
use super::{Event, Session, SessionError};
use crate::AnyPosition;
use core::time::Duration;
use regence_rules::Color;

impl Session {
    /// Takes back: an edit, a half-move between people, or up to a person's own last move against a computer; if there
    /// is none of that, what has put this game or this free board on the table.
    pub(super) fn undo(&mut self, now: Duration) -> Result<Vec<Event>, SessionError> {
        if let Stage::Free(board) = &mut self.stage
            && board.undo()
        {
            return Ok(vec![Event::TakenBack(1)]);
        }
        let Some(plies) = self.plies_to_undo() else {
            let is_crossed = self.cross(Direction::Back, now)?;
            return if is_crossed { Ok(vec![Event::Returned]) } else { Err(SessionError::NothingToUndo) };
        };
        for _ in 0..plies {
            self.undo_one();
        }
        self.resume_clock(now)?;
        Ok(vec![Event::TakenBack(plies)])
    }

    /// How many half-moves are taken back at once; none if there are too few.
    fn plies_to_undo(&self) -> Option<usize> {
        let game = self.game()?;
        let turns = (1..).map_while(|plies| game.position_before(plies)).map(AnyPosition::turn);
        turns.enumerate().find(|&(_, turn)| self.may_stop_at(turn)).map(|(index, _)| index + 1)
    }

    /// Plays again: an edit, or as many half-moves as are taken back at once, or what came after all of them.
    pub(super) fn redo(&mut self, now: Duration) -> Result<Vec<Event>, SessionError> {
        if let Stage::Free(board) = &mut self.stage
            && board.redo()
        {
            return Ok(vec![Event::Redone(1)]);
        }
        let mut plies = 0;
        while self.redo_one() {
            plies += 1;
            if self.may_stop_at(self.position().turn()) {
                break;
            }
        }
        if plies == 0 {
            let is_crossed = self.cross(Direction::Forward, now)?;
            return if is_crossed { Ok(vec![Event::Returned]) } else { Err(SessionError::NothingToRedo) };
        }
        self.resume_clock(now)?;
        let ended = self.outcome().map(Event::Ended);
        Ok([Event::Redone(plies)].into_iter().chain(ended).collect())
    }

    /// Whether one stops with this side to move. A person alone against a computer stops at their own turn only: the
    /// computer would move on at once.
    fn may_stop_at(&self, turn: Color) -> bool {
        self.seats.white.is_human() == self.seats.black.is_human() || self.seats[turn].is_human()
    }

    fn undo_one(&mut self) {
        if let Stage::Playing(game) = &mut self.stage
            && game.undo()
        {
            self.undone_turns.extend(self.turns.pop());
        }
    }

    fn redo_one(&mut self) -> bool {
        let Stage::Playing(game) = &mut self.stage else { return false };
        let is_done = game.redo();
        if is_done {
            self.turns.extend(self.undone_turns.pop());
        }
        is_done
    }

    /// The clock goes on from now as it was when the present turn began.
    fn resume_clock(&mut self, now: Duration) -> Result<(), SessionError> {
        if let Some(clock) = self.turns.last() {
            self.clock = clock.restored(now);
        }
        self.run_clock(now)
    }
}

//! The page of the games that are kept.

use super::super::desk::{Review, sentence};
use super::super::history::History;
use super::super::message::Effect;
use super::writing::edit_line;
use super::{App, Left, Page};
use crate::keep::{Opened, Request, Told, Wish};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use regence_game::session::Seat;

impl App {
    /// Shows the page, and has the games looked for.
    pub(super) fn enter_history(&mut self) {
        self.page = Page::History(Box::default());
        self.find_games();
    }

    pub(super) fn find_games(&mut self) {
        self.tickets += 1;
        let ticket = self.tickets;
        let whose = Some(Seat::Human(self.settings.name.clone()).to_string());
        let Page::History(history) = &mut self.page else { return };
        let wish = Wish { ticket, filter: history.ask(ticket), from: None, whose };
        self.effects.push(Effect::Keep(Request::Find(Box::new(wish))));
    }

    fn find_more_games(&mut self) {
        let ticket = self.tickets + 1;
        let Page::History(history) = &mut self.page else { return };
        if let Some((filter, from)) = history.ask_on(ticket) {
            self.tickets = ticket;
            let wish = Wish { ticket, filter, from: Some(from), whose: None };
            self.effects.push(Effect::Keep(Request::Find(Box::new(wish))));
        }
    }

    pub(super) fn history_key(&mut self, key: KeyEvent) {
        let rows = isize::from(self.size.1.cast_signed()).max(2) / 2;
        let Page::History(history) = &mut self.page else { return };
        match key.code {
            KeyCode::Up => history.go(-1),
            KeyCode::Down => history.go(1),
            KeyCode::PageUp => history.go(-rows),
            KeyCode::PageDown => history.go(rows),
            KeyCode::Enter => {
                let chosen = history.chosen;
                self.open_game(chosen);
            }
            KeyCode::Esc if history.is_writing => {
                history.is_writing = false;
                history.find.clear();
                self.find_games();
            }
            KeyCode::Esc => self.leave_page(),
            _ if history.is_writing => {
                let before = history.find.text().to_owned();
                edit_line(&mut history.find, key);
                if history.find.text() != before {
                    self.find_games();
                }
            }
            KeyCode::Char('k') => history.go(-1),
            KeyCode::Char('j') => history.go(1),
            KeyCode::Home => history.chosen = 0,
            KeyCode::End => history.go(isize::MAX),
            KeyCode::Char('/' | ':') => {
                history.is_writing = true;
                history.find.clear();
            }
            KeyCode::Char('q') => self.leave_page(),
            _ => {}
        }
        self.find_more_games();
    }

    /// Has a game of the list read.
    pub(super) fn open_game(&mut self, index: usize) {
        let Page::History(history) = &mut self.page else { return };
        if let Some(game) = history.games.get(index) {
            history.chosen = index;
            self.effects.push(Effect::Keep(Request::Open(game.summary.id)));
        }
    }

    /// Takes what the store says.
    pub(super) fn heard(&mut self, told: Told) {
        match told {
            Told::Remembered(remembered) => {
                if let Some(settings) = remembered.settings {
                    self.settings = settings;
                }
                self.forgets = remembered.problem.map(|why| format!("Nothing is remembered: {why}"));
                if let Some(opponent) = &self.opponent {
                    self.settings.opponent.clone_from(opponent);
                }
                if self.desk.is_none() {
                    self.kept = remembered.left.map(Left::Kept);
                }
            }
            Told::Kept(Ok(())) => self.unkept = None,
            Told::Set(Ok(())) => {}
            Told::Kept(Err(why)) | Told::Set(Err(why)) => self.not_kept(why),
            Told::Found(ticket, found) => {
                if let Page::History(history) = &mut self.page {
                    history.take(ticket, found.map(|found| *found));
                    self.find_more_games();
                }
            }
            Told::Opened(opened) => self.opened_game(opened),
            Told::Score(names, tally) => {
                if let Some(desk) = self.desk.as_mut().filter(|desk| desk.announces_end) {
                    desk.score = Some((names, tally));
                }
            }
        }
    }

    /// Says why something is not kept: once, since it may be so with every move from now on.
    fn not_kept(&mut self, why: String) {
        let text = format!("this could not be remembered: {why}");
        if self.unkept.as_ref() == Some(&why) {
            return;
        }
        self.unkept = Some(why);
        match &mut self.desk {
            Some(desk) if matches!(self.page, Page::Desk) => desk.refuse(text),
            _ => self.trouble = Some(sentence(&text)),
        }
    }

    /// Goes on with a game that was read, or opens it to be looked through.
    fn opened_game(&mut self, opened: Result<Opened, String>) {
        if !matches!(self.page, Page::History(_) | Page::Home { .. }) {
            return;
        }
        match opened {
            Err(why) => self.cannot_go_on(why),
            Ok(Opened::Left(left)) => {
                self.leave();
                if !self.restore(&left) {
                    self.kept = None;
                    self.cannot_go_on("this game cannot be read".into());
                }
            }
            Ok(Opened::Past(pgn, elsewhere)) => {
                let Some(mut review) = Review::new(vec![*pgn]) else { return };
                if elsewhere.is_some() {
                    review.pgn.game.to_end();
                    // What somebody else plays on is no longer offered.
                    if matches!(self.page, Page::Home { .. }) {
                        self.kept = None;
                    }
                }
                self.leave();
                self.put_review(review);
                if let (Some(why), Some(desk)) = (elsewhere, &mut self.desk) {
                    desk.refuse(format!("{why}: here it can be looked through"));
                }
            }
        }
    }

    /// Says why a game was not opened, where it was asked for.
    fn cannot_go_on(&mut self, why: String) {
        match &mut self.page {
            Page::History(history) => history.problem = Some(why),
            _ => self.trouble = Some(why),
        }
    }

    /// Chooses another game with the wheel.
    pub(super) fn scroll_history(&mut self, by: isize) {
        if let Page::History(history) = &mut self.page {
            History::go(history, by);
            self.find_more_games();
        }
    }
}

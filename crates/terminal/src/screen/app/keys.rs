//! Which key goes where.

use super::super::action::{self, Action};
use super::super::desk::Asking;
use super::super::line::Line;
use super::super::message::Existing;
use super::{App, Page};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use regence_game::Edit;
use regence_game::session::Command;
use regence_rules::{Piece, Role};

impl App {
    pub(super) fn key(&mut self, key: KeyEvent) {
        if is_interrupt(key) {
            return self.interrupt();
        }
        match &self.page {
            Page::Desk => self.desk_key(key),
            Page::Home { .. } => self.home_key(key),
            Page::New(_) => self.form_key(key),
            Page::History(_) => self.history_key(key),
            Page::Settings { .. } => self.settings_key(key),
            Page::Help { .. } => self.help_key(key),
            Page::Open { .. } => self.open_key(key),
        }
    }

    /// Ctrl-C leaves whatever one is in, one after the other, down to the program itself.
    fn interrupt(&mut self) {
        match &self.page {
            Page::Home { .. } => self.quit(),
            Page::Desk => self.interrupt_desk(),
            Page::New(_)
            | Page::History(_)
            | Page::Settings { .. }
            | Page::Help { .. }
            | Page::Open { .. } => {
                self.leave_page();
            }
        }
    }

    fn interrupt_desk(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.promoting.is_some() || desk.line.is_some() {
            desk.let_go();
        } else if let Some(asking) = &desk.asking {
            let leaves = *asking == Asking::Leave;
            self.answer(leaves);
        } else {
            self.act(Action::Quit);
        }
    }

    /// A key at the board goes to whatever asks for it first: a promotion, a question, the line, the board.
    fn desk_key(&mut self, key: KeyEvent) {
        let Some(desk) = &mut self.desk else { return };
        if desk.promoting.is_some() {
            return self.promotion_key(key);
        }
        if desk.asking.is_some() {
            return self.asking_key(key);
        }
        if desk.line.is_some() {
            return self.line_key(key);
        }
        if desk.announces_end && self.end_key(key) {
            return;
        }
        if self.begins_move(key) {
            return;
        }
        let Some(desk) = &mut self.desk else { return };
        if desk.is_free() && self.editor_key(key) {
            return;
        }
        let Some(desk) = &mut self.desk else { return };
        if desk.review().is_some() && self.review_key(key) {
            return;
        }
        let Some(desk) = &mut self.desk else { return };
        let (on_board, before) = (desk.on_board, desk.node());
        if let Some(action) = action::by_key(key, on_board) {
            if !matches!(action, Action::Cursor(..)) {
                desk.notice = None;
            }
            self.act(action);
            // It may have been meant as the first letter of a move.
            if let (KeyCode::Char(letter), Some(desk)) = (key.code, &mut self.desk) {
                desk.letter = action::opposite(letter, before).map(|_| (letter, before));
            }
        }
    }

    /// Whether a key begins a written move: a file that is no key by itself, a piece, or a rank after a file that is.
    fn begins_move(&mut self, key: KeyEvent) -> bool {
        let Some(desk) = &mut self.desk else { return false };
        let before = desk.letter.take();
        let KeyCode::Char(letter) = key.code else { return false };
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) || desk.is_free() {
            return false;
        }
        let side = desk.position().size().side();
        let is_file = |letter: char| ('a'..='h').take(side).any(|file| file == letter);
        if let Some((first, place)) = before.filter(|&(first, _)| is_file(first))
            && (letter.is_ascii_digit() || letter == 'x')
            && let Some(opposite) = action::opposite(first, place)
        {
            let was_about_lines = opposite == Action::Lines;
            self.act(opposite);
            if let Some(desk) = &mut self.desk {
                if was_about_lines && !desk.mind.is_shown && !desk.helps_nobody() {
                    // Nobody has asked what the engine thinks.
                    desk.mind.evaluations.remove(&place);
                }
                desk.line = Some(Line::new(format!("{first}{letter}")));
            }
            return true;
        }
        let begins = matches!(letter, 'b' | 'c' | 'd' | 'g' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'O');
        if begins {
            desk.notice = None;
            desk.line = Some(Line::new(letter));
        }
        begins
    }

    fn promotion_key(&mut self, key: KeyEvent) {
        let Some(desk) = &mut self.desk else { return };
        match key.code {
            KeyCode::Char(letter) => {
                let role = Role::from_letter(letter.to_ascii_lowercase());
                let may = |role: &Role| desk.promoting.as_ref().is_some_and(|pawn| pawn.roles.contains(role));
                if let Some(role) = role.filter(may) {
                    self.promote(role);
                }
            }
            KeyCode::Enter => self.promote(Role::Queen),
            KeyCode::Esc => desk.let_go(),
            _ => {}
        }
    }

    fn asking_key(&mut self, key: KeyEvent) {
        let asking = self.desk.as_ref().and_then(|desk| desk.asking.as_ref());
        let can_be_mended = asking.is_some_and(Asking::can_be_mended);
        match key.code {
            KeyCode::Char('y' | 'Y') => self.answer(true),
            // Enter is pressed for many things, and often once too often.
            KeyCode::Enter if can_be_mended => self.answer(true),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => self.answer(false),
            _ => {}
        }
    }

    /// While the end is announced, some keys mean what the announcement offers.
    fn end_key(&mut self, key: KeyEvent) -> bool {
        let action = match key.code {
            KeyCode::Char('r') => Action::Rematch,
            KeyCode::Char('v') => Action::Review,
            KeyCode::Char('s') => Action::Save(None, Existing::Keep),
            KeyCode::Char('n') => Action::New,
            KeyCode::Esc | KeyCode::Enter => Action::Cancel,
            _ => return false,
        };
        if let Some(desk) = &mut self.desk {
            desk.announces_end = false;
        }
        if action != Action::Cancel {
            self.act(action);
        }
        true
    }

    /// On the free board piece letters put pieces.
    fn editor_key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return false;
        }
        let Some(desk) = &mut self.desk else { return false };
        match key.code {
            KeyCode::Char('t') => {
                let turn = desk.position().turn();
                self.command(Command::Edit(Edit::Turn(!turn)));
            }
            KeyCode::Char('z') => drop(self.command(Command::Edit(Edit::Fill(None)))),
            KeyCode::Char('Z') => drop(self.command(Command::Reset)),
            KeyCode::Char('g') => self.start_game(),
            KeyCode::Char(letter) => match Piece::from_letter(letter) {
                Some(piece) => self.put_piece(Some(piece)),
                None => return false,
            },
            KeyCode::Delete | KeyCode::Backspace => self.put_piece(None),
            _ => return false,
        }
        true
    }

    /// In a file of several games, `[` and `]` go from one to the next.
    fn review_key(&mut self, key: KeyEvent) -> bool {
        let Some(desk) = &mut self.desk else { return false };
        let by = match key.code {
            KeyCode::Char('[') | KeyCode::PageUp => -1,
            KeyCode::Char(']') | KeyCode::PageDown => 1,
            KeyCode::Char('P') => {
                self.play_on();
                return true;
            }
            _ => return false,
        };
        if let Some(review) = desk.review_mut() {
            review.turn_to(by);
        }
        desk.saved.clear();
        desk.mind = super::super::desk::Mind { is_shown: desk.mind.is_shown, ..Default::default() };
        true
    }
}

/// Whether a key does nothing but leave whatever one is in.
pub(super) fn is_way_out(key: KeyEvent) -> bool {
    key.code == KeyCode::Esc || is_interrupt(key)
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

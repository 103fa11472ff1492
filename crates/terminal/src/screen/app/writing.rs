//! The line: writing moves and commands, with completion.

use super::super::commands;
use super::super::desk::Desk;
use super::super::line::Line;
use super::super::message::Effect;
use super::{App, Page};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl App {
    pub(super) fn line_key(&mut self, key: KeyEvent) {
        let Some(desk) = &mut self.desk else { return };
        if let KeyCode::Tab | KeyCode::BackTab = key.code {
            desk.complete(if key.code == KeyCode::Tab { 1 } else { -1 });
            return;
        }
        desk.offered = None;
        let Some(line) = &mut desk.line else { return };
        match key.code {
            KeyCode::Esc => desk.line = None,
            KeyCode::Enter => {
                let text = line.text().to_owned();
                desk.line = None;
                desk.notice = None;
                self.submit(&text);
                let names_file = matches!(self.effects.last(), Some(Effect::Read(_) | Effect::Write(..)));
                let Some(desk) = &mut self.desk else { return };
                // What was refused is not lost: it can be mended.
                if desk.notice.as_ref().is_some_and(|notice| notice.is_error)
                    && !desk.is_paused()
                    && !text.is_empty()
                {
                    desk.line = Some(Line::new(text));
                } else if names_file {
                    desk.entered = Some(text);
                }
            }
            KeyCode::Backspace => {
                if !line.backspace() {
                    desk.line = None;
                }
            }
            _ => {
                desk.notice = None;
                if let Some(line) = &mut desk.line {
                    edit_line(line, key);
                }
            }
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        let text = text.trim();
        match &mut self.page {
            Page::New(form) => {
                if let Some(line) = form.text() {
                    line.insert_text(text);
                }
            }
            Page::Open { name, .. } => name.insert_text(text),
            Page::Settings { chosen } if *chosen == super::pages::NAME_SETTING => {
                self.change_name(|name| name.insert_text(text));
            }
            Page::History(history) if history.is_writing => {
                history.find.insert_text(text);
                self.find_games();
            }
            Page::Desk => {
                if let Some(desk) = &mut self.desk {
                    desk.line.get_or_insert_default().insert_text(text);
                }
            }
            _ => {}
        }
    }
}

impl Desk {
    /// Writes what all candidates begin with; if that stands there already, the first of them, and then one after the
    /// other.
    fn complete(&mut self, by: isize) {
        let candidates = self.candidates();
        let Some(line) = &mut self.line else { return };
        if let Some((candidates, at)) = &mut self.offered {
            *at = (*at + candidates.len()).saturating_add_signed(by) % candidates.len();
            *line = Line::new(candidates[*at].as_str());
        } else if let Some(longer) =
            common_beginning(&candidates).filter(|text| text.len() > line.text().len())
        {
            *line = Line::new(longer);
        } else if let Some(first) = candidates.first() {
            *line = Line::new(first.as_str());
            self.offered = Some((candidates, 0));
        }
    }

    /// What the line may become: moves, then commands.
    pub(in crate::screen) fn candidates(&self) -> Vec<String> {
        if let Some((offered, _)) = &self.offered {
            return offered.clone();
        }
        let Some(text) = self.line.as_ref().map(Line::text) else { return Vec::new() };
        // While a computer thinks, one plans one's own move.
        let position = self.planning_position().unwrap_or_else(|| self.position());
        let mut found = Vec::new();
        if !self.is_free() && !text.is_empty() {
            let legal = position.legal_moves();
            let sans = legal.iter().filter_map(|&mv| position.san(mv)).map(|san| san.to_string());
            found.extend(sans.filter(|san| san.starts_with(text)));
            let written = legal.iter().map(|mv| mv.uci(self.variant()).to_string());
            found.extend(written.filter(|uci| uci.starts_with(text) && text.len() > 1));
            found.sort();
        }
        found.extend(commands::beginning_with(text).map(|command| command.name.to_owned()));
        found
    }
}

/// A key that changes a line.
pub(super) fn edit_line(line: &mut Line, key: KeyEvent) {
    match key.code {
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => line.clear(),
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => line.insert(letter),
        KeyCode::Backspace => drop(line.backspace()),
        KeyCode::Delete => line.delete(),
        KeyCode::Left => line.step(-1),
        KeyCode::Right => line.step(1),
        KeyCode::Home => line.go_to_edge(false),
        KeyCode::End => line.go_to_edge(true),
        _ => {}
    }
}

/// The longest text that all begin with.
fn common_beginning(texts: &[String]) -> Option<String> {
    let (first, rest) = texts.split_first()?;
    let is_shared = |end: usize| rest.iter().all(|text| text.starts_with(&first[..end]));
    let ends = first.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|&end| is_shared(end)).last()?;
    Some(first[..end].to_owned())
}

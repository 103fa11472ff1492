//! The mouse: clicks and drags on the board, clicks on everything else that can be chosen.

use super::super::action::Action;
use super::super::view::{self, Zone};
use super::{App, Page};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(zone) = self.zone_at(at) {
                    self.press(&zone);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let zone = self.zone_at(at);
                let Some(desk) = &mut self.desk else { return };
                let Some(from) = desk.dragged.take() else { return };
                if let Some(Zone::Square(to)) = zone
                    && to != from
                    && desk.picked == Some(from)
                    && matches!(self.page, Page::Desk)
                {
                    desk.cursor = to;
                    self.drop_piece(from, to);
                }
            }
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::ScrollDown => self.scroll(1),
            _ => {}
        }
    }

    /// What is at a place, as it was painted.
    fn zone_at(&self, at: Position) -> Option<Zone> {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let zones = view::draw(self, area, &mut Buffer::empty(area));
        zones.into_iter().rev().find(|(place, _)| place.contains(at)).map(|(_, zone)| zone)
    }

    fn press(&mut self, zone: &Zone) {
        match zone {
            Zone::Square(square) => {
                let Some(desk) = &mut self.desk else { return };
                if desk.promoting.is_some() {
                    desk.let_go();
                    return;
                }
                desk.line = None;
                let was_picked = desk.picked;
                self.pick(*square);
                if let Some(desk) = &mut self.desk {
                    // A piece that is picked with this press may be dragged.
                    desk.dragged =
                        desk.picked.filter(|picked| picked == square && was_picked != Some(*square));
                }
            }
            Zone::Entry(entry) => self.enter(*entry),
            Zone::Field(index) => self.form_click(*index),
            Zone::Setting(index) => {
                self.page = Page::Settings { chosen: *index };
                self.change_setting(*index, 1);
            }
            Zone::Game(index) => self.open_game(*index),
            Zone::Promote(role) => self.promote(*role),
            Zone::Answer(yes) => self.answer(*yes),
            Zone::Act(action) => {
                if let Some(desk) = &mut self.desk {
                    desk.announces_end = false;
                }
                self.act(action.clone());
            }
            Zone::Ply(node) => self.act(Action::LookAt(*node)),
            Zone::Nothing => {}
        }
    }

    fn scroll(&mut self, by: isize) {
        match &self.page {
            Page::Desk => self.act(if by < 0 { Action::Back } else { Action::Forward }),
            Page::Help { .. } => self.scroll_help(by),
            Page::History(_) => self.scroll_history(by),
            _ => {}
        }
    }
}

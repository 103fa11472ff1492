//! Paints the pages beside the board.

use super::super::action::KEYS;
use super::super::app::{App, SETTINGS};
use super::super::commands::COMMANDS;
use super::super::form::{Field, Form, seconds};
use super::super::line::Line;
use super::super::look::Palette;
use super::{Canvas, Zone};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use regence_game::pgn::PgnGame;
use std::collections::BTreeMap;

impl Canvas<'_> {
    fn title(&mut self, title: &str, keys: &str) {
        let width = self.area.width.saturating_sub(4);
        self.text(2, 0, width, title, self.palette.notable());
        let row = self.area.bottom() - 1;
        self.text(2, row, width, keys, Palette::quiet());
    }

    pub(super) fn home(&mut self, chosen: usize) {
        self.title("Regence", "↑ ↓ choose  Enter go  or the letter");
        let entries = self.app.entries();
        let top = if self.area.height >= 16 { 2 } else { 1 };
        for (index, entry) in entries.into_iter().enumerate() {
            let y = top + index as u16;
            let (key, name, purpose) = entry.words();
            let style = if index == chosen { Palette::chosen() } else { Style::new() };
            self.text(2, y, 2, &key.to_string(), self.palette.notable());
            let end = self.text(4, y, 16, &format!(" {name:<13}"), style);
            self.text(end + 1, y, self.area.width.saturating_sub(end + 2), purpose, Palette::quiet());
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Entry(entry)));
        }
    }

    pub(super) fn form(&mut self, form: &Form) {
        self.title(form.title, "↑ ↓ choose  ← → change  Enter play  Esc back");
        let fields = form.fields();
        let rows = usize::from(self.area.height.saturating_sub(4));
        let top = (form.chosen + 1).saturating_sub(rows);
        for (row, (index, &field)) in fields.iter().enumerate().skip(top).take(rows).enumerate() {
            let y = 2 + row as u16;
            let is_chosen = index == form.chosen;
            let style = if is_chosen { Palette::chosen() } else { Style::new() };
            let label =
                if field == Field::Play { " Play ".to_owned() } else { Form::label(field).to_owned() };
            let label_style =
                if field == Field::Play { style.add_modifier(Modifier::BOLD) } else { Style::new() };
            self.text(2, y, 18, &label, label_style);
            if field != Field::Play {
                let value = format!(" {} ", form.value(field));
                self.text(20, y, self.area.width.saturating_sub(22), &value, style);
            }
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Field(index)));
        }
        if let Some(problem) = &form.problem {
            let y = self.area.bottom() - 2;
            self.text(2, y, self.area.width.saturating_sub(4), problem, self.palette.alarming());
        }
    }

    pub(super) fn settings(&mut self, chosen: usize) {
        self.title("Settings", "↑ ↓ choose  ← → change  Enter done");
        let settings = &self.app.settings;
        let yes = |on: bool| if on { "yes" } else { "no" }.to_owned();
        let lines: [(&str, String); SETTINGS] = [
            ("Board", settings.board.name().into()),
            ("Pieces", settings.figures.name().into()),
            ("Background", settings.shade.name().into()),
            ("Show targets", yes(settings.targets)),
            ("Two players: turn the board", yes(settings.turns)),
            ("Evaluation bar", settings.bar.name().into()),
            ("Engine's time", seconds(settings.engine_time)),
            ("Levels take their time", yes(settings.patient)),
            ("Your name", settings.name.clone()),
        ];
        for (index, (label, value)) in lines.iter().enumerate() {
            let y = 2 + index as u16;
            let style = if index == chosen { Palette::chosen() } else { Style::new() };
            self.text(2, y, 28, label, Style::new());
            self.text(31, y, self.area.width.saturating_sub(32), &format!(" {value} "), style);
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Setting(index)));
        }
    }

    pub(super) fn help(&mut self, from: usize) {
        self.title("Keys and commands", "↑ ↓ scroll  Esc back");
        let keys = KEYS.iter().map(|&(key, purpose)| (key.to_owned(), purpose));
        let commands = COMMANDS
            .iter()
            .map(|command| (format!(":{} {}", command.name, command.arguments), command.purpose));
        let rows = usize::from(self.area.height.saturating_sub(4));
        for (row, (name, purpose)) in keys.chain(commands).skip(from).take(rows).enumerate() {
            let y = 2 + row as u16;
            self.text(2, y, 27, &name, self.palette.notable());
            self.text(30, y, self.area.width.saturating_sub(31), purpose, Style::new());
        }
    }

    pub(super) fn open(&mut self, name: &Line, problem: Option<&str>) {
        self.title("Open a file", "Enter open  Esc back");
        let width = self.area.width.saturating_sub(4);
        self.text(2, 2, width, "The name of a PGN file, or a position as FEN:", Style::new());
        let mut x = 2;
        let room = usize::from(width).max(10);
        let skipped = (name.cursor() + 1).saturating_sub(room);
        for (at, letter) in name.text().chars().chain([' ']).enumerate().skip(skipped).take(room) {
            let style = if at == name.cursor() { Palette::chosen() } else { Style::new() };
            x = self.text(x, 4, 1, &letter.to_string(), style);
        }
        if let Some(problem) = problem {
            self.text(2, 6, width, problem, self.palette.alarming());
        }
    }

    pub(super) fn history(&mut self, chosen: usize) {
        self.title("History", "↑ ↓ choose  Enter review  Esc back");
        let games = &self.app.games;
        if games.is_empty() {
            self.text(2, 2, self.area.width, "No game has been played to its end yet.", Style::new());
            return;
        }
        let score = score(games);
        let rows = usize::from(self.area.height.saturating_sub(5));
        let for_score = score.len().min(rows / 3) + 1;
        let rows = rows.saturating_sub(for_score);
        let top = (chosen + 1).saturating_sub(rows);
        for (row, (index, game)) in games.iter().enumerate().skip(top).take(rows).enumerate() {
            let y = 2 + row as u16;
            let style = if index == chosen { Palette::chosen() } else { Style::new() };
            let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_owned();
            let moves = match App::length(&game.game).div_ceil(2) {
                1 => "1 move".to_owned(),
                moves => format!("{moves} moves"),
            };
            let text = format!(
                " {}  {} – {}  {}, {} ",
                tag("Date"),
                tag("White"),
                tag("Black"),
                tag("Termination"),
                moves
            );
            self.text(2, y, self.area.width.saturating_sub(4), &text, style);
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Game(index)));
        }
        let y = 2 + rows as u16;
        self.rule(Rect::new(2, y, self.area.width.saturating_sub(4), 1), "Score");
        for (row, (name, [won, drawn, lost])) in score.iter().enumerate().take(for_score - 1) {
            let text = format!("{name}: {won} won, {drawn} drawn, {lost} lost");
            self.text(3, y + 1 + row as u16, self.area.width.saturating_sub(4), &text, Style::new());
        }
    }
}

/// Games won, drawn and lost, by player.
fn score(games: &[PgnGame]) -> Vec<(String, [u32; 3])> {
    let mut by_name: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for game in games {
        let places = match game.result.to_string().as_str() {
            "1-0" => [0, 2],
            "0-1" => [2, 0],
            "1/2-1/2" => [1, 1],
            _ => continue,
        };
        for (tag, place) in ["White", "Black"].into_iter().zip(places) {
            let name = game.tags.get(tag).unwrap_or("?").to_owned();
            by_name.entry(name).or_default()[place] += 1;
        }
    }
    let mut score: Vec<(String, [u32; 3])> = by_name.into_iter().collect();
    score.sort_by_key(|(_, counts)| core::cmp::Reverse(counts.iter().sum::<u32>()));
    score
}

//! Paints the pages beside the board.

use super::super::action::KEYS;
use super::super::app::{SETTINGS, reading};
use super::super::commands::COMMANDS;
use super::super::form::{Field, Form, seconds};
use super::super::history::History;
use super::super::line::Line;
use super::super::look::Palette;
use super::wrap::{columns, letter_columns, wrap, wrap_into};
use super::{Canvas, Zone};
use crate::keep::Listed;
use crate::strength::offered;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use regence_store::Status;

impl Canvas<'_> {
    fn title(&mut self, title: &str, keys: &str) {
        let width = self.area.width.saturating_sub(4);
        self.text(2, 0, width, title, self.palette.notable());
        // Where not all fit, those that are found by trying go first.
        let all: Vec<&str> = keys.split("  ").collect();
        let some = |from: usize| self.look.text(&all[from..].join("  "));
        let fits = |from: &usize| columns(&some(*from)) <= usize::from(width);
        let keys = some((0..all.len()).find(fits).unwrap_or(all.len() - 1));
        self.text(2, self.area.bottom() - 1, width, &keys, Palette::quiet());
    }

    /// What there is to say below the lines of a page, the first of them free being `below`; as much of it as fits.
    fn remark(&mut self, below: u16, text: &str, style: Style) {
        let width = self.area.width.saturating_sub(4);
        let last = self.area.bottom() - 1;
        let room = last.saturating_sub(below).max(1);
        let text = self.look.text(text);
        let needed = wrap_into(&text, usize::from(width), usize::from(room)).len() as u16;
        self.paragraph(Rect::new(2, last - needed, width, needed), &text, style);
    }

    pub(super) fn home(&mut self, chosen: usize) {
        self.title("Regence", "↑ ↓ choose  Enter go  or the letter");
        let entries = self.app.entries();
        let count = entries.len();
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
        self.trouble(top + count as u16);
    }

    /// What went wrong with the last choice, or else with what is remembered, as far up as it needs below a row.
    fn trouble(&mut self, below: u16) {
        let forgets = self.app.forgets.clone();
        let unkept = self.app.unkept.as_ref().map(|why| format!("Nothing is remembered: {why}"));
        if let Some(trouble) = self.app.trouble.clone().or(forgets).or(unkept) {
            self.remark(below, &trouble, self.palette.alarming());
        }
    }

    pub(super) fn form(&mut self, form: &Form) {
        self.title(form.title, "↑ ↓ choose  ← → change  Enter play  Esc back");
        let fields = form.fields();
        let rows = usize::from(self.area.height.saturating_sub(4));
        let top = (form.chosen + 1).saturating_sub(rows);
        for (row, (index, &field)) in fields.iter().enumerate().skip(top).take(rows).enumerate() {
            let y = 2 + row as u16;
            self.field(form, field, y, index == form.chosen);
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Field(index)));
        }
        let right = self.area.right().saturating_sub(2);
        // Where it hides nothing of the lines themselves.
        let has_room = self.area.width >= 60;
        if top > 0 && has_room {
            self.text_right(right, 2, "↑ more", Palette::quiet());
        }
        if fields.len() > top + rows && has_room {
            self.text_right(right, 1 + rows as u16, "↓ more", Palette::quiet());
        }
        let below = 2 + (fields.len() - top).min(rows) as u16;
        match &form.problem {
            Some(problem) => self.remark(below, problem, self.palette.alarming()),
            None => self.remark(below, &form.remark(), Palette::quiet()),
        }
    }

    /// A line of the form.
    fn field(&mut self, form: &Form, field: Field, y: u16, is_chosen: bool) {
        let style = if is_chosen { Palette::chosen() } else { Style::new() };
        if field == Field::Play {
            self.text(2, y, 18, " Play ", style.add_modifier(Modifier::BOLD));
            return;
        }
        let column = 20.min(self.area.width / 2);
        let room = self.area.width.saturating_sub(column + 2);
        self.text(2, y, column - 2, Form::label(field), Style::new());
        match form.line(field).filter(|line| is_chosen && !line.text().is_empty()) {
            Some(line) => drop(self.written(line, Rect::new(column + 1, y, room - 1, 1), true)),
            None => drop(self.text(column, y, room, &format!(" {} ", form.value(field)), style)),
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
            ("Opponent", settings.opponent.parse().map_or_else(|_| String::new(), |seat| offered(&seat))),
            ("Engine's time", seconds(settings.engine_time)),
            ("Levels take their time", yes(settings.patient)),
            ("Your name", settings.name.clone()),
        ];
        let column = 31.min(self.area.width / 2);
        let room = self.area.width.saturating_sub(column + 1);
        let top = if self.area.height >= 16 { 2 } else { 1 };
        for (index, (label, value)) in lines.iter().enumerate() {
            let y = top + index as u16;
            let style = if index == chosen { Palette::chosen() } else { Style::new() };
            self.text(2, y, column - 3, label, Style::new());
            self.text(column, y, room, &format!(" {value} "), style);
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Setting(index)));
        }
        let below = top + SETTINGS as u16;
        if let Some((label, value)) = lines.get(chosen).filter(|_| self.app.trouble.is_none() && column < 31)
        {
            // Where there is no room beside each other, the one that is chosen is written out.
            self.remark(below, &format!("{label}: {value}"), Palette::quiet());
        } else {
            self.trouble(below);
        }
    }

    pub(super) fn help(&mut self, from: usize) {
        self.title("Keys and commands", "↑ ↓ scroll  Esc back");
        let column = help_column(self.area.width);
        let rows = usize::from(self.area.height.saturating_sub(4));
        for (row, (name, purpose)) in help_rows(self.area.width).iter().skip(from).take(rows).enumerate() {
            let y = 2 + row as u16;
            self.text(2, y, column - 3, name, self.palette.notable());
            self.text(column, y, self.area.width.saturating_sub(column + 1), purpose, Style::new());
        }
    }

    pub(super) fn open(&mut self, name: &Line, problem: Option<&str>) {
        self.title("Open a file", "Enter open  Esc back");
        let width = self.area.width.saturating_sub(4);
        self.text(2, 2, width, "The name of a PGN file, or a position as FEN:", Style::new());
        self.written(name, Rect::new(2, 4, width, 1), true);
        if let Some(path) = &self.app.reading {
            self.text(2, 6, width, &reading(path), Style::new());
        } else if let Some(problem) = problem {
            let area = Rect::new(2, 6, width, self.area.height.saturating_sub(7));
            self.paragraph(area, problem, self.palette.alarming());
        }
    }

    pub(super) fn history(&mut self, history: &History) {
        self.title("History", "↑ ↓ choose  Enter open  / find  Esc back");
        let width = self.area.width.saturating_sub(4);
        let x = self.text(2, 1, width, "Find ", Palette::quiet());
        if history.is_writing || !history.find.text().is_empty() {
            self.written(&history.find, Rect::new(x, 1, width.saturating_sub(x - 2), 1), history.is_writing);
        } else {
            self.text(x, 1, width, "names, openings, 1-0, 2026-11, B90: press /", Palette::quiet());
        }
        let nothing = match (&history.problem, history.is_waiting()) {
            (Some(problem), _) => problem.as_str(),
            (None, true) => "Looking …",
            (None, false) if history.find.text().is_empty() => "No game has been played yet.",
            (None, false) => "No such game is kept.",
        };
        if history.games.is_empty() || history.problem.is_some() {
            let area = Rect::new(2, 3, width, self.area.height.saturating_sub(4));
            self.paragraph(area, nothing, Style::new());
            return;
        }
        let rows = usize::from(self.area.height.saturating_sub(6));
        let for_score = history.score.len().min(rows / 3) + 1;
        let rows = rows.saturating_sub(for_score);
        let top = (history.chosen + 1).saturating_sub(rows);
        for (row, (index, game)) in history.games.iter().enumerate().skip(top).take(rows).enumerate() {
            let y = 3 + row as u16;
            let style = if index == history.chosen { Palette::chosen() } else { Style::new() };
            self.text(2, y, width, &format!(" {} ", sentence(game)), style);
            self.zones.push((Rect::new(0, y, self.area.width, 1), Zone::Game(index)));
        }
        let y = 3 + rows as u16;
        self.rule(Rect::new(2, y, width, 1), "Score");
        for (row, (name, tally)) in history.score.iter().enumerate().take(for_score - 1) {
            let text = format!("{name}: {} won, {} drawn, {} lost", tally.won, tally.drawn, tally.lost);
            self.text(3, y + 1 + row as u16, width, &text, Style::new());
        }
    }

    /// A line that is being written, as much of it as there is room for, with the cursor in sight; says where it ends.
    pub(super) fn written(&mut self, line: &Line, area: Rect, has_cursor: bool) -> u16 {
        let mut x = area.x;
        let room = usize::from(area.width).max(10);
        let letters: Vec<char> = line.text().chars().chain([' ']).collect();
        let fitting = |letters: &mut dyn Iterator<Item = &char>| {
            let ends = letters.scan(0, |end, &letter| {
                *end += letter_columns(letter);
                Some(*end)
            });
            ends.take_while(|&end| end <= room).count()
        };
        let cursor = line.cursor();
        let skipped = cursor + 1 - fitting(&mut letters[..=cursor].iter().rev()).max(1);
        let shown = fitting(&mut letters[skipped..].iter());
        for (at, &letter) in letters.iter().enumerate().skip(skipped).take(shown) {
            let is_cursor = has_cursor && at == line.cursor();
            let style = if is_cursor { Palette::chosen() } else { Style::new() };
            x = self.text(x, area.y, letter_columns(letter) as u16, &letter.to_string(), style);
        }
        x
    }
}

/// Where help says what a key is for.
fn help_column(width: u16) -> u16 {
    (width * 3 / 8).clamp(12, 30)
}

/// The rows of the help page: keys and commands, and what they are for, in as many rows as that needs.
pub fn help_rows(width: u16) -> Vec<(String, String)> {
    let room = usize::from(width.saturating_sub(help_column(width) + 1));
    let keys = KEYS.iter().map(|&(key, purpose)| (key.to_owned(), purpose));
    let commands =
        COMMANDS.iter().map(|command| (format!(":{} {}", command.name, command.arguments), command.purpose));
    let mut rows = Vec::new();
    for (name, purpose) in keys.chain(commands) {
        let (names, purposes) = (wrap(&name, usize::from(help_column(width) - 3)), wrap(purpose, room));
        let part = |parts: &[String], row: usize| parts.get(row).cloned().unwrap_or_default();
        let count = names.len().max(purposes.len());
        rows.extend((0..count).map(|row| (part(&names, row), part(&purposes, row))));
    }
    rows
}

/// A game in a list: when, who, how it ended, how long it was, which opening.
fn sentence(game: &Listed) -> String {
    let Listed { summary, names } = game;
    let ended = match (&summary.status, summary.status.outcome()) {
        (_, Some(outcome)) => outcome.to_string(),
        (Status::Running, _) => "not finished".into(),
        (Status::Abandoned, _) => "no result".into(),
        (Status::Finished { .. }, None) => summary.status.result().into(),
    };
    let moves = match summary.plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let date = summary.created.date();
    let mut text = format!("{date}  {} – {}  {ended}, {moves}", names.white, names.black);
    if let Some(opening) = &summary.opening {
        text.push_str("  ");
        text.push_str(&opening.eco);
        text.push(' ');
        text.push_str(&opening.name);
    }
    text
}

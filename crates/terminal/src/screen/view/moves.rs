//! Paints the moves: in two columns, or as a text with variations and comments.

use super::super::desk::Desk;
use super::super::look::Palette;
use super::wrap::{columns, wrap};
use super::{Canvas, Zone};
use ratatui::layout::Rect;
use ratatui::style::Style;
use regence_game::pgn::Nag;
use regence_game::{Game, NodeId};
use regence_rules::Color;

/// Columns for the number of a move of Black's.
const NUMBER: u16 = 7;

impl Canvas<'_> {
    pub(super) fn moves(&mut self, desk: &Desk, area: Rect) {
        let Some(game) = desk.game() else {
            self.editor(desk, area);
            return;
        };
        if has_more_than_moves(game) {
            self.annotated(desk, game, area);
        } else {
            self.columns(desk, game, area);
        }
    }

    /// What there is to know on a free board.
    fn editor(&mut self, desk: &Desk, area: Rect) {
        let fen = desk.fen();
        let turn = format!("{} to move", desk.position().turn());
        let lines = [
            turn.as_str(),
            "PNBRQK  put White's piece",
            "pnbrqk  put Black's piece",
            "Del     clear the square",
            "Enter   pick, drop",
            "t       other side to move",
            "z       take all away",
            "Z       the start position",
            "u U     take back, redo",
            ":castling KQkq",
            "g       play from here",
            "Esc     leave",
        ];
        for (row, line) in lines.iter().enumerate().take(usize::from(area.height)) {
            self.text(area.x + 1, area.y + row as u16, area.width - 1, line, Style::new());
        }
        let y = area.y + lines.len() as u16 + 1;
        let width = usize::from(area.width.saturating_sub(1));
        for (row, part) in wrap(&fen, width).into_iter().enumerate() {
            let y = y + row as u16;
            if y < area.bottom() {
                self.text(area.x + 1, y, area.width - 1, &part, Palette::quiet());
            }
        }
    }

    fn columns(&mut self, desk: &Desk, game: &Game, area: Rect) {
        let mut line = game.path();
        line.extend(game.line_after(game.cursor()));
        let here = desk.node();
        let played = game.path().len();
        let begins_black = game.start().turn() == Color::Black;
        let first = game.start().fullmove_number() as usize;
        let shift = usize::from(begins_black);
        let rows = (line.len() + shift).div_ceil(2);
        let at = line.iter().position(|&id| id == here).map_or(0, |at| usize::midpoint(at, shift));
        let height = usize::from(area.height);
        // The move one looks at stays in sight, and so does what comes next.
        let top = (at + 2).saturating_sub(height).min(rows.saturating_sub(height));
        if line.is_empty() {
            self.text(area.x + 1, area.y, area.width - 1, "no moves yet", Palette::quiet());
            return;
        }
        let column = (area.width.saturating_sub(6)) / 2;
        for row in 0..height.min(rows.saturating_sub(top)) {
            let y = area.y + row as u16;
            let number = format!("{:>4}.", first + top + row);
            self.text(area.x, y, 5, &number, Palette::quiet());
            for half in 0..2 {
                let Some(ply) = (2 * (top + row) + half).checked_sub(shift) else {
                    self.text(area.x + 6, y, 3, "…", Style::new());
                    continue;
                };
                let Some(&id) = line.get(ply) else { continue };
                let x = area.x + 6 + half as u16 * column;
                let style = if id == here {
                    Palette::chosen()
                } else if ply >= played {
                    Palette::quiet()
                } else {
                    Style::new()
                };
                let text = written(game, id);
                let end = self.text(x, y, column, &text, style);
                self.zones.push((Rect::new(x, y, end - x, 1), Zone::Ply(id)));
            }
        }
    }

    /// The last moves up to the place one looks at, in one row.
    pub(super) fn last_moves(&mut self, desk: &Desk, area: Rect) {
        let Some(game) = desk.game() else { return };
        let mut words: Vec<(NodeId, String)> = Vec::new();
        // The first word may need a number more.
        let mut room = usize::from(area.width.saturating_sub(1 + NUMBER));
        let mut first_number = None;
        let mut id = desk.node();
        while let Some(parent) = game.parent(id) {
            let before = game.position_at(parent);
            let (number, is_white) = (before.fullmove_number(), before.turn() == Color::White);
            let text = written(game, id);
            let text = if is_white { format!("{number}. {text}") } else { text };
            let length = columns(&text) + 1;
            if length > room {
                break;
            }
            room -= length;
            first_number = (!is_white).then_some(number);
            words.push((id, text));
            id = parent;
        }
        if let (Some((_, first)), Some(number)) = (words.last_mut(), first_number) {
            first.insert_str(0, &format!("{number}... "));
        }
        let mut x = area.x + 1;
        for (id, text) in words.into_iter().rev() {
            let style = if id == desk.node() { Palette::chosen() } else { Style::new() };
            let end = self.text(x, area.y, area.right().saturating_sub(x), &text, style);
            self.zones.push((Rect::new(x, area.y, end - x, 1), Zone::Ply(id)));
            x = end + 1;
        }
    }

    /// The game as a text that flows.
    fn annotated(&mut self, desk: &Desk, game: &Game, area: Rect) {
        let words = words(game);
        let here = desk.node();
        let width = usize::from(area.width.saturating_sub(1)).max(10);
        let mut places = Vec::with_capacity(words.len());
        let (mut x, mut y, mut row_here) = (0_usize, 0_usize, 0_usize);
        for word in &words {
            let length = columns(&word.text);
            if x > 0 && (word.breaks || x + length > width) {
                (x, y) = (0, y + 1);
            }
            if word.node == Some(here) {
                row_here = y;
            }
            places.push((x, y));
            x += length + 1;
        }
        let height = usize::from(area.height);
        let top = (row_here + 3).saturating_sub(height).min((y + 1).saturating_sub(height));
        for (word, (x, y)) in words.iter().zip(places) {
            let Some(row) = y.checked_sub(top).filter(|&row| row < height) else { continue };
            let style = match (word.node, word.depth) {
                (Some(id), _) if id == here => Palette::chosen(),
                (Some(_), 0) => self.palette.notable(),
                (Some(_), _) => Style::new(),
                (None, _) => Palette::quiet(),
            };
            let (x, y) = (area.x + 1 + x as u16, area.y + row as u16);
            let end = self.text(x, y, area.right().saturating_sub(x), &word.text, style);
            if let Some(id) = word.node {
                self.zones.push((Rect::new(x, y, end - x, 1), Zone::Ply(id)));
            }
        }
    }
}

/// A word of the game's text.
struct Word {
    text: String,
    node: Option<NodeId>,
    depth: usize,
    /// Whether it begins a line.
    breaks: bool,
}

fn has_more_than_moves(game: &Game) -> bool {
    let mut id = NodeId::START;
    loop {
        let next = game.variations(id);
        let notes = game.notes(id);
        if next.len() > 1 || !notes.after.text.is_empty() || !notes.before.text.is_empty() {
            return true;
        }
        match next.first() {
            Some(&first) => id = first,
            None => return false,
        }
    }
}

/// A move with the signs that people put after it.
fn written(game: &Game, id: NodeId) -> String {
    let mut text = game.ply(id).map(ToString::to_string).unwrap_or_default();
    for glyph in &game.notes(id).glyphs {
        text.push_str(sign(*glyph));
    }
    text
}

fn sign(glyph: Nag) -> &'static str {
    match glyph.0 {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        10 => "=",
        14 => "+=",
        15 => "=+",
        16 | 18 => "+-",
        17 | 19 => "-+",
        _ => "",
    }
}

/// What is still to be written; a list of this, and not the call stack, holds the variations that are open.
enum Task {
    Line { id: NodeId, depth: usize, numbered: bool },
    Close { depth: usize },
}

fn words(game: &Game) -> Vec<Word> {
    let mut words = Vec::new();
    comment(&mut words, &game.notes(NodeId::START).after.text, 0);
    let first = game.variations(NodeId::START).first();
    let mut tasks: Vec<Task> =
        first.map(|&id| Task::Line { id, depth: 0, numbered: true }).into_iter().collect();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close { depth } => {
                words.push(Word { text: ")".into(), node: None, depth, breaks: false });
            }
            Task::Line { id, depth, numbered } => {
                let Some(parent) = game.parent(id) else { continue };
                let notes = game.notes(id);
                comment(&mut words, &notes.before.text, depth);
                let before = game.position_at(parent);
                let number = match before.turn() {
                    Color::White => format!("{}. ", before.fullmove_number()),
                    Color::Black if numbered => format!("{}... ", before.fullmove_number()),
                    Color::Black => String::new(),
                };
                let text = number + &written(game, id);
                words.push(Word { text, node: Some(id), depth, breaks: false });
                comment(&mut words, &notes.after.text, depth);
                let siblings = game.variations(parent);
                let rivals = if siblings.first() == Some(&id) { &siblings[1..] } else { &[] };
                let numbered = !rivals.is_empty() || !notes.after.text.is_empty();
                if let Some(&next) = game.variations(id).first() {
                    tasks.push(Task::Line { id: next, depth, numbered });
                }
                for &rival in rivals.iter().rev() {
                    tasks.push(Task::Close { depth });
                    tasks.push(Task::Line { id: rival, depth: depth + 1, numbered: true });
                }
                // The bracket opens where the first rival is about to be written.
                if !rivals.is_empty() {
                    words.push(Word { text: "(".into(), node: None, depth, breaks: depth == 0 });
                }
            }
        }
    }
    open_brackets(words)
}

/// Every variation after the first of its place opens a bracket of its own.
fn open_brackets(words: Vec<Word>) -> Vec<Word> {
    let mut written: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let follows_close = written.last().is_some_and(|last| last.text == ")");
        if follows_close && word.node.is_some() && written.last().is_some_and(|last| word.depth > last.depth)
        {
            let depth = word.depth - 1;
            written.push(Word { text: "(".into(), node: None, depth, breaks: depth == 0 });
        }
        written.push(word);
    }
    written
}

fn comment(words: &mut Vec<Word>, text: &str, depth: usize) {
    for word in text.split_whitespace() {
        words.push(Word { text: word.into(), node: None, depth, breaks: false });
    }
}

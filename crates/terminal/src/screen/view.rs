//! Paints the state of the full-screen game, and says what can be clicked where.

mod bar;
mod board;
mod foot;
mod graph;
mod moves;
mod outlines;
mod pages;
mod panel;
mod pictures;
mod wrap;

use super::action::Action;
use super::app::{App, Entry, Page};
use super::look::{Look, Palette};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use regence_game::NodeId;
use regence_rules::{Role, Square};

pub use pages::help_rows;

use wrap::columns;

/// Something that can be clicked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zone {
    /// A square of the board.
    Square(Square),
    /// A line of the start screen.
    Entry(Entry),
    /// A line of the new-game form.
    Field(usize),
    /// A setting.
    Setting(usize),
    /// A game played.
    Game(usize),
    /// What a pawn becomes.
    Promote(Role),
    /// Yes or no.
    Answer(bool),
    /// Something to do.
    Act(Action),
    /// A move of the game.
    Ply(NodeId),
    /// What lies over something else.
    Nothing,
}

/// Where what can be clicked; later ones lie over earlier ones.
pub type Zones = Vec<(Rect, Zone)>;

/// Less than this shows no board.
const SMALLEST: (u16, u16) = (30, 13);

/// What painting needs: the state, the paper, and what can be clicked so far.
struct Canvas<'a> {
    app: &'a App,
    look: Look,
    palette: Palette,
    area: Rect,
    buffer: &'a mut Buffer,
    zones: Zones,
}

/// Paints everything.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Zones {
    let palette = app.look.palette(app.settings.board, app.settings.shade);
    let mut canvas = Canvas { app, look: app.look, palette, area, buffer, zones: Vec::new() };
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        canvas.too_small();
    } else {
        match &app.page {
            Page::Desk => canvas.desk(),
            Page::Home { chosen } => canvas.home(*chosen),
            Page::New(form) => canvas.form(form),
            Page::History(history) => canvas.history(history),
            Page::Settings { chosen } => canvas.settings(*chosen),
            Page::Help { from } => canvas.help(*from),
            Page::Open { name, problem } => canvas.open(name, problem.as_deref()),
        }
    }
    canvas.zones
}

/// How the desk is divided.
struct Division {
    /// Columns and rows of a square.
    cell: (u16, u16),
    /// The board with its coordinates.
    board: Rect,
    /// What stands beside it, if there is room.
    panel: Option<Rect>,
    /// Where there is no room beside it, the rows above and below it that are of use: the player above, the player
    /// below, or both in one row; then the last moves.
    above: Option<Rect>,
    below: Option<Rect>,
    moves: Option<Rect>,
    /// Rows below all that, which nothing needs.
    spare: u16,
}

/// The sizes a square can have, the largest first: twice as many columns as rows, which is about a square, and one more,
/// so that a piece can stand in the middle.
fn cells() -> impl Iterator<Item = (u16, u16)> {
    (1..=LARGEST).rev().map(|rows| (2 * rows + 1, rows))
}

/// Rows of the largest squares. No terminal has use for more.
const LARGEST: u16 = 24;

/// Columns for the ranks' numbers, and rows for the files' letters.
const RIM: (u16, u16) = (3, 1);

/// Rows below the board: status, line, keys.
const FOOT: u16 = 3;

/// The narrowest panel that is of use.
const PANEL: u16 = 30;

/// Divides the desk. What stands beside the board may cost it a size, but never the room that a piece needs, unless it is
/// what one looks at, or there is no other place for the players and their clocks.
fn divide(area: Rect, side: u16, needs_panel: bool) -> Division {
    let rows = area.height.saturating_sub(FOOT);
    let extent = |(width, height): (u16, u16)| (RIM.0 + side * width, RIM.1 + side * height);
    let fits = |cell: (u16, u16), beside: u16| {
        let (width, height) = extent(cell);
        width + beside <= area.width && height <= rows
    };
    let alone = cells().find(|&cell| fits(cell, 0)).unwrap_or((3, 1));
    let has_no_row = extent(alone).1 == rows;
    let is_worth_it = |&(_, size): &(u16, u16)| match size {
        _ if needs_panel || has_no_row || size == alone.1 => true,
        1 => false,
        2 => size + 1 == alone.1,
        // Beside squares that hold a picture there is room for everything.
        _ => true,
    };
    let with_panel = cells().find(|&cell| fits(cell, PANEL + 1)).filter(is_worth_it);
    let cell = with_panel.unwrap_or(alone);
    let (width, height) = extent(cell);
    let mut board = Rect::new(area.x, area.y, width.min(area.width), height.min(rows));
    let panel = with_panel.map(|_| Rect::new(area.x + width + 1, area.y, area.width - width - 1, rows));
    let mut spare = if panel.is_some() { 0 } else { rows - board.height };
    let mut take_row = |y: u16, least: u16| {
        let row = (spare >= least).then_some(Rect { y, height: 1, ..area })?;
        spare -= 1;
        Some(row)
    };
    // With a single row to spare, both players share it.
    let above = take_row(area.y, 2);
    board.y += u16::from(above.is_some());
    let below = take_row(board.bottom(), 1);
    let moves = take_row(board.bottom() + 1, 1);
    Division { cell, board, panel, above, below, moves, spare }
}

impl Canvas<'_> {
    fn too_small(&mut self) {
        let Rect { width, height, .. } = self.area;
        // Short lines: there is little room, or nobody would read this.
        let lines = [
            "Too small to play:".to_owned(),
            format!("{width} x {height}, but it"),
            format!("takes {} x {}.", SMALLEST.0, SMALLEST.1),
        ];
        for (row, line) in lines.iter().enumerate() {
            self.text(0, row as u16, width, line, Style::new());
        }
    }

    fn desk(&mut self) {
        let Some(desk) = self.app.desk.as_deref() else { return };
        let side = desk.position().size().side() as u16;
        let division = divide(self.area, side, desk.mind.is_shown || desk.review().is_some());
        self.board(desk, &division);
        self.bar(desk, division.board);
        if let Some(panel) = division.panel {
            self.panel(desk, panel);
        }
        self.narrow_panel(desk, &division);
        self.foot(desk, division.spare);
        if desk.announces_end {
            self.announcement(desk, division.board);
        }
    }

    /// Writes text, and where it does not fit into a width, a sign that there is more; says where it ends.
    fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
        if y >= self.area.bottom() || x >= self.area.right() || width == 0 {
            return x;
        }
        let text = self.look.text(text);
        let room = usize::from(width.min(self.area.right() - x));
        if room < 2 || columns(text.trim_end()) <= room {
            return self.buffer.set_stringn(x, y, text, room, style).0;
        }
        let end = self.buffer.set_stringn(x, y, text, room - 1, style).0;
        let more = self.look.sign('…').to_string();
        self.buffer.set_stringn(end, y, more, 1, style).0
    }

    /// Writes text into as many rows as it needs and there are; says how many that were.
    fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let text = self.look.text(text);
        let rows = wrap::wrap_into(&text, usize::from(area.width), usize::from(area.height));
        for (row, line) in rows.iter().enumerate() {
            self.text(area.x, area.y + row as u16, area.width, line, style);
        }
        rows.len() as u16
    }

    /// Writes text that ends at a column.
    fn text_right(&mut self, right: u16, y: u16, text: &str, style: Style) {
        let width = columns(&self.look.text(text)) as u16;
        self.text(right.saturating_sub(width), y, width, text, style);
    }

    /// A horizontal line with a title in it.
    fn rule(&mut self, area: Rect, title: &str) {
        let dash = self.look.sign('─').to_string();
        self.text(area.x, area.y, area.width, &dash.repeat(usize::from(area.width)), Palette::quiet());
        if !title.is_empty() {
            self.text(
                area.x + 1,
                area.y,
                area.width.saturating_sub(2),
                &format!(" {title} "),
                self.palette.notable(),
            );
        }
    }

    /// An empty box with a border, over whatever was there.
    fn frame(&mut self, area: Rect) {
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                let is_edge_x = x == area.left() || x + 1 == area.right();
                let is_edge_y = y == area.top() || y + 1 == area.bottom();
                let sign = match (is_edge_x, is_edge_y) {
                    (true, true) => match (x == area.left(), y == area.top()) {
                        (true, true) => '┌',
                        (false, true) => '┐',
                        (true, false) => '└',
                        (false, false) => '┘',
                    },
                    (true, false) => '│',
                    (false, true) => '─',
                    (false, false) => ' ',
                };
                let sign = self.look.sign(sign);
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                    cell.set_char(sign);
                }
            }
        }
        self.zones.push((area, Zone::Nothing));
    }
}

//! Paints the evaluation over the game: above the line White is better, below it Black.

use super::super::desk::{Desk, line};
use super::super::look::Palette;
use super::Canvas;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Columns of a half-move where there is room for more.
const WIDEST: usize = 3;

impl Canvas<'_> {
    pub(super) fn graph(&mut self, desk: &Desk, area: Rect) {
        let Some(game) = desk.game() else { return };
        let line = line(game);
        let plies = line.len();
        // A few columns a half-move in a short game, several half-moves a column in a long one.
        let columns = usize::from(area.width.saturating_sub(2)).max(1);
        let wide = (columns / plies.max(1)).clamp(1, WIDEST);
        let here = line.iter().position(|&id| id == desk.node()).unwrap_or(0);
        let column_of = |ply: usize| if plies <= columns { ply * wide } else { ply * columns / plies };
        let zero = area.y + area.height / 2;
        let half = f64::from(area.height / 2);
        for x in 0..columns.min(plies * wide) as u16 {
            let dash = self.look.sign('─').to_string();
            self.text(area.x + 1 + x, zero, 1, &dash, Palette::quiet());
        }
        for (ply, id) in line.iter().enumerate() {
            let Some(worth) = desk.worth_at(*id) else { continue };
            let x = area.x + 1 + column_of(ply) as u16;
            let style = if ply == here { self.palette.notable() } else { Style::new() };
            for x in x..x + wide as u16 {
                self.column((x, zero), worth.height() * half, style);
            }
        }
        let x = area.x + 1 + (column_of(here) + wide / 2) as u16;
        self.text(x, area.bottom() - 1, 1, "^", self.palette.notable());
    }

    /// A column of so many rows, up for White and down for Black, to the half of a row where that can be shown.
    fn column(&mut self, (x, zero): (u16, u16), rows: f64, style: Style) {
        let is_up = rows > 0.0;
        let halves =
            if self.look.ascii { 2 * rows.abs().round() as u16 } else { (2.0 * rows.abs()).round() as u16 };
        let (full, part, none) = match (self.look.ascii, is_up) {
            (true, true) => ("#", "#", "="),
            (true, false) => (":", ":", "="),
            (false, true) => ("█", "▄", "━"),
            (false, false) => ("▒", "▀", "━"),
        };
        if halves == 0 {
            self.text(x, zero, 1, none, style);
        }
        for row in 0..halves.div_ceil(2) {
            let y = if is_up { zero.saturating_sub(row) } else { zero + row };
            let sign = if 2 * row + 1 == halves { part } else { full };
            self.text(x, y, 1, sign, style);
        }
    }
}

//! Paints the evaluation over the game: above the line White is better, below it Black.

use super::super::desk::{Desk, line};
use super::super::look::Palette;
use super::Canvas;
use ratatui::layout::Rect;
use ratatui::style::Style;

impl Canvas<'_> {
    pub(super) fn graph(&mut self, desk: &Desk, area: Rect) {
        let Some(game) = desk.game() else { return };
        let line = line(game);
        let plies = line.len();
        // One column a half-move, or several half-moves a column in a long game.
        let columns = usize::from(area.width.saturating_sub(2)).max(1);
        let here = line.iter().position(|&id| id == desk.node()).unwrap_or(0);
        let column_of = |ply: usize| if plies <= columns { ply } else { ply * columns / plies };
        let zero = area.y + area.height / 2;
        let half = f64::from(area.height / 2);
        for x in 0..columns.min(plies) as u16 {
            let dash = self.look.sign('─').to_string();
            self.text(area.x + 1 + x, zero, 1, &dash, Palette::quiet());
        }
        for (ply, id) in line.iter().enumerate() {
            let Some(worth) = desk.worth_at(*id) else { continue };
            let x = area.x + 1 + column_of(ply) as u16;
            let rows = (worth.height() * half).round() as i32;
            let style = if ply == here { self.palette.notable() } else { Style::new() };
            let full = if self.look.ascii { "#" } else { "█" };
            match rows {
                0 => drop(self.text(x, zero, 1, if self.look.ascii { "=" } else { "━" }, style)),
                up if up > 0 => {
                    for row in 0..up.unsigned_abs() as u16 {
                        self.text(x, zero.saturating_sub(row), 1, full, style);
                    }
                }
                down => {
                    let shade = if self.look.ascii { ":" } else { "▒" };
                    for row in 0..down.unsigned_abs() as u16 {
                        self.text(x, (zero + row).min(area.bottom() - 1), 1, shade, style);
                    }
                }
            }
        }
        let x = area.x + 1 + column_of(here) as u16;
        self.text(x, area.bottom() - 1, 1, "^", self.palette.notable());
    }
}

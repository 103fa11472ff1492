//! Paints the evaluation as a bar beside the board: the more of it is White's, the better White stands.

use super::super::desk::Desk;
use super::super::look::Palette;
use super::{Canvas, RIM};
use ratatui::layout::Rect;
use ratatui::style::Style;
use regence_rules::Color;

impl Canvas<'_> {
    /// The bar has the column left of the ranks' numbers, and its worth in letters stands below it.
    pub(super) fn bar(&mut self, desk: &Desk, board: Rect) {
        let is_wanted = desk.wants_bar(self.app.settings.bar) && desk.is_judged();
        let Some(worth) = desk.worth().filter(|_| is_wanted) else { return };
        let rows = board.height.saturating_sub(RIM.1);
        if rows == 0 {
            return;
        }
        let below = if desk.flipped { Color::Black } else { Color::White };
        let share = if below == Color::White { worth.height() } else { -worth.height() };
        // In halves of a row; nobody's part vanishes while the game goes on.
        let halves = (f64::midpoint(1.0, share) * f64::from(2 * rows)).round() as u16;
        let halves = if share.abs() < 1.0 { halves.clamp(1, 2 * rows - 1) } else { halves };
        let [own, other] = [below, !below].map(|color| self.palette.bodies[color.index()]);
        // Letters cannot be painted over, so they differ.
        let is_painted = self.palette.is_colored() && !self.look.ascii;
        for row in 0..rows {
            let filled = halves.saturating_sub(2 * (rows - 1 - row)).min(2);
            let (sign, style) = match (is_painted, filled) {
                (true, 2) => ('█', Style::new().fg(own)),
                (true, 1) => ('▄', Style::new().fg(own).bg(other)),
                (true, _) => ('█', Style::new().fg(other)),
                (false, filled) => {
                    let is_white = (filled == 2) == (below == Color::White);
                    (if is_white { '█' } else { '░' }, Style::new())
                }
            };
            let sign = if self.look.ascii && sign != '░' { '#' } else { sign };
            self.text(board.x, board.y + row, 1, &sign.to_string(), style);
        }
        let text = worth.to_string();
        self.text(board.x, board.bottom().saturating_sub(1), 4, &text, Palette::quiet());
    }
}

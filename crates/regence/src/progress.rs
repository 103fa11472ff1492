//! Tells a person who waits how far things are. Programs and files are told nothing.

use regence_terminal::visible::fitting;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// One line on standard error, drawn anew as work goes on; nothing at all unless that is a terminal.
pub struct Progress {
    started: Instant,
    visible: bool,
}

impl Progress {
    /// How long to wait at least before showing the line again.
    pub const INTERVAL: Duration = Duration::from_millis(100);

    /// Starts the clock.
    pub fn start() -> Self {
        Self { started: Instant::now(), visible: io::stderr().is_terminal() }
    }

    /// Shows how many positions have been counted.
    pub fn show(&self, nodes: u64) {
        self.draw(&self.line(nodes));
    }

    /// Replaces the line by its final state.
    pub fn finish(&self, nodes: u64) {
        self.draw(&format!("{}\n", self.line(nodes)));
    }

    /// Shows how many games have been read.
    pub fn show_games(&self, games: u64) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.draw(&format!("{games} games in {seconds:.1} s"));
    }

    /// Shows any line. What does not fit the terminal is not shown: a line that wraps could not be drawn anew.
    pub fn show_line(&self, text: &str) {
        self.draw(&fitting(text));
    }

    /// Says something that stays, to people and files alike.
    pub fn say(&self, text: &str) {
        self.clear();
        let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.draw("");
    }

    fn line(&self, nodes: u64) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss)] // Three digits are shown.
        let millions = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
        format!("{nodes} nodes in {seconds:.3} s, {millions:.0} M/s")
    }

    fn draw(&self, text: &str) {
        if self.visible {
            // Back to the left, clear to the right. If it cannot be shown, nothing is lost.
            let _ = io::stderr().write_all(format!("\r\x1b[K{text}").as_bytes());
        }
    }
}

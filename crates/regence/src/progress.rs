//! Tells a person who waits how far things are. Programs and files are told nothing.

use regence_terminal::visible::fitting;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// One line on standard error, drawn anew as work goes on; nothing at all unless that is a terminal.
pub struct Progress {
    started: Instant,
    visible: bool,
    /// How many bytes there are to read, if that is known.
    size: Option<u64>,
    /// How many of them have been read.
    read: AtomicU64,
}

impl Progress {
    /// How long to wait at least before showing the line again.
    pub const INTERVAL: Duration = Duration::from_millis(100);

    /// Starts the clock.
    pub fn start() -> Self {
        Self::of_size(None)
    }

    /// The same for so many bytes to read, or for nobody knows how many.
    pub fn of_size(size: Option<u64>) -> Self {
        let visible = io::stderr().is_terminal();
        Self { started: Instant::now(), visible, size, read: AtomicU64::new(0) }
    }

    /// A part of what there is to read. What is read of it counts.
    pub fn watch<R: Read>(&self, input: R) -> impl Read + use<'_, R> {
        Watched { input, progress: self }
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
        let counts = format!("{games} games in {seconds:.1} s");
        match self.size {
            Some(size) => self.show_line(&reached(self.read.load(Ordering::Relaxed), size, &counts)),
            None => self.draw(&counts),
        }
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

/// Something to read, and who shows how far that is.
struct Watched<'a, R> {
    input: R,
    progress: &'a Progress,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.progress.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// How far something is, drawn.
pub fn bar(done: u64, of: u64) -> String {
    const WIDTH: u64 = 30;
    let full = share(done, of, WIDTH) as usize;
    format!("[{:<width$}]", "#".repeat(full), width = WIDTH as usize)
}

/// How far reading is, drawn and in percent, with what has come of it.
fn reached(read: u64, size: u64, counts: &str) -> String {
    format!("{} {:>3} %, {counts}", bar(read, size), share(read, size, 100))
}

/// How many of so many parts are done; all of them if there is nothing to do.
fn share(done: u64, of: u64, parts: u64) -> u64 {
    let parts_done = u128::from(done.min(of)) * u128::from(parts);
    parts_done.checked_div(u128::from(of)).map_or(parts, |share| share as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_much_has_been_read() {
        for (read, size, expected) in [
            (0, 0, "[##############################] 100 %, x"),
            (0, 9, "[                              ]   0 %, x"),
            (5, 10, "[###############               ]  50 %, x"),
            (u64::MAX - 1, u64::MAX, "[############################# ]  99 %, x"),
            (11, 10, "[##############################] 100 %, x"),
        ] {
            assert_eq!(reached(read, size, "x"), expected);
        }
    }

    #[test]
    fn what_is_read_counts() {
        let progress = Progress::of_size(Some(10));
        for part in [&b"abc"[..], b"de"] {
            assert_eq!(io::copy(&mut progress.watch(part), &mut io::sink()).ok(), Some(part.len() as u64));
        }
        assert_eq!(progress.read.load(Ordering::Relaxed), 5);
    }
}

//! Some lines on a terminal that are drawn anew in place.

use super::look::{Analyst, Line};
use super::written;
use regence_rules::Position;
use regence_terminal::visible::fitting;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A part of the terminal that changes, below what stays.
pub struct Live {
    /// How many lines are drawn.
    height: usize,
}

impl Live {
    pub fn new() -> Self {
        Self { height: 0 }
    }

    /// Draws lines in place of those before. What does not fit the width is not shown, as a line that wraps could not be
    /// drawn anew.
    pub fn draw(&mut self, lines: &[String], out: &mut impl Write) -> io::Result<()> {
        let mut text = self.back();
        for line in lines {
            text.push_str(&fitting(line));
            text.push('\n');
        }
        self.height = lines.len();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Removes the lines.
    pub fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        let text = self.back();
        self.height = 0;
        out.write_all(text.as_bytes())
    }

    /// Goes back to where the lines begin, and clears everything from there on.
    fn back(&self) -> String {
        match self.height {
            0 => String::new(),
            height => format!("\x1b[{height}A\r\x1b[J"),
        }
    }
}

/// Looks at a position, and shows the best lines while they change.
pub fn show(analyst: &mut Analyst, position: &Position, out: &mut impl Write) -> io::Result<()> {
    let (mut live, started, mut drawn) = (Live::new(), Instant::now(), Ok(()));
    let count = analyst.lines();
    let lines = analyst.look(&(*position).into(), &mut |news, lines| {
        // A rank of several is drawn together with the others.
        if news.is_none_or(|rank| rank == lines.len()) && drawn.is_ok() {
            drawn = live.draw(&block(position, lines, started.elapsed(), count), out);
        }
    });
    drawn?;
    live.clear(out)?;
    for line in &lines {
        writeln!(out, "{}", written::text(position, line, count > 1))?;
    }
    if lines.is_empty() {
        writeln!(out, "{}", written::end(position))?;
    }
    Ok(())
}

/// How far it is, and the lines.
pub fn block(position: &Position, lines: &[Line], elapsed: Duration, count: usize) -> Vec<String> {
    let mut block = vec![effort(lines, elapsed)];
    block.extend(lines.iter().map(|line| written::text(position, line, count > 1)));
    block
}

/// How long it has taken and how fast it goes.
#[allow(clippy::cast_precision_loss)] // Few digits are shown.
fn effort(lines: &[Line], elapsed: Duration) -> String {
    let (nodes, time) = lines.first().map_or((0, 0.0), |line| (line.nodes, line.time.as_secs_f64()));
    let speed = if time > 0.0 { nodes as f64 / time / 1e6 } else { 0.0 };
    format!("{:.1} s, {speed:.2} M nodes/s", elapsed.as_secs_f64())
}

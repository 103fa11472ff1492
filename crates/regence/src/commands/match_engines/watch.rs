//! Follows a match: writes its games, tells of faults as they happen, and draws a line for who waits.

use crate::progress::Progress;
use regence_arena::{GameRecord, Match, Report, Tally, Watcher, game_text};
use std::fs::File;
use std::io::{self, Write};

/// Who follows a match.
pub struct Watch<'a> {
    /// The match.
    pub of: &'a Match,
    /// The engines' names.
    pub names: &'a [String],
    /// What PGN calls the match.
    pub event: &'a str,
    /// Where games are written to.
    pub file: Option<&'a mut File>,
    /// Where the line is drawn.
    pub progress: &'a Progress,
    /// The line that stands there.
    pub shown: String,
}

impl Watcher for Watch<'_> {
    fn game(&mut self, record: &GameRecord, tally: &Tally) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let text = game_text(record, &self.of.engines, self.event);
            // In one piece, so that whoever reads along or ends us never leaves half a game.
            file.write_all(text.as_bytes())?;
        }
        if let Some(incident) = record.incident(self.names) {
            self.progress.say(&format!("regence: {incident}"));
            self.shown.clear();
        }
        self.moment(tally);
        Ok(())
    }

    fn moment(&mut self, tally: &Tally) {
        let report =
            Report { names: self.names, schedule: &self.of.schedule, sprt: self.of.sprt.as_ref(), tally };
        let line = report.progress();
        if line != self.shown {
            self.progress.show_line(&line);
            self.shown = line;
        }
    }
}

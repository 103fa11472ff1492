//! `regence store`: what can be done with a whole store.

use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use crate::keeping::require_store;
use crate::one_line;
use crate::progress::{self, Progress};
use regence_store::{Copied, Place, copy};
use std::ffi::OsString;
use std::io::Write;
use std::time::Instant;

/// What it says about itself.
pub const HELP: &str = "\
Works on all that is kept: games, players, accounts and settings.

Usage: regence store copy FROM TO

  copy FROM TO  copies the store at one place to another, with all that is in it. A place is a folder, or a PostgreSQL
                database: postgres://USER@HOST:PORT/DATABASE. TO must be empty, or hold a copy that was broken off: that
                goes on where it stopped. Stop the server of FROM first, and serve TO when the copy is finished

A password is better not written into the URL, where other users of the machine can see it: PGPASSWORD and ~/.pgpass
are heeded.
";

/// A wish about a whole store.
pub struct Store {
    from: Place,
    to: Place,
}

impl Store {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let mut words = Vec::new();
        // It takes no flags.
        while let Some(Argument::Word(word)) = arguments.next()? {
            words.push(word);
        }
        let mut words = words.into_iter();
        let missing = |what| Error::Missing { what, command };
        match words.next() {
            Some(task) if task == "copy" => {}
            Some(task) => return Err(Error::UnknownStoreTask(task)),
            None => return Err(missing("what to do: copy")),
        }
        let from = place(words.next().ok_or_else(|| missing("where the store is"))?)?;
        let to = place(words.next().ok_or_else(|| missing("where to copy it to"))?)?;
        match words.next() {
            Some(word) => Err(Error::StrayWord { word, command }),
            None => Ok(Self { from, to }),
        }
    }

    /// Copies.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        require_store(&self.from)?;
        let progress = Progress::start();
        let mut shown = None;
        let show = |Copied { games, of }| {
            if shown.is_none_or(|shown: Instant| shown.elapsed() >= Progress::INTERVAL) {
                shown = Some(Instant::now());
                progress.show_line(&bar(games, of));
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let copied = runtime.block_on(copy(&self.from, &self.to, show));
        progress.clear();
        let place = one_line(&self.to.to_string());
        Ok(writeln!(out, "{} games are at {place} now", copied?.games)?)
    }
}

fn place(word: OsString) -> Result<Place, Error> {
    match word.into_string() {
        Ok(text) => text.parse().map_err(Error::Place),
        Err(word) => Ok(Place::Folder(word.into())),
    }
}

/// How far it is, drawn and in numbers.
fn bar(games: u64, of: u64) -> String {
    format!("{} {} of {of} games", progress::bar(games, of), games.min(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        for (games, of, expected) in [
            (0, 0, "[##############################] 0 of 0 games"),
            (0, 9, "[                              ] 0 of 9 games"),
            (1, 2, "[###############               ] 1 of 2 games"),
            (9, 8, "[##############################] 8 of 8 games"),
        ] {
            assert_eq!(bar(games, of), expected);
        }
    }
}

//! What a game in plain text needs of the world.

use crate::whole_file;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time, and files. Everything else that a game does depends on nothing but what it is told.
pub trait Outside {
    /// The time since any moment, always the same.
    fn now(&self) -> Duration;

    /// What a file holds.
    fn read(&mut self, name: &str) -> io::Result<Vec<u8>>;

    /// Makes a file that holds this. One that is there already is replaced only if that is wanted, and stays as it was if
    /// that fails.
    fn write(&mut self, name: &str, text: &str, replace: bool) -> io::Result<()>;
}

/// The world itself.
#[derive(Debug)]
pub struct World {
    start: Instant,
}

/// No game is longer than this, in bytes.
const LONGEST_FILE: u64 = 64 << 20;

impl Default for World {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Outside for World {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn read(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(name)?.take(LONGEST_FILE).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&mut self, name: &str, text: &str, replace: bool) -> io::Result<()> {
        let (path, content) = (Path::new(name), text.as_bytes());
        if !replace {
            return whole_file::create(path, content);
        }
        whole_file::replace(path, |file| file.write_all(content))
    }
}

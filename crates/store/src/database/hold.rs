//! Which games of a folder are open in programs beside the server: each is a file that the program holds locked, so that
//! the system lets go of it when the program ends, however it ends.

use crate::GameId;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The folder of these files, beside the database.
const FOLDER: &str = "open-games";

/// Whoever takes a game or lets go of one holds this file meanwhile: nobody locks a file that another is about to remove.
const GATE: &str = "gate";

/// The games that are open here.
pub struct Holds {
    folder: PathBuf,
    held: Mutex<HashMap<GameId, File>>,
}

impl Holds {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.join(FOLDER), held: Mutex::default() }
    }

    /// Takes a game, unless another program has. Where files cannot be locked nobody is kept out: the numbers of a log's
    /// entries still keep programs from overwriting each other.
    pub fn take(&self, game: GameId) -> bool {
        let mut held = self.held();
        if held.contains_key(&game) {
            return true;
        }
        let _gate = self.gate();
        let Some(file) = open(&self.path(game)) else { return true };
        let is_free = !is_locked(&file);
        if is_free {
            held.insert(game, file);
        }
        is_free
    }

    /// Whether another program has a game.
    pub fn is_elsewhere(&self, game: GameId) -> bool {
        let path = self.path(game);
        if self.held().contains_key(&game) || !path.exists() {
            return false;
        }
        let _gate = self.gate();
        let Some(file) = open(&path) else { return false };
        let is_elsewhere = is_locked(&file);
        if !is_elsewhere {
            // Whoever had it has been killed.
            let _ = fs::remove_file(path);
        }
        is_elsewhere
    }

    /// Lets go of a game.
    pub fn release(&self, game: GameId) {
        if let Some(file) = self.held().remove(&game) {
            let _gate = self.gate();
            // A file that stays keeps nobody out once it is unlocked.
            let _ = fs::remove_file(self.path(game));
            drop(file);
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<GameId, File>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, game: GameId) -> PathBuf {
        // Names that differ in case only would be one file on some systems.
        let name = game.as_str().chars().flat_map(|letter| {
            let mark = letter.is_ascii_uppercase().then_some('_');
            mark.into_iter().chain([letter.to_ascii_lowercase()])
        });
        self.folder.join(name.collect::<String>())
    }

    /// Waits for the gate; it is open again when this is dropped.
    fn gate(&self) -> Option<File> {
        // What cannot be made will be missed where it matters.
        let _ = fs::create_dir_all(&self.folder);
        let gate = open(&self.folder.join(GATE))?;
        gate.lock().ok().map(|()| gate)
    }
}

fn open(path: &Path) -> Option<File> {
    OpenOptions::new().append(true).create(true).open(path).ok()
}

/// Locks a file; says whether another program has already.
fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

//! The door of a folder: a file that the one server of a store in it holds locked, so that there is no second one.
//! Programs that only read and add games pass by it.

use crate::{StoreError, Trouble, TroubleKind};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of the file beside the database.
const LOCK_FILE: &str = "server.lock";

/// The door of a folder. The system opens it again when the program ends, however it ends.
pub struct Door {
    folder: PathBuf,
    held: Mutex<Option<File>>,
}

impl Door {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), held: Mutex::new(None) }
    }

    /// Locks it, unless another server has.
    pub fn lock(&self) -> Result<(), StoreError> {
        let path = self.folder.join(LOCK_FILE);
        let fault = |kind| StoreError::from(Trouble::new(&self.folder.display().to_string(), kind));
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| fault(TroubleKind::NotWritable(error.to_string())))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => fault(TroubleKind::Served),
            TryLockError::Error(error) => fault(TroubleKind::NotWritable(error.to_string())),
        })?;
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        Ok(())
    }

    /// Unlocks it.
    pub fn unlock(&self) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

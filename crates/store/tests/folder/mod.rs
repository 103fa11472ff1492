//! A folder for one test, gone with it.

use std::path::{Path, PathBuf};

/// A new folder that is removed when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder that nobody else uses, not yet made.
    pub fn new() -> Self {
        let name = format!("regence-store-test-{}", regence_store::GameId::random().expect("randomness"));
        Self(std::env::temp_dir().join(name))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

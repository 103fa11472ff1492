//! What can be wrong with the place where things are kept, each with what to do about it.

use core::fmt;
use std::path::{Path, PathBuf};

/// Something is wrong with a file or folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// With which one.
    pub file: PathBuf,
    /// What.
    pub kind: TroubleKind,
}

/// What can be wrong with a file or folder.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TroubleKind {
    /// The folder cannot be made, for this reason.
    Folder(String),
    /// The database cannot be opened, or not for writing.
    NotWritable(String),
    /// The file is a database of some other program.
    Foreign,
    /// The database was written by a newer Regence.
    Newer {
        /// A schema that it has.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The file is damaged, or no database at all.
    Corrupt(String),
    /// Another program holds the database, and did not let go in time.
    Locked,
    /// There is no room left on the disk.
    DiskFull,
    /// The disk did not do as it was told.
    Io(String),
}

impl Trouble {
    pub(crate) fn new(file: &Path, kind: TroubleKind) -> Self {
        Self { file: file.to_owned(), kind }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.kind {
            TroubleKind::Folder(why) => {
                write!(f, "cannot make the folder {file}: {why}; choose another with --data")
            }
            TroubleKind::NotWritable(why) => write!(
                f,
                "cannot write to {file}: {why}; check who may write there, or choose another folder with --data"
            ),
            TroubleKind::Foreign => {
                write!(f, "{file} is a database of some other program; choose another folder with --data")
            }
            TroubleKind::Newer { found, known } => write!(
                f,
                "{file} was written by a newer Regence (schema {found}, this one knows {known}); update Regence, or \
                 choose another folder with --data"
            ),
            TroubleKind::Corrupt(why) => write!(
                f,
                "{file} is damaged or no database: {why}; restore it from a backup, or move it away to start anew"
            ),
            TroubleKind::Locked => {
                write!(f, "another program holds {file}; close that program or wait, then try again")
            }
            TroubleKind::DiskFull => {
                write!(f, "no room left to write {file}; free some space, then try again")
            }
            TroubleKind::Io(why) => write!(
                f,
                "the disk failed at {file}: {why}; check the disk, then look whether the last change was kept"
            ),
        }
    }
}

impl core::error::Error for Trouble {}

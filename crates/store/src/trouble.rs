//! What can be wrong with the place where things are kept, each with what to do about it.

use core::fmt;

/// Something is wrong with a file, a folder or a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// With which one: a path, or a URL without its password.
    pub place: String,
    /// What.
    pub kind: TroubleKind,
}

/// What can be wrong with a file, a folder or a database.
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
    /// The database was asked for more than it can find in good time.
    Slow,
    /// A server is running on this folder already.
    Served,
    /// There is no room left on the disk.
    DiskFull,
    /// The disk did not do as it was told.
    Io(String),
    /// The database cannot be reached. Nothing has changed.
    Unreachable(String),
    /// The database was lost in the very moment of writing.
    Lost(String),
    /// The database does not do what it is asked to: it does not know us, or is not what we take it for.
    Refused(String),
}

impl Trouble {
    pub(crate) fn new(place: &str, kind: TroubleKind) -> Self {
        Self { place: place.to_owned(), kind }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.place;
        match &self.kind {
            TroubleKind::Folder(why) => {
                write!(f, "cannot make the folder {file}: {why}; choose another with --data")
            }
            TroubleKind::NotWritable(why) => write!(
                f,
                "cannot write to {file}: {why}; check who may write there, or choose another folder with --data"
            ),
            TroubleKind::Foreign => {
                write!(
                    f,
                    "{file} is a database of some other program; choose another with --data or --database"
                )
            }
            TroubleKind::Newer { found, known } => write!(
                f,
                "{file} was written by a newer Regence (schema {found}, this one knows {known}); update Regence, or \
                 choose another with --data or --database"
            ),
            TroubleKind::Corrupt(why) => write!(
                f,
                "{file} is damaged or no database: {why}; restore it from a backup, or move it away to start anew"
            ),
            TroubleKind::Locked => {
                write!(f, "another program holds {file}; close that program or wait, then try again")
            }
            TroubleKind::Slow => {
                write!(f, "{file} takes too long over this; ask for less, or try again when it is less busy")
            }
            TroubleKind::Served => {
                write!(f, "a server has {file} already; stop that one, or choose another folder with --data")
            }
            TroubleKind::DiskFull => {
                write!(f, "no room left to write {file}; free some space, then try again")
            }
            TroubleKind::Io(why) => write!(
                f,
                "the disk failed at {file}: {why}; check the disk, then look whether the last change was kept"
            ),
            TroubleKind::Unreachable(why) => {
                write!(f, "cannot reach {file}: {why}; check that PostgreSQL runs there, then try again")
            }
            TroubleKind::Lost(why) => write!(
                f,
                "lost {file} while it was writing: {why}; look whether the last change was kept, then try again"
            ),
            TroubleKind::Refused(why) => {
                write!(f, "{file} refuses: {why}; check the URL, and what its user may do there")
            }
        }
    }
}

impl core::error::Error for Trouble {}

//! Endings that are known to the last move: Syzygy tables.

#[cfg(not(target_arch = "x86_64"))]
mod nowhere;
#[cfg(target_arch = "x86_64")]
mod syzygy;

#[cfg(not(target_arch = "x86_64"))]
pub use nowhere::Tablebase;
#[cfg(target_arch = "x86_64")]
pub use syzygy::Tablebase;

use std::fmt;
use std::path::PathBuf;

/// How an ending ends if nobody errs, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It loses.
    Loss,
    /// It would lose, but for the fifty-move rule.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// It would win, but for the fifty-move rule.
    CursedWin,
    /// It wins.
    Win,
}

/// Why there are no tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablebaseError {
    /// No folder among these has any.
    NoTables(String),
    /// Another engine of this process has them open.
    InUse,
    /// What has the name of a table is no file.
    NoFile(PathBuf),
    /// A file is no table, or not a whole one.
    Damaged(PathBuf),
    /// They cannot be read.
    Unreadable,
    /// The library that reads them does not know this kind of machine.
    NotHere,
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTables(path) => write!(f, "there are no Syzygy tables (.rtbw files) in '{path}'"),
            Self::Damaged(file) => {
                write!(f, "'{}' is not a whole Syzygy table; fetch it again, or take it away", file.display())
            }
            Self::NoFile(place) => {
                write!(
                    f,
                    "'{}' has the name of a Syzygy table, but is no file; take it away",
                    place.display()
                )
            }
            Self::InUse => f.write_str("another engine of this process has Syzygy tables open"),
            Self::NotHere => f.write_str("Syzygy tables cannot be read on this kind of machine"),
            Self::Unreadable => f.write_str("the Syzygy tables cannot be read"),
        }
    }
}

impl std::error::Error for TablebaseError {}

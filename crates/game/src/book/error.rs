//! Why a book cannot be used.

use std::fmt;
use std::io;

/// Why a book cannot be used.
#[derive(Debug)]
pub enum BookError {
    /// It cannot be read.
    Input(io::Error),
    /// The last entry is cut off.
    Truncated {
        /// The byte at which it starts, from 0.
        offset: u64,
        /// How many bytes of it are there.
        found: usize,
    },
    /// An entry's key is lower than the one before.
    Unsorted {
        /// The byte at which it starts, from 0.
        offset: u64,
        /// Its key.
        key: u64,
        /// The key before.
        before: u64,
    },
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Truncated { offset, found } => {
                write!(f, "byte {offset}: {found} bytes are left, expected the 16 of an entry")
            }
            Self::Unsorted { offset, key, before } => {
                write!(f, "byte {offset}: key {key:016x}, expected one not below {before:016x}")
            }
        }
    }
}

impl std::error::Error for BookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Input(error) => Some(error),
            Self::Truncated { .. } | Self::Unsorted { .. } => None,
        }
    }
}

//! What it means when SQLite says no.

use crate::{StoreError, Trouble, TroubleKind};
use sqlx::migrate::MigrateError;
use std::path::Path;

/// A database that did not do as it was told.
pub struct Failure(sqlx::Error);

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self(error)
    }
}

impl Failure {
    /// Whether this concerns a single change rather than the database: a rule of the schema was broken.
    pub fn is_of_one_change(&self) -> bool {
        let is_other = |kind| matches!(kind, sqlx::error::ErrorKind::Other);
        self.0.as_database_error().is_some_and(|error| !is_other(error.kind()))
    }

    /// Whether another program holds the database.
    pub fn is_busy(&self) -> bool {
        matches!(self.code(), Some(5 | 6))
    }

    /// SQLite's primary result code.
    fn code(&self) -> Option<i32> {
        let extended: i32 = self.0.as_database_error()?.code()?.parse().ok()?;
        Some(extended & 0xff)
    }

    /// What to tell about it.
    pub fn told(self, file: &Path) -> StoreError {
        if self.is_of_one_change() {
            let is_stray = |kind| matches!(kind, sqlx::error::ErrorKind::ForeignKeyViolation);
            if self.0.as_database_error().is_some_and(|error| is_stray(error.kind())) {
                // Games refer to players and openings; openings are made as they are needed.
                return StoreError::NoSuchPlayer;
            }
        }
        let why = match self.0.as_database_error() {
            Some(error) => error.message().to_owned(),
            None => self.0.to_string(),
        };
        let kind = match (self.code(), &self.0) {
            // SQLITE_PERM, READONLY, CANTOPEN, AUTH
            (Some(3 | 8 | 14 | 23), _) => TroubleKind::NotWritable(why),
            // SQLITE_BUSY, LOCKED; or no connection was free for long, because they all wait
            (Some(5 | 6), _) | (None, sqlx::Error::PoolTimedOut) => TroubleKind::Locked,
            (Some(13), _) => TroubleKind::DiskFull,
            // SQLITE_CORRUPT, NOTADB, FORMAT; or a column that is not what the schema says
            (Some(11 | 24 | 26), _) | (None, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => {
                TroubleKind::Corrupt(why)
            }
            (None, sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed) => return StoreError::Closed,
            _ => TroubleKind::Io(why),
        };
        Trouble::new(file, kind).into()
    }
}

/// What to tell about a schema that cannot be brought up to date.
pub fn migration(error: MigrateError, file: &Path, known: i64) -> StoreError {
    let kind = match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            return Failure(error).told(file);
        }
        MigrateError::VersionMissing(found) => TroubleKind::Newer { found, known },
        other => TroubleKind::Corrupt(other.to_string()),
    };
    Trouble::new(file, kind).into()
}

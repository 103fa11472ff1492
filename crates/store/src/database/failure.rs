//! What it means when a database says no.

use crate::{StoreError, Trouble, TroubleKind};
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

/// A database that did not do as it was told.
pub struct Failure {
    error: sqlx::Error,
    /// Whether it was told to commit, so that nobody knows whether it has.
    is_at_commit: bool,
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self { error, is_at_commit: false }
    }
}

impl Failure {
    /// A failure at the very end.
    pub fn at_commit(error: sqlx::Error) -> Self {
        Self { error, is_at_commit: true }
    }

    /// No answer came for so long that none is waited for any more. What was ordered may have been done.
    pub fn silence() -> Self {
        Self { is_at_commit: true, ..Self::unreached() }
    }

    /// There was no connection to be had.
    pub fn unreached() -> Self {
        let error = std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer for too long");
        Self { error: error.into(), is_at_commit: false }
    }

    fn kind(&self) -> Option<ErrorKind> {
        self.error.as_database_error().map(DatabaseError::kind)
    }

    /// Which rule of the schema was broken, if one was.
    pub fn broken_rule(&self) -> Option<ErrorKind> {
        self.kind().filter(|kind| !matches!(kind, ErrorKind::Other))
    }

    /// Whether this concerns a single change rather than the database: a rule of the schema was broken, or PostgreSQL
    /// cannot read a value, or finds it too long.
    pub fn is_of_one_change(&self) -> bool {
        let is_of_value = |state: &str| state.starts_with("22") || state.starts_with("54");
        self.broken_rule().is_some() || self.state().is_some_and(is_of_value)
    }

    /// Whether another program holds the database.
    pub fn is_busy(&self) -> bool {
        matches!(self.code(), Some(5 | 6))
    }

    /// Whether the connection is of no use any more.
    pub fn is_of_the_connection(&self) -> bool {
        match &self.error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
            // PostgreSQL is stopping, starting, or has ended this session.
            _ => self
                .state()
                .is_some_and(|state| state.starts_with("08") || state.starts_with("57P") || state == "25P03"),
        }
    }

    /// Whether the same may well succeed if it is tried once more: all of it was taken back.
    pub fn is_passing(&self) -> bool {
        // Two transactions that wait for each other, or that cannot both be as if they were alone.
        let is_clash = matches!(self.state(), Some("40P01" | "40001"));
        is_clash || (!self.is_at_commit && self.is_of_the_connection())
    }

    /// SQLite's primary result code.
    fn code(&self) -> Option<i32> {
        if self.state().is_some() {
            return None;
        }
        let extended: i32 = self.error.as_database_error()?.code()?.parse().ok()?;
        Some(extended & 0xff)
    }

    /// PostgreSQL's five letters for what has happened.
    fn state(&self) -> Option<&str> {
        let error = self.error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
        Some(error.code())
    }

    /// What to tell about it.
    pub fn told(self, place: &str) -> StoreError {
        if matches!(self.kind(), Some(ErrorKind::ForeignKeyViolation)) {
            // Games refer to players and openings; openings are made as they are needed.
            return StoreError::NoSuchPlayer;
        }
        let why = match self.error.as_database_error() {
            Some(error) => error.message().to_owned(),
            None => self.error.to_string(),
        };
        let kind = match (self.state(), self.code(), &self.error) {
            (None, None, sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed) => return StoreError::Closed,
            (Some(state), ..) => self.kind_of_state(state, why),
            (_, Some(code), _) => kind_of_code(code, why),
            // No connection was free for long, because they all wait, or because there is nothing to connect to.
            (.., sqlx::Error::PoolTimedOut) if !is_url(place) => TroubleKind::Locked,
            (.., sqlx::Error::PoolTimedOut) => TroubleKind::Unreachable(why),
            // A column that is not what the schema says.
            (.., sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => TroubleKind::Corrupt(why),
            _ if !is_url(place) => TroubleKind::Io(why),
            _ if self.is_at_commit => TroubleKind::Lost(why),
            _ if self.is_of_the_connection() => TroubleKind::Unreachable(why),
            _ => TroubleKind::Refused(why),
        };
        Trouble::new(place, kind).into()
    }

    fn kind_of_state(&self, state: &str, why: String) -> TroubleKind {
        match state {
            "53100" => TroubleKind::DiskFull,
            "25006" | "42501" => TroubleKind::NotWritable(why),
            // A lock that was not to be had, a clash that came again and again.
            "55P03" | "40P01" | "40001" => TroubleKind::Locked,
            "57014" => TroubleKind::Slow,
            "XX001" | "XX002" => TroubleKind::Corrupt(why),
            _ if self.is_of_the_connection() && self.is_at_commit => TroubleKind::Lost(why),
            _ if self.is_of_the_connection() => TroubleKind::Unreachable(why),
            _ => TroubleKind::Refused(why),
        }
    }
}

fn is_url(place: &str) -> bool {
    place.contains("://")
}

fn kind_of_code(code: i32, why: String) -> TroubleKind {
    match code {
        // SQLITE_PERM, READONLY, CANTOPEN, AUTH
        3 | 8 | 14 | 23 => TroubleKind::NotWritable(why),
        // SQLITE_BUSY, LOCKED
        5 | 6 => TroubleKind::Locked,
        13 => TroubleKind::DiskFull,
        // SQLITE_CORRUPT, NOTADB, FORMAT
        11 | 24 | 26 => TroubleKind::Corrupt(why),
        _ => TroubleKind::Io(why),
    }
}

/// What to tell about a schema that cannot be brought up to date.
pub fn migration(error: MigrateError, place: &str, known: i64) -> StoreError {
    let kind = match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            return Failure::from(error).told(place);
        }
        MigrateError::VersionMissing(found) => TroubleKind::Newer { found, known },
        other => TroubleKind::Corrupt(other.to_string()),
    };
    Trouble::new(place, kind).into()
}

//! A connection to PostgreSQL that is lent to somebody who reads, and goes back when they are done.
//!
//! A way that is cut says nothing. So nobody waits for ever for an answer, and a connection that gives none does not keep
//! its place among those that are lent: otherwise a few of them would leave none for anybody.

use sqlx::PgConnection;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use std::io;
use std::time::Duration;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

/// How long the database itself lets somebody read, as it is told.
pub const LONGEST_READ: &str = "10s";
/// How long an answer may take. A database that is there has said before that it was too much, so nobody is there any more.
pub const LONGEST: Duration = Duration::from_secs(12);

/// A connection that is lent; none once it was given up.
pub struct Lent(Option<PoolConnection<Postgres>>);

impl Lent {
    pub fn new(connection: PoolConnection<Postgres>) -> Self {
        Self(Some(connection))
    }

    /// The connection, if it is of any use.
    pub fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        self.0.as_deref_mut().ok_or_else(silence)
    }

    /// What was heard over it. If nothing was, it is given up, and makes room for another.
    pub fn heard<T>(&mut self, answer: Result<Result<T, sqlx::Error>, Elapsed>) -> Result<T, sqlx::Error> {
        answer.unwrap_or_else(|_| {
            drop(self.0.take().map(PoolConnection::detach));
            Err(silence())
        })
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(mut connection) = self.0.take() {
            // Before it goes back it is asked whether it is still good. Whoever had it may have gone in the midst of a
            // question, which the database then answers first; but one that is dead would be asked for ever.
            tokio::spawn(timeout(LONGEST, connection.return_to_pool()));
        }
    }
}

fn silence() -> sqlx::Error {
    io::Error::new(io::ErrorKind::TimedOut, "no answer for too long").into()
}

//! The store in a database: one SQLite file, or PostgreSQL.
//!
//! All changes go through one [writer](writer) with a connection of its own; readers have a small pool. Queries are
//! plain SQL checked when they run, by the conformance tests, rather than when they are compiled: that needs no database
//! to build, and no macros. They are written once; what differs between the databases is in [`sql`], how each is opened
//! in [`sqlite`] and [`postgres`], and what their errors mean in [`failure`].

mod append;
mod copy;
mod derived;
mod door;
mod failure;
mod heir;
mod hold;
mod import;
mod job;
mod lease;
mod lent;
mod notice;
mod postgres;
mod read;
mod row;
mod score;
mod search;
mod setting;
mod sql;
mod sqlite;
#[cfg(test)]
mod sqlite_tests;
mod together;
mod user;
mod write;
mod writer;

pub use notice::{Notice, Notices, Topic};
pub use sqlite::Tuning;

use crate::place::Place;
use crate::{StoreError, Trouble, TroubleKind};
use door::Door;
use failure::Failure;
use hold::Holds;
use sql::{Dialect, Pool, Reader, query};
use sqlx::postgres::PgConnectOptions;
use writer::Writer;

/// A store in a database.
pub struct Database {
    place: String,
    readers: Pool,
    writer: Writer,
    /// What keeps a second server out, where there can be only one.
    door: Option<Door>,
    /// Which games are open here, where the database cannot tell.
    holds: Option<Holds>,
    /// How to connect once more, where that is another matter: to hear of what other programs write, or to read for long.
    again: Option<PgConnectOptions>,
}

impl Database {
    /// Opens the database at a place, and brings its schema up to date.
    pub async fn open(place: &Place, tuning: Tuning) -> Result<Self, StoreError> {
        match place {
            Place::Folder(folder) => sqlite::open(folder, tuning).await,
            Place::Postgres(options) => postgres::open(options, &place.to_string(), tuning.is_quiet).await,
        }
    }

    /// Finishes what is queued, and closes.
    pub async fn close(self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.close().await
    }

    /// Everything that is wrong with the database: what it finds itself, and logs that have lost entries.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        let mut reader = self.patient_reader().await?;
        let mut found = Vec::new();
        if self.readers.dialect() == Dialect::Sqlite {
            let rows = self.read(query("PRAGMA integrity_check").all(&mut reader).await)?;
            for row in &rows {
                found.push(self.read(row.get::<String>(0))?);
            }
            found.retain(|line| line != "ok");
            let strays = self.read(query("PRAGMA foreign_key_check").all(&mut reader).await)?.len();
            if strays > 0 {
                found.push(format!("{strays} rows refer to rows that are not there"));
            }
        }
        let incomplete = query(
            "SELECT g.code FROM games g
             WHERE g.entries <> (SELECT count(*) FROM entries e WHERE e.game = g.id)
                OR g.plies + 1 <> (SELECT count(*) FROM plies p WHERE p.game = g.id)
             ORDER BY g.id LIMIT 100",
        );
        for row in self.read(incomplete.all(&mut reader).await)? {
            found.push(format!("game {} has not as much as it says", self.read(row.get::<&str>(0))?));
        }
        Ok(found)
    }

    /// A connection to read by.
    async fn reader(&self) -> Result<Reader, StoreError> {
        self.read(self.readers.reader().await)
    }

    /// A connection for what reads all there is, and takes as long as it takes.
    async fn patient_reader(&self) -> Result<Reader, StoreError> {
        match &self.again {
            Some(options) => self.read(postgres::connect(options).await.map(Reader::Own)),
            None => self.reader().await,
        }
    }

    /// The answer to a query, or what it means that there is none.
    fn read<T>(&self, answer: Result<T, impl Into<Failure>>) -> Result<T, StoreError> {
        answer.map_err(|failure| failure.into().told(&self.place))
    }

    fn corrupt(&self, why: String) -> StoreError {
        Trouble::new(&self.place, TroubleKind::Corrupt(why)).into()
    }
}

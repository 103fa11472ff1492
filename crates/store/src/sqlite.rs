//! The store in one SQLite file.
//!
//! All changes go through one [writer](writer) with a connection of its own; readers have a small pool. Queries are
//! plain SQL checked when they run, by the conformance tests, rather than when they are compiled: that needs no database
//! to build, and no macros.

mod append;
mod failure;
mod import;
mod open;
mod read;
mod row;
mod score;
mod search;
mod setting;
#[cfg(test)]
mod tests;
mod user;
mod write;
mod writer;

use crate::{StoreError, TroubleKind};
use failure::Failure;
use sqlx::SqlitePool;
use std::path::PathBuf;
use std::time::Duration;
use writer::Writer;

/// A store in one SQLite file.
pub struct Sqlite {
    file: PathBuf,
    readers: SqlitePool,
    writer: Writer,
}

/// What tests set otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How long to wait for another program that holds the database. One that imports holds it most of the time.
    pub patience: Duration,
    /// How many pages the file may have; beyond, the disk counts as full.
    pub most_pages: Option<u32>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { patience: Duration::from_secs(30), most_pages: None }
    }
}

impl Sqlite {
    /// Finishes what is queued, and closes.
    pub async fn close(self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.close().await
    }

    /// Everything that the database finds wrong with itself.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        let found = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&self.readers).await;
        let mut found: Vec<String> = self.read(found)?;
        found.retain(|line| line != "ok");
        let strays = sqlx::query("PRAGMA foreign_key_check").fetch_all(&self.readers).await;
        let strays = self.read(strays)?.len();
        if strays > 0 {
            found.push(format!("{strays} rows refer to rows that are not there"));
        }
        Ok(found)
    }

    /// The answer to a query, or what it means that there is none.
    fn read<T>(&self, answer: Result<T, impl Into<Failure>>) -> Result<T, StoreError> {
        answer.map_err(|failure| failure.into().told(&self.file))
    }

    fn corrupt(&self, why: String) -> StoreError {
        crate::Trouble::new(&self.file, TroubleKind::Corrupt(why)).into()
    }
}

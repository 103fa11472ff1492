//! The one place where the database changes: a queue, and a task that commits whatever waits in it as one.
//!
//! A sync of the disk takes as long for a hundred changes as for one. While a batch is being committed the next one
//! gathers, so that under load the cost is shared and without load nobody waits for others.

use super::failure::Failure;
use crate::StoreError;
use sqlx::{Connection, SqliteConnection};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many changes may wait; whoever comes then waits to be let in.
const QUEUE: usize = 4096;
/// How many changes are committed together at most.
const LARGEST_BATCH: usize = 512;

/// Something that changes the database.
pub trait Change: Send + 'static {
    /// What it answers when it is on disk.
    type Answer: Send + 'static;

    /// Does it, within a transaction that it shares with others: if it refuses, it must not have changed anything. May
    /// be done again after the transaction was rolled back.
    fn perform(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Result<Self::Answer, StoreError>, sqlx::Error>> + Send;
}

/// A change in the queue, with whoever waits for it.
struct Waiting<C: Change> {
    change: C,
    answer: Option<Result<C::Answer, StoreError>>,
    reply: oneshot::Sender<Result<C::Answer, StoreError>>,
}

/// A [`Waiting`] of any kind.
trait Queued: Send {
    fn perform<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

    /// Tells the answer, which is committed, or why there is none.
    fn reply(self: Box<Self>, committed: Result<(), StoreError>);
}

impl<C: Change> Queued for Waiting<C> {
    fn perform<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>> {
        Box::pin(async move {
            self.answer = Some(self.change.perform(connection).await?);
            Ok(())
        })
    }

    fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { answer, reply, .. } = *self;
        // Whoever asked may have gone.
        let _ = reply.send(committed.and_then(|()| answer.unwrap_or(Err(StoreError::Closed))));
    }
}

type Batch = Vec<Box<dyn Queued>>;

/// The way to the writing task.
pub struct Writer {
    queue: mpsc::Sender<Box<dyn Queued>>,
    task: JoinHandle<Result<(), StoreError>>,
}

impl Writer {
    /// Starts the task.
    pub fn start(connection: SqliteConnection, file: PathBuf) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        Self { queue, task: tokio::spawn(run(connection, waiting, file)) }
    }

    /// Queues a change and waits until it is on disk.
    pub async fn make<C: Change>(&self, change: C) -> Result<C::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let waiting = Waiting { change, answer: None, reply };
        self.queue.send(Box::new(waiting)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Lets the task finish what is queued.
    pub async fn close(self) -> Result<(), StoreError> {
        drop(self.queue);
        self.task.await.map_err(|_| StoreError::Closed)?
    }
}

async fn run(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Box<dyn Queued>>,
    file: PathBuf,
) -> Result<(), StoreError> {
    let mut batch = Batch::new();
    while waiting.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
        commit(&mut connection, &mut batch, &file).await;
    }
    connection.close().await.map_err(|error| Failure::from(error).told(&file))
}

/// Commits a batch and answers everyone in it. If one change breaks a rule of the schema, the others must not suffer:
/// then each is committed by itself.
async fn commit(connection: &mut SqliteConnection, batch: &mut Batch, file: &Path) {
    match write(connection, batch).await.map_err(Failure::from) {
        Ok(()) => batch.drain(..).for_each(|change| change.reply(Ok(()))),
        Err(failure) if failure.is_of_one_change() && batch.len() > 1 => {
            for mut change in batch.drain(..) {
                let alone = std::slice::from_mut(&mut change);
                let committed = write(connection, alone).await;
                change.reply(committed.map_err(|error| Failure::from(error).told(file)));
            }
        }
        Err(failure) => {
            let error = failure.told(file);
            batch.drain(..).for_each(|change| change.reply(Err(error.clone())));
        }
    }
}

/// Makes changes in one transaction. Not in one of sqlx's: when SQLite rolls back by itself, as it does on a full disk,
/// those believe for ever that they are within one.
async fn write(connection: &mut SqliteConnection, batch: &mut [Box<dyn Queued>]) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let done = perform(connection, batch).await;
    if done.is_err() {
        // If SQLite has rolled back already, this fails, and that is well.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    done
}

async fn perform(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Queued>],
) -> Result<(), sqlx::Error> {
    for change in batch {
        change.perform(connection).await?;
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}

//! The one place where the database changes: a queue, and a task that commits whatever waits in it as one.
//!
//! A sync of the disk takes as long for a hundred changes as for one. While a batch is being committed the next one
//! gathers, so that under load the cost is shared and without load nobody waits for others.

use super::append::Append;
use super::failure::Failure;
use super::postgres;
use super::sql::{Connection, query};
use super::together::append_together;
use crate::{Appended, StoreError};
use sqlx::error::ErrorKind;
use sqlx::postgres::PgConnectOptions;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many changes may wait; whoever comes then waits to be let in.
const QUEUE: usize = 4096;
/// How many changes are committed together at most.
const LARGEST_BATCH: usize = 512;
/// How often a batch is tried that clashes with those of other programs.
const ATTEMPTS: u32 = 5;
/// How long a database that is reached by the network may take over a batch; and over one of entries alone, for which
/// people wait, but which may have to wait for a lock.
const LONGEST_BATCH: Duration = Duration::from_secs(30);
const LONGEST_ENTRIES: Duration = Duration::from_secs(12);

/// Something that changes the database.
pub trait Change: Send + Sync + 'static {
    /// What it answers when it is on disk.
    type Answer: Send + Sync + 'static;

    /// Does it, within a transaction that it shares with others: if it refuses, it must not have changed anything. May
    /// be done again after the transaction was rolled back.
    fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> impl Future<Output = Result<Result<Self::Answer, StoreError>, sqlx::Error>> + Send;

    /// The entry that it is, if it is one: many of those are made together.
    fn append(&self) -> Option<&Append> {
        None
    }

    /// The answer when its entry was made together with others.
    fn settled(_appended: Appended) -> Option<Self::Answer> {
        None
    }

    /// What it means that this change broke a rule of the schema, if it means something of its own.
    fn refusal(&self, _broken: ErrorKind) -> Option<StoreError> {
        None
    }
}

/// A change in the queue, with whoever waits for it.
struct Waiting<C: Change> {
    change: C,
    answer: Option<Result<C::Answer, StoreError>>,
    reply: oneshot::Sender<Result<C::Answer, StoreError>>,
}

/// A [`Waiting`] of any kind.
pub trait Queued: Send + Sync {
    /// The entry that it is, if it is one.
    fn append(&self) -> Option<&Append>;

    /// Its entry was made together with others.
    fn settle(&mut self, appended: Appended);

    /// Whether it is done, as far as nothing is rolled back.
    fn is_done(&self) -> bool;

    /// Nothing of it is done any more.
    fn begin_again(&mut self);

    fn perform<'a>(
        &'a mut self,
        connection: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

    fn refusal(&self, broken: ErrorKind) -> Option<StoreError>;

    /// Tells the answer, which is committed, or why there is none.
    fn reply(self: Box<Self>, committed: Result<(), StoreError>);
}

impl<C: Change> Queued for Waiting<C> {
    fn append(&self) -> Option<&Append> {
        self.change.append()
    }

    fn settle(&mut self, appended: Appended) {
        self.answer = C::settled(appended).map(Ok);
    }

    fn is_done(&self) -> bool {
        self.answer.is_some()
    }

    fn begin_again(&mut self) {
        self.answer = None;
    }

    fn perform<'a>(
        &'a mut self,
        connection: &'a mut Connection,
    ) -> Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>> {
        Box::pin(async move {
            self.answer = Some(self.change.perform(connection).await?);
            Ok(())
        })
    }

    fn refusal(&self, broken: ErrorKind) -> Option<StoreError> {
        self.change.refusal(broken)
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
    /// Starts the task with a connection. If that breaks, another is made the same way, where there is one.
    pub fn start(connection: Connection, again: Option<PgConnectOptions>, place: String) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let hand = Hand { connection: Some(connection), used: Instant::now(), again, place };
        Self { queue, task: tokio::spawn(hand.run(waiting)) }
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

/// The hand that writes.
struct Hand {
    connection: Option<Connection>,
    /// When it was last used.
    used: Instant,
    again: Option<PgConnectOptions>,
    place: String,
}

impl Hand {
    async fn run(mut self, mut waiting: mpsc::Receiver<Box<dyn Queued>>) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        while waiting.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
            self.commit(&mut batch).await;
        }
        let Some(connection) = self.connection else { return Ok(()) };
        connection.close().await.map_err(|error| Failure::from(error).told(&self.place))
    }

    /// Commits a batch and answers everyone in it. If one change breaks a rule of the schema, the others must not suffer:
    /// then each is committed by itself.
    async fn commit(&mut self, batch: &mut Batch) {
        match self.try_hard(batch).await {
            Ok(()) => batch.drain(..).for_each(|change| change.reply(Ok(()))),
            Err(failure) if failure.is_of_one_change() => {
                for mut change in batch.drain(..) {
                    let committed = self.try_hard(std::slice::from_mut(&mut change)).await;
                    let committed = committed.map_err(|failure| {
                        let refusal = failure.broken_rule().and_then(|rule| change.refusal(rule));
                        refusal.unwrap_or_else(|| failure.told(&self.place))
                    });
                    change.reply(committed);
                }
            }
            Err(failure) => {
                let error = failure.told(&self.place);
                batch.drain(..).for_each(|change| change.reply(Err(error.clone())));
            }
        }
    }

    /// Makes changes in one transaction; again if it was nobody's fault that it could not be done.
    async fn try_hard(&mut self, batch: &mut [Box<dyn Queued>]) -> Result<(), Failure> {
        let mut attempt = 1;
        loop {
            let connection = self.take_connection().await?;
            match self.write(connection, batch).await {
                Err(failure) if failure.is_passing() && attempt < ATTEMPTS => attempt += 1,
                answer => return answer,
            }
        }
    }

    /// The connection, or another if it was left behind.
    async fn take_connection(&mut self) -> Result<Connection, Failure> {
        let mut connection = self.connection.take();
        if let Some(known) = &mut connection
            && self.used.elapsed() >= postgres::FRESH
            && !known.answers().await
        {
            connection = None;
        }
        match (connection, &self.again) {
            (Some(connection), _) => Ok(connection),
            (None, Some(options)) => postgres::connect(options).await,
            (None, None) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }

    /// Makes changes in one transaction. A connection that is broken is left behind.
    async fn write(
        &mut self,
        mut connection: Connection,
        batch: &mut [Box<dyn Queued>],
    ) -> Result<(), Failure> {
        if self.again.is_none() {
            let done = transact(&mut connection, batch).await;
            self.connection = Some(connection);
            return done;
        }
        let is_of_entries = batch.iter().all(|change| change.append().is_some());
        let longest = if is_of_entries { LONGEST_ENTRIES } else { LONGEST_BATCH };
        let limited = tokio::time::timeout(longest, transact(&mut connection, batch)).await;
        let done = limited.unwrap_or_else(|_| Err(Failure::silence()));
        self.used = Instant::now();
        if !done.as_ref().is_err_and(Failure::is_of_the_connection) {
            self.connection = Some(connection);
        }
        done
    }
}

/// Not in one of sqlx's transactions: when SQLite rolls back by itself, as it does on a full disk, those believe for ever
/// that they are within one.
async fn transact(connection: &mut Connection, batch: &mut [Box<dyn Queued>]) -> Result<(), Failure> {
    let begin = match connection {
        Connection::Sqlite(_) => "BEGIN IMMEDIATE",
        Connection::Postgres(_) => "BEGIN",
    };
    query(begin).run(&mut *connection).await?;
    for change in batch.iter_mut() {
        change.begin_again();
    }
    let mut done = append_together(connection, batch).await;
    for change in batch.iter_mut().filter(|change| !change.is_done()) {
        if done.is_err() {
            break;
        }
        done = change.perform(connection).await;
    }
    let done = match done {
        Ok(()) => query("COMMIT").run(&mut *connection).await.map(drop).map_err(Failure::at_commit),
        Err(error) => Err(error.into()),
    };
    if done.is_err() {
        // If the database has rolled back already, this fails, and that is well.
        let _ = query("ROLLBACK").run(connection).await;
    }
    done
}

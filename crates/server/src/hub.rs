//! The tables at hand, each with its keeper; others are read from the store when somebody asks for them.

use crate::keeper::{Keeper, Request};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::table::Table;
use regence_store::{GameId, Moment, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc, oneshot};

type Way = Arc<OnceCell<mpsc::Sender<Request>>>;

/// The tables at hand.
#[derive(Default)]
pub struct Hub {
    ways: Mutex<HashMap<GameId, Way>>,
}

impl Hub {
    fn ways(&self) -> MutexGuard<'_, HashMap<GameId, Way>> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keeper of this table is gone.
    pub fn forget(&self, id: GameId) {
        self.ways().remove(&id);
    }

    /// How many tables are at hand.
    pub fn len(&self) -> usize {
        self.ways().len()
    }

    /// The ways to all keepers.
    fn all(&self) -> Vec<mpsc::Sender<Request>> {
        self.ways().values().filter_map(|way| way.get().cloned()).collect()
    }

    /// Tells all keepers to stop, and waits until they have.
    pub async fn stop(&self) {
        for way in self.all() {
            // One that is gone has stopped.
            let _ = way.send(Request::Stop).await;
            way.closed().await;
        }
    }
}

impl Shared {
    /// The way to a table's keeper, who is called if there is none.
    async fn way(self: &Arc<Self>, id: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::stopping());
        }
        let way = Arc::clone(self.hub.ways().entry(id).or_default());
        let found = way.get_or_try_init(|| self.call_keeper(id)).await.cloned();
        if found.is_err() {
            // Names that nobody has must not fill the memory.
            self.hub.forget(id);
        }
        found
    }

    async fn call_keeper(self: &Arc<Self>, id: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        let table = self.load(id).await?;
        Ok(Keeper::start(table, Arc::clone(self)))
    }

    /// Reads a table from the store. If its clock was running when the server last stopped, it goes on from there.
    async fn load(&self, id: GameId) -> Result<Table, Refusal> {
        let (summary, entries) = self.store.log(id).await?;
        let row = self.store.table(id).await?;
        let owner = row.as_ref().and_then(|row| row.owner);
        let mut table = Table::replay(&summary, &entries, owner).map_err(|error| {
            let why = error.to_string();
            Refusal::from(StoreError::Damaged { game: id, number: error.number, why })
        })?;
        let last = entries.last().map_or(summary.created, |entry| entry.at);
        let seen = Moment(last.0.max(self.last_alive.0));
        let time = table.time(seen);
        let is_running = table.session().is_some_and(|session| session.clock().next_flag(time).is_some());
        if is_running && last < self.started && seen < self.started {
            let done = table.bridge(self.started.0 - seen.0);
            let entry = regence_store::Entry { at: self.config.time.now(), event: done.event };
            self.store.append(id, table.number + 1, entry, table.standing()).await?;
            table.number += 1;
        }
        Ok(table)
    }

    /// Asks something of a table's keeper.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: GameId,
        request: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> Request,
    ) -> Result<T, Refusal> {
        // A keeper may just be leaving; the next one is called.
        for _ in 0..3 {
            let way = self.way(id).await?;
            let (sender, answer) = oneshot::channel();
            if way.send(request(sender)).await.is_err() {
                continue;
            }
            match answer.await {
                Ok(Err(refusal)) if refusal == Refusal::stopping() && !self.is_stopping() => {}
                Ok(answer) => return answer,
                Err(_) => {}
            }
        }
        Err(Refusal::stopping())
    }

    /// Sends something to a table's keeper that needs no answer.
    pub async fn send(self: &Arc<Self>, id: GameId, request: Request) -> Result<(), Refusal> {
        let way = self.way(id).await?;
        way.send(request).await.map_err(|_| Refusal::stopping())
    }

    /// Asks a question about a table.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: GameId,
        question: impl Fn(&Table) -> T + Clone + Send + 'static,
    ) -> Result<T, Refusal> {
        self.ask(id, |answer| {
            let question = question.clone();
            Request::Look(Box::new(move |table| drop(answer.send(Ok(question(table))))))
        })
        .await
    }
}

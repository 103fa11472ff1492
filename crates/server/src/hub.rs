//! The tables at hand, each with its keeper; others are read from the store when somebody asks for them.

use crate::keeper::{Keeper, Read, Request};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::table::Table;
use crate::view::Role;
use regence_store::{Entry, GameId, Heirs, Lease, Leased, Moment, StoreError, UserId};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc, oneshot};

type Way = Arc<OnceCell<mpsc::Sender<Request>>>;

/// The tables at hand.
#[derive(Default)]
pub struct Hub {
    ways: Mutex<HashMap<GameId, Way>>,
    /// Games that may be ours although nobody keeps them, because the store was away.
    deserted: Mutex<HashSet<GameId>>,
}

impl Hub {
    fn ways(&self) -> MutexGuard<'_, HashMap<GameId, Way>> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way to a table, which may still have to be found.
    fn visit(&self, id: GameId) -> Visit<'_> {
        let way = Arc::clone(self.ways().entry(id).or_default());
        Visit { hub: self, id, way }
    }

    /// Forgets the keeper of a table if it takes nothing in any more; one that has come since stays.
    pub fn forget_closed(&self, id: GameId) {
        let mut ways = self.ways();
        if ways.get(&id).and_then(|way| way.get()).is_some_and(mpsc::Sender::is_closed) {
            ways.remove(&id);
        }
    }

    /// Forgets the keeper of a table that another server has. It is told so, but may have too much to do to hear it.
    pub fn lose(&self, id: GameId) {
        self.hint(id, Request::Lost);
        let mut ways = self.ways();
        if ways.get(&id).is_some_and(|way| way.initialized()) {
            ways.remove(&id);
        }
    }

    fn deserted(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.deserted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game may be ours, but nobody keeps it.
    pub fn desert(&self, id: GameId) {
        self.deserted().insert(id);
    }

    /// How many tables are at hand.
    pub fn len(&self) -> usize {
        self.ways().len()
    }

    /// Whether a table is at hand.
    pub fn has(&self, id: GameId) -> bool {
        self.ways().get(&id).and_then(|way| way.get()).is_some_and(|way| !way.is_closed())
    }

    /// The names of all tables at hand.
    pub fn names(&self) -> Vec<GameId> {
        self.ways().keys().copied().collect()
    }

    /// Tells a keeper something that it need not know: if there is none, or no time for it, nothing is lost.
    pub fn hint(&self, id: GameId, request: Request) {
        if let Some(way) = self.ways().get(&id).and_then(|way| way.get()) {
            let _ = way.try_send(request);
        }
    }

    /// Tells all keepers something that they need not know.
    pub fn hint_all(&self, request: impl Fn() -> Request) {
        for way in self.all() {
            let _ = way.try_send(request());
        }
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

/// Somebody on the way to a table. If it was not found when the last of them leaves, it is forgotten: names that nobody
/// has must not fill the memory, but whoever still looks must not be left with a way that is not the hub's.
struct Visit<'a> {
    hub: &'a Hub,
    id: GameId,
    way: Way,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut ways = self.hub.ways();
        // Dropped before the lock is, so that the next one counts right: the hub has one, and we.
        let way = std::mem::take(&mut self.way);
        if way.get().is_none() && Arc::strong_count(&way) == 2 {
            ways.remove(&self.id);
        }
    }
}

impl Shared {
    /// The way to a table's keeper, who is called if there is none.
    async fn way(self: &Arc<Self>, id: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::stopping());
        }
        if self.node.is_cut_off() {
            return Err(Refusal::cut_off());
        }
        loop {
            let visit = self.hub.visit(id);
            let way = visit.way.get_or_try_init(|| self.call_keeper(id)).await?;
            if !way.is_closed() {
                return Ok(way.clone());
            }
            self.hub.forget_closed(id);
        }
    }

    async fn call_keeper(self: &Arc<Self>, id: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        // Those that come while it is read are made up for by the keeper.
        let absences = self.node.absences();
        let (read, lease) = match self.take(id).await {
            Ok(Leased::Ours(lease)) => (self.load(id, lease, absences).await, Some(lease)),
            Ok(Leased::Theirs { .. }) => return Err(Refusal::elsewhere()),
            Ok(Leased::Visited) => (self.read(id).await, None),
            Err(refusal) => {
                if refusal == Refusal::uncertain() {
                    self.hub.desert(id);
                }
                return Err(refusal);
            }
        };
        if lease.is_some() && read.as_ref().is_err_and(Refusal::may_pass) {
            self.hub.desert(id);
        }
        let (table, last) = read?;
        Ok(Keeper::start(Read { table, last, absences }, lease, Arc::clone(self)))
    }

    /// Has a table at hand from now on.
    pub async fn call(self: &Arc<Self>, id: GameId) -> Result<(), Refusal> {
        self.way(id).await.map(drop)
    }

    /// Takes those games up again that nobody keeps although they may be ours: their flags are to fall, and their computers to
    /// move, even if nobody asks for them.
    pub async fn take_up(self: &Arc<Self>) {
        let deserted: Vec<GameId> = self.hub.deserted().iter().copied().collect();
        for id in deserted {
            // Before it is called: its next keeper may have to leave it as well.
            self.hub.deserted().remove(&id);
            // Otherwise it is kept again, or another server has it by now, or it was deleted.
            if self.call(id).await.is_err_and(|refusal| refusal.may_pass()) {
                self.hub.desert(id);
                // When the store is back, all of them are taken up.
                if self.node.is_overdue() {
                    return;
                }
            }
        }
    }

    /// Reads a table from the store as its log tells it; and when something last happened there.
    pub async fn read(&self, id: GameId) -> Result<(Table, Moment), Refusal> {
        let (summary, entries) = self.store.log(id).await?;
        let row = self.store.table(id).await?;
        let owner = row.as_ref().and_then(|row| row.owner);
        let mut table = Table::replay(&summary, &entries, owner).map_err(|error| {
            let why = error.to_string();
            Refusal::from(StoreError::Damaged { game: id, number: error.number, why })
        })?;
        table.pass_on(&self.store.heirs_of(&table.people()).await?);
        Ok((table, entries.last().map_or(summary.created, |entry| entry.at)))
    }

    /// Reads a table that is ours from the store, and when something last happened there. If its clock was running while
    /// nobody was there, it goes on from where it was. Absences after so many are left to its keeper.
    async fn load(&self, id: GameId, lease: Lease, absences: usize) -> Result<(Table, Moment), Refusal> {
        let (mut table, mut last) = self.read(id).await?;
        let now = self.config.time.now();
        // Nobody was there from when the server that had it was last seen: until now if the store knows when that was,
        // until the start if it was ours before.
        let (gone, back) = match lease.alone_since {
            Some(gone) => (gone, now),
            None => (self.last_alive, self.started),
        };
        let gone = last.max(gone);
        let is_running =
            table.session().is_some_and(|session| session.clock().next_flag(table.time(gone)).is_some());
        if is_running && gone < back {
            let done = table.bridge(back.0 - gone.0);
            let entry = Entry { at: now, event: done.event };
            self.store.append_leased(lease, id, table.number + 1, entry, table.standing()).await?;
            table.number += 1;
            last = now;
        }
        if lease.alone_since.is_some() && self.node.absences() == absences {
            self.store.make_up(id, lease).await?;
        }
        Ok((table, last))
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
                // It was ours when we asked.
                Ok(Err(refusal)) if refusal == Refusal::elsewhere() => {}
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

    /// Tells every table at hand that what was some strangers' belongs to their accounts. One that is just being read is
    /// waited for: it may have been asked for before they were known.
    pub async fn pass_on(self: &Arc<Self>, heirs: Heirs) {
        if heirs.is_empty() {
            return;
        }
        let heirs = Arc::new(heirs);
        for id in self.hub.names() {
            // One that is gone is read anew, and knows then.
            let _ = self.send(id, Request::PassOn(Arc::clone(&heirs))).await;
        }
    }

    /// Lets a table know who somebody is by now who only watches there: that they have signed in was told by another server,
    /// and may not have been heard yet.
    pub async fn introduce(self: &Arc<Self>, id: GameId, user: Option<UserId>) -> Result<(), Refusal> {
        if user.is_none() || !self.store.is_shared() || !self.hub.has(id) {
            return Ok(());
        }
        let is_watcher = move |table: &Table| table.role(user) == Role::Watcher;
        let people = move |table: &Table| if is_watcher(table) { table.people() } else { Vec::new() };
        let heirs = self.store.heirs_of(&self.look(id, people).await?).await?;
        if !heirs.is_empty() {
            self.send(id, Request::PassOn(Arc::new(heirs))).await?;
        }
        Ok(())
    }

    /// Asks a question about a table. Where others may have it, that is no reason to take it from them.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: GameId,
        question: impl Fn(&Table) -> T + Clone + Send + 'static,
    ) -> Result<T, Refusal> {
        if self.store.is_shared() && !self.hub.has(id) {
            return self.read(id).await.map(|(table, _)| question(&table));
        }
        self.ask(id, |answer| {
            let question = question.clone();
            Request::Look(Box::new(move |table| drop(answer.send(Ok(question(table))))))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> GameId {
        text.parse().expect("a name")
    }

    #[test]
    fn a_way_that_was_not_found_is_forgotten_when_the_last_visitor_leaves() {
        let hub = Hub::default();
        let game = id("ABCDEFGHJKMN");
        let first = hub.visit(game);
        let second = hub.visit(game);
        assert!(Arc::ptr_eq(&first.way, &second.way));
        drop(first);
        assert!(Arc::ptr_eq(&hub.visit(game).way, &second.way), "somebody still looks");
        drop(second);
        assert_eq!(hub.len(), 0);
    }

    #[test]
    fn a_keeper_that_has_lost_its_game_is_forgotten_even_if_it_is_too_busy_to_hear_it() {
        let hub = Hub::default();
        let game = id("ABCDEFGHJKMN");
        let (sender, mut inbox) = mpsc::channel(1);
        hub.visit(game).way.set(sender).expect("it is new");
        hub.hint(game, Request::Back);
        hub.lose(game);
        assert!(!hub.has(game));
        assert!(matches!(inbox.try_recv(), Ok(Request::Back)));
        assert_eq!(
            inbox.try_recv().err(),
            Some(mpsc::error::TryRecvError::Disconnected),
            "nobody asks it any more"
        );
    }

    #[test]
    fn only_a_keeper_that_takes_nothing_in_is_forgotten() {
        let hub = Hub::default();
        let game = id("ABCDEFGHJKMN");
        let (sender, mut inbox) = mpsc::channel(1);
        hub.visit(game).way.set(sender).expect("it is new");
        hub.forget_closed(game);
        assert!(hub.has(game), "it is at work");
        inbox.close();
        hub.forget_closed(game);
        assert_eq!(hub.len(), 0);
    }
}

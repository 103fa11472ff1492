//! That this server takes part: it says every second that it is there, looks who else is, and takes over from those who
//! are gone.

use crate::identity::is_same;
use crate::keeper::Request;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::http::HeaderMap;
use regence_store::{EXPIRY, GameId, Heirs, Leased, Moment, NodeId, Notice, Store, StoreError, Topic};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a node says that it is there.
pub const RENEWAL: Duration = Duration::from_secs(1);
/// After how long it is not clear whether a node can still be heard.
const OVERDUE: Duration = Duration::from_secs(3);
/// How many games are taken over at once.
const ORPHANS: u32 = 200;

/// Where a game is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// By this node.
    Here,
    /// By another, at this address.
    There(String),
}

/// This server as a node.
pub struct Membership {
    address: String,
    /// What nodes know each other by; none where there is only one.
    secret: Option<String>,
    state: Mutex<State>,
    there: watch::Sender<HashSet<String>>,
    /// Whether others must take this node for gone.
    is_cut_off: watch::Sender<bool>,
    /// How far the logs have grown of games that somebody here follows although they are elsewhere.
    followed: Mutex<HashMap<GameId, watch::Sender<u32>>>,
    /// When this server was not there for anybody although it ran, the oldest first.
    absences: Mutex<Vec<Absence>>,
}

/// A time for which this server could not say that it is there, so that nobody was to be served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// When it was last heard before.
    pub from: Moment,
    /// When it was heard again.
    pub until: Moment,
}

#[derive(Clone, Copy)]
struct State {
    node: NodeId,
    renewed: Instant,
    /// The same by the clock of the games.
    seen: Moment,
    /// Since when this node has been heard without a break.
    steady: Instant,
}

impl Membership {
    /// Takes part.
    pub async fn join(store: &Store, address: Option<&str>, now: Moment) -> Result<Self, StoreError> {
        let address = address.unwrap_or_default().to_owned();
        let node = store.join(&address, now).await?;
        Ok(Self {
            secret: if store.is_shared() { Some(store.secret().await?) } else { None },
            state: Mutex::new(State { node, renewed: Instant::now(), seen: now, steady: Instant::now() }),
            there: watch::Sender::new(HashSet::new()),
            is_cut_off: watch::Sender::new(false),
            followed: Mutex::default(),
            absences: Mutex::default(),
            address,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number under which the store knows this node.
    pub fn id(&self) -> NodeId {
        self.state().node
    }

    /// What to show to other nodes.
    pub fn secret(&self) -> &str {
        self.secret.as_deref().unwrap_or_default()
    }

    /// Whether whoever has sent these headers is a node.
    pub fn knows(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get(super::NODE).map(axum::http::HeaderValue::as_bytes);
        match (&self.secret, shown) {
            (Some(secret), Some(shown)) => is_same(shown, secret.as_bytes()),
            _ => false,
        }
    }

    /// How many times this server has not been there for anybody.
    pub fn absences(&self) -> usize {
        self.absences.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// All of these times but the first ones, which are known.
    pub fn absences_after(&self, known: usize) -> Vec<Absence> {
        let absences = self.absences.lock().unwrap_or_else(PoisonError::into_inner);
        absences.get(known..).unwrap_or_default().to_vec()
    }

    fn note_absence(&self, absence: Absence) {
        self.absences.lock().unwrap_or_else(PoisonError::into_inner).push(absence);
    }

    /// Whether this node could not say for so long that it is there that others may have its games: then what it has at
    /// hand may be out of date. Judged anew every time, because a server that was stopped and wakes up has noticed nothing.
    pub fn is_cut_off(&self) -> bool {
        self.secret.is_some() && self.state().renewed.elapsed() >= EXPIRY
    }

    /// Whether this node should have been heard again by now. It may be slow, or it may turn out to be cut off.
    pub fn is_overdue(&self) -> bool {
        self.secret.is_some() && self.state().renewed.elapsed() >= OVERDUE
    }

    /// Waits until this node is cut off.
    pub async fn cut_off(&self) {
        // The sender is ours.
        let _ = self.is_cut_off.subscribe().wait_for(|is_cut_off| *is_cut_off).await;
    }

    /// Waits until the node at an address is gone.
    pub async fn is_gone(&self, address: &str) {
        let mut there = self.there.subscribe();
        // The sender is ours, so that there is always a next time.
        while there.changed().await.is_ok() {
            if !there.borrow_and_update().contains(address) {
                return;
            }
        }
    }

    /// Hears from now on how far a game's log has grown.
    pub fn follow(&self, game: GameId) -> watch::Receiver<u32> {
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.retain(|_, sender| !sender.is_closed());
        followed.entry(game).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    fn followed(&self) -> Vec<GameId> {
        let followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.iter().filter(|(_, sender)| !sender.is_closed()).map(|(game, _)| *game).collect()
    }

    fn tell_followers(&self, game: GameId, entries: u32) {
        let followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = followed.get(&game) {
            sender.send_if_modified(|known| {
                let has_grown = *known < entries;
                *known = entries.max(*known);
                has_grown
            });
        }
    }
}

impl Shared {
    /// Where a game is kept. If it is nobody's, or if its node is gone, it is ours from now on, and at hand: what is
    /// ours must go on by itself.
    pub async fn home(self: &Arc<Self>, id: GameId) -> Result<Home, Refusal> {
        if !self.store.is_shared() || (self.hub.has(id) && !self.node.is_cut_off()) {
            return Ok(Home::Here);
        }
        Ok(match self.take(id).await? {
            // What a terminal has open can be looked at from anywhere.
            Leased::Ours(_) | Leased::Visited => self.call(id).await.map(|()| Home::Here)?,
            Leased::Theirs { address } => Home::There(address),
        })
    }

    /// Asks for a game.
    pub async fn take(self: &Arc<Self>, id: GameId) -> Result<Leased, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::stopping());
        }
        if self.node.is_cut_off() {
            return Err(Refusal::cut_off());
        }
        Ok(self.store.lease(self.node.id(), id).await?)
    }

    /// Says that this node is there, and looks who else is.
    pub async fn beat(self: &Arc<Self>) {
        if self.is_stopping() {
            return;
        }
        // A database that says nothing must not keep us from trying another connection.
        let renewed = tokio::time::timeout(EXPIRY / 2, self.renew()).await;
        self.node.is_cut_off.send_replace(self.node.is_cut_off());
        match renewed {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return tracing::warn!(%error, "could not say that this server is there"),
            Err(_) => return tracing::warn!("the database does not answer"),
        }
        match tokio::time::timeout(EXPIRY / 2, self.store.nodes()).await {
            // Told even if it is the same: whoever waits looks again.
            Ok(Ok(there)) => drop(self.node.there.send_replace(there.into_iter().collect())),
            Ok(Err(error)) => tracing::warn!(%error, "could not look who is there"),
            Err(_) => tracing::warn!("the database does not answer"),
        }
        match tokio::time::timeout(EXPIRY / 2, self.look_for_workers()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                self.outside.set_workers(0);
                tracing::warn!(%error, "could not look for workers");
            }
            Err(_) => self.outside.set_workers(0),
        }
    }

    /// Looks after what this server had to leave, and what others have left, so that flags fall even if nobody looks.
    pub async fn adopt(self: &Arc<Self>) {
        // A database that was away is back for all nodes at once: they may just not have come round to saying so.
        if self.is_stopping() || self.node.state().steady.elapsed() < 2 * RENEWAL {
            return;
        }
        self.take_up().await;
        let orphans = match tokio::time::timeout(EXPIRY, self.store.orphans(ORPHANS)).await {
            Ok(Ok(orphans)) => orphans,
            Ok(Err(error)) => return tracing::warn!(%error, "could not look for games whose server is gone"),
            Err(_) => return tracing::warn!("the database does not answer"),
        };
        for id in orphans {
            match self.call(id).await {
                Ok(()) => tracing::info!(game = %id, "took over a game"),
                // Another node was faster, or will be.
                Err(refusal) => tracing::debug!(game = %id, %refusal, "a game was not taken over"),
            }
        }
    }

    /// Says that this node is there. If it had been silent for so long that games may be lost, looks which; the clocks of
    /// all others have stood still.
    async fn renew(&self) -> Result<(), StoreError> {
        let State { node, renewed, seen, steady } = *self.node.state();
        let (asked, now) = (Instant::now(), self.config.time.now());
        let heard = self.store.renew(node, now).await?;
        let node = match heard {
            Some(_) => node,
            None => self.store.join(&self.node.address, now).await?,
        };
        let step =
            heard.and_then(|heard| heard.clock).map_or(0, |clock| self.config.time.step_to(asked, clock));
        // The database says only once that we were silent, and we may not have heard that.
        let silent_since = heard.and_then(|heard| heard.silent_since);
        let was_away = heard.is_none() || was_away(asked.duration_since(renewed), step);
        let silent_since = silent_since.or(was_away.then_some(seen));
        if silent_since.is_some() {
            // Before anybody is served again: what is lost must not be taken for ours.
            let held: HashSet<GameId> = self.store.held(node).await?.into_iter().collect();
            let lost: Vec<GameId> = self.hub.names().into_iter().filter(|id| !held.contains(id)).collect();
            tracing::warn!(lost = lost.len(), "this server was not heard for a while");
            for id in lost {
                self.hub.lose(id);
            }
        }
        // Before the time is set: who sees that it has jumped must know why.
        if let Some(from) = silent_since {
            let until = Moment(self.config.time.now().0 + step.max(0));
            self.node.note_absence(Absence { from, until });
        }
        self.config.time.step(step);
        let (seen, steady) = (Moment(now.0 + step), if silent_since.is_some() { asked } else { steady });
        *self.node.state() = State { node, renewed: asked, seen, steady };
        if silent_since.is_some() {
            self.hub.hint_all(|| Request::Back);
        }
        Ok(())
    }

    /// Hears what other nodes write, for ever.
    pub async fn listen(self: Arc<Self>) {
        let topics = [Topic::Games, Topic::Answers, Topic::Tokens, Topic::Heirs];
        let Some(mut ears) = self.bus.listen(&self.store, &topics) else { return };
        loop {
            match ears.next().await {
                Notice::Grown { game, entries } => self.heard(game, entries),
                Notice::Answered(job) => self.outside.heard(Some(job)),
                Notice::SignedOut(token) => self.cookies.revoke(token),
                // A table that has no time for it now is told when they come.
                Notice::Inherited { from, to } => {
                    let heirs: Arc<Heirs> = Arc::new([(from, to)].into());
                    self.hub.hint_all(|| Request::PassOn(Arc::clone(&heirs)));
                }
                Notice::Work => {}
                // Whatever was missed can be read.
                Notice::Deaf => {
                    self.outside.heard(None);
                    self.look_at_everything().await;
                }
            }
        }
    }

    /// Reads what may have been missed, until somebody answers: who has signed out, and how far the logs have grown of all games
    /// that matter here. Who has signed in is found out when they come.
    async fn look_at_everything(self: &Arc<Self>) {
        let look = async || {
            self.revoke_missing().await?;
            let games: Vec<GameId> = self.node.followed().into_iter().chain(self.hub.names()).collect();
            self.store.lengths(&games).await
        };
        loop {
            match tokio::time::timeout(EXPIRY, look()).await {
                Ok(Ok(lengths)) => {
                    return lengths.into_iter().for_each(|(game, entries)| self.heard(game, entries));
                }
                Ok(Err(error)) => tracing::warn!(%error, "could not read what others have done"),
                Err(_) => tracing::warn!("the database does not answer"),
            }
            tokio::time::sleep(RENEWAL).await;
        }
    }

    fn heard(&self, game: GameId, entries: u32) {
        self.node.tell_followers(game, entries);
        self.hub.hint(game, Request::Grown(entries));
    }
}

/// Whether nobody was served meanwhile, if so much time has passed here since a node was last heard, and its clock is to be
/// set by so many milliseconds: a machine that sleeps does not count the time.
fn was_away(passed: Duration, step: i64) -> bool {
    passed + Duration::from_millis(step.max(0) as u64) >= EXPIRY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_tells_of_an_absence() {
        let expiry = EXPIRY.as_millis() as i64;
        assert!(!was_away(RENEWAL, 0));
        assert!(!was_away(RENEWAL, -expiry), "it was set back");
        assert!(!was_away(RENEWAL, 100), "it goes a bit slowly");
        assert!(was_away(EXPIRY, 0), "the database was away");
        assert!(was_away(RENEWAL, 3_600_000), "it slept for an hour");
        assert!(was_away(RENEWAL, expiry - 1000), "it was awake for a part of the time");
    }
}

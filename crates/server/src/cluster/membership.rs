//! That this server takes part: it says every second that it is there, looks who else is, and takes over from those who
//! are gone.

use crate::identity::is_same;
use crate::keeper::Request;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::http::HeaderMap;
use regence_store::{EXPIRY, GameId, Lease, Leased, Moment, NodeId, Notice, Store, StoreError, Topic};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a node says that it is there.
pub const RENEWAL: Duration = Duration::from_secs(1);
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
    /// When the servers were last seen from which games were taken that have not been read since.
    taken: Mutex<HashMap<GameId, Moment>>,
}

#[derive(Clone, Copy)]
struct State {
    node: NodeId,
    renewed: Instant,
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
            state: Mutex::new(State { node, renewed: Instant::now(), steady: Instant::now() }),
            there: watch::Sender::new(HashSet::new()),
            is_cut_off: watch::Sender::new(false),
            followed: Mutex::default(),
            taken: Mutex::default(),
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

    /// Keeps in mind from when a game was left alone, until it has been read.
    fn remember(&self, id: GameId, lease: Lease) -> Lease {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lease = lease;
        if let Some(gone) = lease.taken_from {
            taken.insert(id, gone);
        }
        lease.taken_from = taken.get(&id).copied();
        lease
    }

    /// A game has been read.
    pub fn forget(&self, id: GameId) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    /// Whether this node could not say for so long that it is there that others may have its games: then what it has at
    /// hand may be out of date. Judged anew every time, because a server that was stopped and wakes up has noticed nothing.
    pub fn is_cut_off(&self) -> bool {
        self.secret.is_some() && self.state().renewed.elapsed() >= EXPIRY
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
            Leased::Ours(_) => self.call(id).await.map(|()| Home::Here)?,
            Leased::Theirs { address } => Home::There(address),
            Leased::Visited => return Err(Refusal::visited()),
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
        let shared = Arc::clone(self);
        // Whoever asked may leave at any time; from whom the game was taken must be remembered all the same.
        let taken = tokio::spawn(async move {
            Ok(match shared.store.lease(shared.node.id(), id).await? {
                Leased::Ours(lease) => Leased::Ours(shared.node.remember(id, lease)),
                theirs @ (Leased::Theirs { .. } | Leased::Visited) => theirs,
            })
        });
        taken.await.unwrap_or_else(|_| Err(Refusal::stopping()))
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
        if let Err(error) = self.look_for_workers().await {
            self.outside.set_workers(0);
            tracing::warn!(%error, "could not look for workers");
        }
    }

    /// Looks after what others have left, so that flags fall even if nobody looks.
    pub async fn adopt(self: &Arc<Self>) {
        // A database that was away is back for all nodes at once: they may just not have come round to saying so.
        if self.is_stopping() || self.node.state().steady.elapsed() < 2 * RENEWAL {
            return;
        }
        let orphans = match self.store.orphans(ORPHANS).await {
            Ok(orphans) => orphans,
            Err(error) => return tracing::warn!(%error, "could not look for games whose server is gone"),
        };
        for id in orphans {
            match self.call(id).await {
                Ok(()) => tracing::info!(game = %id, "took over a game"),
                // Another node was faster, or will be.
                Err(refusal) => tracing::debug!(game = %id, %refusal, "a game was not taken over"),
            }
        }
    }

    /// Says that this node is there. If it had been silent for so long that games may be lost, looks which.
    async fn renew(&self) -> Result<(), StoreError> {
        let State { node, renewed, steady } = *self.node.state();
        let (asked, now) = (Instant::now(), self.config.time.now());
        let is_known = self.store.renew(node, now).await?;
        let node = if is_known { node } else { self.store.join(&self.node.address, now).await? };
        let was_silent = asked.duration_since(renewed) >= EXPIRY;
        if was_silent {
            // Before anybody is served again: what is lost must not be taken for ours.
            let held: HashSet<GameId> = self.store.held(node).await?.into_iter().collect();
            let lost: Vec<GameId> = self.hub.names().into_iter().filter(|id| !held.contains(id)).collect();
            tracing::warn!(lost = lost.len(), "this server was not heard for a while");
            for id in lost {
                self.hub.hint(id, Request::Lost);
            }
        }
        *self.node.state() = State { node, renewed: asked, steady: if was_silent { asked } else { steady } };
        Ok(())
    }

    /// Hears what other nodes write, for ever.
    pub async fn listen(self: Arc<Self>) {
        let Some(mut ears) = self.bus.listen(&self.store, &[Topic::Games, Topic::Answers, Topic::Tokens])
        else {
            return;
        };
        loop {
            match ears.next().await {
                Notice::Grown { game, entries } => self.heard(game, entries),
                Notice::Answered(job) => self.outside.heard(Some(job)),
                Notice::SignedOut(token) => self.cookies.revoke(token),
                Notice::Work => {}
                // Whatever was missed can be read.
                Notice::Deaf => {
                    self.outside.heard(None);
                    self.revoke_missing().await;
                    let games: Vec<GameId> =
                        self.node.followed().into_iter().chain(self.hub.names()).collect();
                    for (game, entries) in self.store.lengths(&games).await.unwrap_or_default() {
                        self.heard(game, entries);
                    }
                }
            }
        }
    }

    fn heard(&self, game: GameId, entries: u32) {
        self.node.tell_followers(game, entries);
        self.hub.hint(game, Request::Grown(entries));
    }
}

//! The game that is open here: as long as it is, no other program goes on with it.

use super::keeper::now;
use regence_store::{EXPIRY, GameId, Lease, Leased, NodeId, Store, StoreError};
use std::fmt;
use std::time::Duration;

/// How often it is said that we are there, where that must be said.
pub const RENEWAL: Duration = Duration::from_millis(EXPIRY.as_millis() as u64 / 4);

/// The game in hand, if there is one.
#[derive(Default)]
pub struct Hand {
    /// As whom the store knows us, once it has been asked for a game.
    node: Option<NodeId>,
    game: Option<(GameId, Lease)>,
}

/// Why a game is not in hand.
#[derive(Clone, PartialEq, Debug)]
pub enum NotOurs {
    /// The store does not say.
    Store(StoreError),
    /// Another terminal has it open.
    Visited,
    /// A server has it.
    Served {
        /// Where that is, if it can be reached.
        address: String,
    },
}

impl From<StoreError> for NotOurs {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for NotOurs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Visited => f.write_str("another terminal has this game open"),
            Self::Served { address } if address.is_empty() => {
                f.write_str("this game is open in the browser, by a server")
            }
            Self::Served { address } => {
                write!(f, "this game is open in the browser, by the server at {address}")
            }
        }
    }
}

impl Hand {
    /// Takes a game in hand, and puts down the one that was there.
    pub async fn take(&mut self, store: &Store, id: GameId) -> Result<Lease, NotOurs> {
        if let Some((held, lease)) = self.game
            && held == id
        {
            return Ok(lease);
        }
        match self.ask(store, id).await? {
            Leased::Ours(lease) => {
                self.put_down(store).await?;
                self.game = Some((id, lease));
                Ok(lease)
            }
            Leased::Theirs { address } => Err(NotOurs::Served { address }),
            Leased::Visited => Err(NotOurs::Visited),
        }
    }

    async fn ask(&mut self, store: &Store, id: GameId) -> Result<Leased, StoreError> {
        let node = match self.node {
            Some(node) => node,
            None => store.visit(now()).await?,
        };
        self.node = Some(node);
        match store.lease(node, id).await {
            Err(StoreError::NodeForgotten) => {
                let node = store.visit(now()).await?;
                self.node = Some(node);
                store.lease(node, id).await
            }
            leased => leased,
        }
    }

    /// Somebody has taken the game out of our hand.
    pub fn lose(&mut self) {
        self.game = None;
    }

    /// Puts the game down: others may go on with it.
    pub async fn put_down(&mut self, store: &Store) -> Result<(), StoreError> {
        match (self.node, self.game.take()) {
            (Some(node), Some((id, lease))) => store.release(node, id, lease).await,
            _ => Ok(()),
        }
    }

    /// Whether a game is elsewhere than here.
    pub async fn misses(&self, store: &Store, id: GameId) -> Result<bool, StoreError> {
        store.is_elsewhere(self.node, id).await
    }

    /// Whether it must be said again and again that we are there.
    pub fn needs_renewal(&self, store: &Store) -> bool {
        store.is_shared() && self.game.is_some()
    }

    /// Says that we are there. What was lost meanwhile is noticed when something is written.
    pub async fn renew(&mut self, store: &Store) {
        if let Some(node) = self.node
            && store.renew(node, now()).await == Ok(None)
        {
            *self = Self::default();
        }
    }

    /// Goes, with empty hands. Who cannot say so is taken for gone after a while.
    pub async fn leave(mut self, store: &Store) {
        let _ = self.put_down(store).await;
        if let Some(node) = self.node {
            let _ = store.leave(node, now()).await;
        }
    }
}

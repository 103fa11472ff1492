//! What servers that share a store ask of it: to take part, to have games, and to hear of each other's.

use crate::database::{Notices, Topic};
use crate::store::require_text;
use crate::{GameId, Lease, Leased, Moment, NodeId, Renewed, Store, StoreError};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Settings of the store itself.
const SCOPE: &str = "store";
const SECRET: &str = "secret-of-nodes";

impl Store {
    /// Whether several servers may share it.
    pub fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// A server takes part: a new node, at an address where others reach it. A store in a folder has one server at a
    /// time; a second one is [refused](crate::TroubleKind::Served).
    pub async fn join(&self, address: &str, now: Moment) -> Result<NodeId, StoreError> {
        require_text([address])?;
        self.database.join(address.to_owned(), now).await
    }

    /// A program takes part that serves nobody, such as a terminal: a new node, which can have games.
    pub async fn visit(&self, now: Moment) -> Result<NodeId, StoreError> {
        self.database.visit(now).await
    }

    /// Whether somebody else than this node has a game just now. In a folder, only visitors are asked about.
    pub async fn is_elsewhere(&self, node: Option<NodeId>, game: GameId) -> Result<bool, StoreError> {
        self.database.is_elsewhere(node, game).await
    }

    /// Says that a node is still there, which it must do often within [`EXPIRY`](crate::EXPIRY); nothing if it has been
    /// silent for so long that it was forgotten. If it could have lost its games, those that it still has are
    /// [alone](Lease::alone_since) since it was last heard.
    pub async fn renew(&self, node: NodeId, now: Moment) -> Result<Option<Renewed>, StoreError> {
        self.database.renew(node, now).await
    }

    /// A node goes: others may have its games at once.
    pub async fn leave(&self, node: NodeId, now: Moment) -> Result<(), StoreError> {
        self.database.leave(node, now).await
    }

    /// Asks for a game: it becomes the node's if it is nobody's, or if its node is gone or has been silent for too long.
    pub async fn lease(&self, node: NodeId, game: GameId) -> Result<Leased, StoreError> {
        self.database.lease(node, game).await
    }

    /// A game's clock has made up for the time since which it was [alone](Lease::alone_since).
    pub async fn make_up(&self, game: GameId, lease: Lease) -> Result<(), StoreError> {
        self.database.make_up(game, lease).await
    }

    /// Gives a game back, if it is still the node's.
    pub async fn release(&self, node: NodeId, game: GameId, lease: Lease) -> Result<(), StoreError> {
        self.database.release(node, game, lease).await
    }

    /// The addresses of all servers that are there; none where there is one server at most.
    pub async fn nodes(&self) -> Result<Vec<String>, StoreError> {
        if self.is_shared() { self.database.nodes().await } else { Ok(Vec::new()) }
    }

    /// The games that belong to a node.
    pub async fn held(&self, node: NodeId) -> Result<Vec<GameId>, StoreError> {
        if self.is_shared() { self.database.held(node).await } else { Ok(Vec::new()) }
    }

    /// Some of the games whose clocks may run although their node is gone.
    pub async fn orphans(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        if self.is_shared() { self.database.orphans(limit).await } else { Ok(Vec::new()) }
    }

    /// The clock that all who share the store can see; none where nobody does.
    pub async fn clock(&self) -> Result<Option<Moment>, StoreError> {
        if self.is_shared() { self.database.clock().await.map(Some) } else { Ok(None) }
    }

    /// What others do, as it comes; nothing where there are no others.
    pub fn notices(&self, topics: &[Topic]) -> Option<Notices> {
        self.database.notices(topics)
    }

    /// How many entries the logs of games have now; nothing of games that are not there.
    pub async fn lengths(&self, games: &[GameId]) -> Result<Vec<(GameId, u32)>, StoreError> {
        self.database.lengths(games).await
    }

    /// A name that all who share the store find, and those of another store do not. It tells nothing of the secret.
    pub async fn name(&self) -> Result<String, StoreError> {
        let secret = self.secret().await?;
        let digest = Sha256::new().chain_update("name of ").chain_update(secret).finalize();
        Ok(hexadecimal(&digest[..8]))
    }

    /// What nodes know each other by: random, made once, and never told to anybody else.
    pub async fn secret(&self) -> Result<String, StoreError> {
        if let Some(known) = self.setting(SCOPE, SECRET).await?.as_ref().and_then(|known| known.as_str()) {
            return Ok(known.to_owned());
        }
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::NoRandomness(error.to_string()))?;
        let kept = self.database.set_once(SCOPE, SECRET, hexadecimal(&bytes).into()).await?;
        Ok(kept.as_str().unwrap_or_default().to_owned())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

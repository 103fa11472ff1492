//! Whom a live game belongs to when several servers share a database.
//!
//! A node is a server; it is there as long as it says so. A lease is a game's belonging to a node, with a fencing number
//! that grows whenever the game changes hands. What is written to a game names that number, and is
//! [refused](crate::StoreError::Fenced) if it is not the newest: so an owner that was stopped, lost its games and wakes up
//! cannot change anything. In a SQLite file there is one server, which owns everything that no visitor has open.
//!
//! A visitor is a program that serves nobody: somebody plays there. What a visitor has open nobody else may go on with.

use crate::Moment;
use std::time::Duration;

/// How long a node may be silent before others may take its games.
pub const EXPIRY: Duration = Duration::from_secs(5);

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(crate) i64);

/// That a game belongs to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// By which what is written proves that it still does.
    pub(crate) fence: i64,
    /// Since when nobody has been there for the game, until that was [made up for](crate::Store::make_up): its node had
    /// gone without giving it back, or had been silent for so long that it could have lost it.
    pub alone_since: Option<Moment>,
}

impl Lease {
    /// Nobody's: good for games that have never belonged to anybody.
    pub const NONE: Self = Self { fence: 0, alone_since: None };
}

/// What a node hears when it says that it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renewed {
    /// The clock that all who share the store can see; none where nobody does.
    pub clock: Option<Moment>,
    /// When it was last heard, if it has been silent for so long that others could take it for gone.
    pub silent_since: Option<Moment>,
}

/// What comes of asking for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leased {
    /// It belongs to whoever asked.
    Ours(Lease),
    /// It belongs to another node.
    Theirs {
        /// Where that is; empty if it cannot be reached.
        address: String,
    },
    /// It is open in a program that serves nobody, such as a terminal.
    Visited,
}

//! Whom a live game belongs to when several servers share a database.
//!
//! A node is a server; it is there as long as it says so. A lease is a game's belonging to a node, with a fencing number
//! that grows whenever the game changes hands. What is written to a game names that number, and is
//! [refused](crate::StoreError::Fenced) if it is not the newest: so an owner that was stopped, lost its games and wakes up
//! cannot change anything. In a SQLite file there is one server, which owns everything that no visitor has.
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
    /// When the node was last seen that had the game before, if it has gone without giving it back.
    pub taken_from: Option<Moment>,
}

impl Lease {
    /// Nobody's: good for games that have never belonged to anybody.
    pub const NONE: Self = Self { fence: 0, taken_from: None };
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

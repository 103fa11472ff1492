//! What can be asked of a keeper.

use super::Outgoing;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::view::{CommandReply, GameCommand, Snapshot};
use regence_store::{Heirs, UserId};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// A question about a table.
pub type Look = Box<dyn FnOnce(&Table) + Send>;

/// Something asked of a keeper.
pub enum Request {
    /// Somebody does something.
    Command {
        /// Who.
        user: Option<UserId>,
        /// The number of the state it was meant for.
        number: Option<u32>,
        /// What.
        command: GameCommand,
        /// Whom to answer.
        answer: Answer,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        user: UserId,
        /// Their name; empty without one.
        name: String,
        /// Whom to answer.
        answer: oneshot::Sender<Result<Snapshot, Refusal>>,
    },
    /// Somebody wants to see everything.
    Snapshot {
        /// Who.
        user: Option<UserId>,
        /// Whom to answer.
        answer: oneshot::Sender<Result<Snapshot, Refusal>>,
    },
    /// Somebody looks from now on.
    Attach {
        /// By which socket.
        socket: u64,
        /// Who.
        user: Option<UserId>,
        /// The number of the last change they have seen.
        after: Option<u32>,
        /// Where to send what they are to see.
        outgoing: mpsc::Sender<Outgoing>,
    },
    /// Somebody looks no more.
    Detach {
        /// By which socket.
        socket: u64,
    },
    /// How long a message took to somebody and back.
    Lag {
        /// By which socket.
        socket: u64,
        /// In milliseconds.
        ms: u32,
    },
    /// What was some strangers' belongs to these accounts.
    PassOn(Arc<Heirs>),
    /// A question about the table.
    Look(Look),
    /// The log has at least so many entries.
    Grown(u32),
    /// Another server has the table now.
    Lost,
    /// This server was not there for anybody, and is again.
    Back,
    /// Nobody will be there for so long that the game is given up.
    Abandon,
    /// The game is deleted, if it still stands where whoever wants that has seen it.
    Delete {
        /// The number of that state.
        number: u32,
        /// Whether it stays as long as somebody looks at it.
        unless_seen: bool,
        /// Whom to answer.
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// The server stops.
    Stop,
}

/// Whom to answer a command.
pub enum Answer {
    /// Somebody who waits.
    Waiting(oneshot::Sender<Result<CommandReply, Refusal>>),
    /// A socket, with the command's own number.
    Socket {
        /// Which one.
        socket: u64,
        /// The number.
        id: u32,
    },
}

impl Request {
    /// Answers that it will not be done.
    pub fn refuse(self, why: Refusal) {
        match self {
            // Whoever asked may have gone.
            Self::Command { answer: Answer::Waiting(answer), .. } => drop(answer.send(Err(why))),
            Self::Join { answer, .. } | Self::Snapshot { answer, .. } => drop(answer.send(Err(why))),
            Self::Delete { answer, .. } => drop(answer.send(Err(why))),
            _ => {}
        }
    }
}

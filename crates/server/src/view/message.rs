//! What is said over the socket of a game.

use super::{
    Both, ColorView, CommandReply, EngineView, ErrorView, GameCommand, GameState, MoveChange, MoveView,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody is to a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Moves for every person at the board, or owns a table at which no person plays.
    Owner,
    /// Looks on.
    Watcher,
}

/// Something that can be done now, by the name of its command. Whatever is not listed will be refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// Play a move.
    Play,
    /// Take back; between two people online, ask for it.
    Undo,
    /// Play again.
    Redo,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Claim a draw.
    ClaimDraw,
    /// Claim the win because the opponent has left.
    ClaimWin,
    /// Accept what the opponent proposed.
    Accept,
    /// Decline it.
    Decline,
    /// Ask for a good move.
    Hint,
    /// Ask what the other side threatens.
    Threat,
    /// Begin again.
    Reset,
    /// Play another game.
    Rematch,
    /// Let everything stand still.
    Pause,
    /// Go on.
    Resume,
    /// Let the computer make one move of a paused game.
    Step,
    /// Say how fast computers play each other.
    Speed,
    /// Give a side more time.
    AddTime,
    /// Change sides.
    Swap,
    /// Put somebody else on a side.
    Seat,
    /// Set the clocks.
    Clock,
    /// Highlight a square.
    Select,
    /// Start a game from the free board.
    Start,
    /// Free the board.
    Stop,
    /// Edit the free board.
    Edit,
    /// Go to places in the tree, and change it.
    Tree,
    /// Show what the engine thinks.
    Lines,
    /// Take the free seat (`POST /games/{id}/join`).
    Join,
    /// Make an analysis of it (`POST /games` with `of`).
    Analyse,
    /// Delete it (`DELETE /games/{id}`).
    Delete,
}

/// Who one is, and what one may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct You {
    /// What one is to the game.
    pub role: Role,
    /// The side one sees the board from, if one plays.
    pub color: Option<ColorView>,
    /// What one may do now.
    pub allowed: Vec<Action>,
}

/// Something that has happened, to be shown, said or sounded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Happening {
    /// A move was played: the last of the list.
    Played,
    /// So many half-moves, or one edit, were taken back.
    TakenBack {
        /// How many.
        count: usize,
    },
    /// So many half-moves, or one edit, were done again.
    Redone {
        /// How many.
        count: usize,
    },
    /// The game is over; the state says how.
    Ended,
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: ColorView,
    },
    /// The offer was declined.
    DrawDeclined {
        /// By whom.
        by: ColorView,
    },
    /// A new game has begun at this table.
    Started,
    /// The board is free now.
    Stopped,
    /// The free board, or the tree of moves, has changed.
    Edited,
    /// Others sit at the board now.
    Seated,
    /// The clocks were set.
    ClockSet,
    /// Everything stands still.
    Paused,
    /// Everything goes on.
    Resumed,
    /// The rematch has begun: the state's `next`.
    Rematch,
}

/// A numbered change: what happened, and how things stand after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Update {
    /// Its number: one more than that of the change before it.
    pub number: u32,
    /// What has happened.
    pub happened: Vec<Happening>,
    /// How things stand now.
    pub state: GameState,
    /// How the list of moves has changed.
    pub moves: MoveChange,
    /// Who one is, and what one may do.
    pub you: You,
}

/// Everything about a game at one moment.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// The number of the last change.
    pub number: u32,
    /// How things stand.
    pub state: GameState,
    /// All moves: the line played, or in an analysis the whole tree, each main line before its variations.
    pub moves: Vec<MoveView>,
    /// What passes.
    pub now: NowView,
    /// Who one is, and what one may do.
    pub you: You,
}

/// Whether a player is there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    /// Whether the player is connected; computers always are.
    pub here: bool,
    /// Since when not, in milliseconds since 1970.
    pub away_since: Option<i64>,
    /// How long a message to the player and back took last, in milliseconds.
    pub lag_ms: Option<u32>,
}

/// What one player proposes to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proposal {
    /// Who proposes it.
    pub by: ColorView,
    /// What: `undo`, `redo`, `reset`, `rematch`, `pause`, `resume`, `swap`.
    pub what: Action,
}

/// What passes and is not kept: who is there, what is proposed or selected, whether a computer thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Now"))]
#[schema(as = Now)]
pub struct NowView {
    /// Whether the players are there.
    pub players: Both<Presence>,
    /// How many look on.
    pub watchers: usize,
    /// What one player proposes to the other.
    pub proposal: Option<Proposal>,
    /// The highlighted square.
    pub selected: Option<String>,
    /// Whether a computer thinks about its move.
    pub thinking: bool,
}

/// What the server says over a socket.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ServerMessage {
    /// Everything. Comes first, unless the missed updates could be sent instead.
    Snapshot(Box<Snapshot>),
    /// A numbered change.
    Update(Box<Update>),
    /// What passes has changed.
    Now {
        /// What passes.
        now: NowView,
        /// Who one is, and what one may do.
        you: You,
    },
    /// What the engine thinks.
    Engine(EngineView),
    /// The answer to a command that was done.
    Reply {
        /// The command's own number.
        id: u32,
        /// What came of it.
        reply: Box<CommandReply>,
    },
    /// A command was refused, or a message not understood.
    Error {
        /// The command's own number, if it had one.
        id: Option<u32>,
        /// Why.
        error: ErrorView,
    },
    /// The answer to a ping.
    Pong {
        /// What the ping said.
        id: u32,
        /// The server's time, in milliseconds since 1970.
        at: i64,
    },
    /// The server stops; come back in a moment.
    Bye,
}

/// What the page says over a socket.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ClientMessage {
    /// A command; it is answered by a reply or an error with the same number.
    Command {
        /// A number to know the answer by.
        id: u32,
        /// The number of the state that the command was given in. If another one has come since, it is refused as
        /// `stale`.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        number: Option<u32>,
        /// What to do.
        command: GameCommand,
    },
    /// Asks for a pong.
    Ping {
        /// A number to know the answer by.
        id: u32,
        /// How long a message takes to the browser and back, in milliseconds: what one server tells another. From a
        /// browser it means nothing, for the server measures that itself.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        lag_ms: Option<u32>,
    },
}

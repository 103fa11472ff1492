//! Why the store did not do what it was asked to.

use crate::{BadName, GameId, PlayerKind, PlayerName, Trouble, TroubleKind};
use core::fmt;
use regence_game::Refusal;
use regence_rules::UciMove;

/// Why the store cannot do what it was asked to.
///
/// After any of them nothing has changed, but for [`TroubleKind::Io`](crate::TroubleKind::Io),
/// [`TroubleKind::Lost`](crate::TroubleKind::Lost) and [`Closed`](Self::Closed): then the answer may be lost although the change was made, and whoever needs to know must
/// look.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// Something is wrong with the place where things are kept.
    Trouble(Trouble),
    /// The store was closed.
    Closed,
    /// The operating system has no random numbers for us.
    NoRandomness(String),
    /// There is no such game.
    NoSuchGame(GameId),
    /// The log has gone on: the entry would not get the number it expects. Nothing was written.
    Conflict {
        /// Of which game.
        game: GameId,
        /// The number that was expected.
        expected: u32,
        /// The number that the next entry will get.
        next: u32,
    },
    /// The game belongs to another node now. Nothing was written.
    Fenced(GameId),
    /// The node was silent for so long that nobody knows it any more.
    NodeForgotten,
    /// The node was silent for so long that others may have its games, and has not been heard again yet.
    NodeSilent,
    /// The worker was silent for so long that nobody knows it any more.
    WorkerForgotten,
    /// More half-moves are to be taken back than there are.
    NothingToUndo {
        /// In which game.
        game: GameId,
        /// How many there are.
        plies: u32,
        /// How many were to be taken back.
        undone: u32,
    },
    /// A note's kind is not a word for notes.
    BadNote(String),
    /// A text has a NUL character in it.
    BadText(String),
    /// A store is the copy of another one, and not all of it is there yet.
    Unfinished {
        /// Where it is.
        place: String,
        /// Where the other one is.
        from: String,
    },
    /// A store cannot be copied to a place where there is another one.
    NotEmpty {
        /// Where there is another one.
        place: String,
        /// Where the store is that was to be copied.
        from: String,
    },
    /// A store was written to while it was copied.
    Changed {
        /// Where it is.
        place: String,
    },
    /// A start position is none.
    BadStart {
        /// As it was given.
        fen: String,
        /// What is wrong with it.
        why: String,
    },
    /// A name cannot be one.
    BadName(BadName),
    /// The name belongs to a player of the other kind.
    NameTaken {
        /// The name.
        name: PlayerName,
        /// Of whom.
        by: PlayerKind,
    },
    /// An account has this name already.
    AccountTaken(PlayerName),
    /// An account has a name that looks like this one.
    AccountLikeness(PlayerName),
    /// No player has this number.
    NoSuchPlayer,
    /// A move of a game from elsewhere is not legal.
    IllegalMove {
        /// Which half-move, counted from 1.
        ply: u32,
        /// The move.
        uci: UciMove,
        /// Why not.
        why: Refusal,
    },
    /// A game from elsewhere has a null move in check, where nobody can pass.
    PassInCheck {
        /// Which half-move, counted from 1.
        ply: u32,
    },
    /// An entry does not follow from those before it.
    Damaged {
        /// Of which game.
        game: GameId,
        /// Which one; 0 is the start.
        number: u32,
        /// What is wrong with it.
        why: String,
    },
}

impl StoreError {
    /// Whether the change may have been made all the same.
    pub fn is_uncertain(&self) -> bool {
        let is_lost = |kind: &TroubleKind| matches!(kind, TroubleKind::Io(_) | TroubleKind::Lost(_));
        match self {
            Self::Closed => true,
            Self::Trouble(trouble) => is_lost(&trouble.kind),
            _ => false,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trouble(trouble) => trouble.fmt(f),
            Self::Closed => f.write_str("the store is closed; open it again"),
            Self::NoRandomness(why) => write!(f, "the system has no random numbers to name a game by: {why}"),
            Self::NoSuchGame(id) => write!(f, "there is no game {id}"),
            Self::Conflict { game, expected, next } => write!(
                f,
                "game {game} has changed: entry {expected} was to be written, but the next is {next}; read it again"
            ),
            Self::Fenced(game) => write!(f, "game {game} belongs to another server now; ask there"),
            Self::NodeForgotten => f.write_str("this server was silent for too long, and has to start anew"),
            Self::NodeSilent => f.write_str("this server was not heard for a while; try again in a moment"),
            Self::WorkerForgotten => {
                f.write_str("this worker was silent for too long, and has to begin anew")
            }
            Self::NothingToUndo { game, plies, undone } => {
                write!(f, "game {game} has {plies} half-moves, of which {undone} cannot be taken back")
            }
            Self::BadNote(kind) => write!(
                f,
                "expected up to 32 small letters and hyphens that mean no move or end as a note's kind, not '{}'",
                kind.escape_debug()
            ),
            Self::BadText(text) => {
                write!(f, "'{}' has a NUL character in it, which cannot be kept", text.escape_debug())
            }
            Self::Unfinished { place, from } => {
                write!(f, "{place} is an unfinished copy; finish it with: regence store copy {from} {place}")
            }
            Self::NotEmpty { place, from } => {
                write!(
                    f,
                    "{place} holds games already, expected an empty place or an unfinished copy of {from}"
                )
            }
            Self::Changed { place } => {
                write!(
                    f,
                    "{place} was changed while it was copied; stop whoever writes there, then copy once more"
                )
            }
            Self::BadStart { fen, why } => write!(f, "no start position '{}': {why}", fen.escape_debug()),
            Self::BadName(error) => error.fmt(f),
            Self::NameTaken { name, by } => {
                write!(f, "the name {name} belongs to a {}; choose another", by.word())
            }
            Self::AccountTaken(name) => write!(f, "the name {name} belongs to somebody else; choose another"),
            Self::AccountLikeness(name) => {
                write!(f, "the name {name} looks like that of somebody else; choose another")
            }
            Self::NoSuchPlayer => f.write_str("there is no such player"),
            Self::IllegalMove { ply, uci, why } => write!(f, "half-move {ply}, {uci}: {why}"),
            Self::PassInCheck { ply } => {
                write!(f, "half-move {ply} is a null move in check, expected a move out of it")
            }
            Self::Damaged { game, number: 0, why } => write!(f, "game {game} has no start position: {why}"),
            Self::Damaged { game, number, why } => {
                write!(f, "entry {number} of game {game} does not follow from those before: {why}")
            }
        }
    }
}

impl core::error::Error for StoreError {}

impl From<BadName> for StoreError {
    fn from(error: BadName) -> Self {
        Self::BadName(error)
    }
}

impl From<Trouble> for StoreError {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

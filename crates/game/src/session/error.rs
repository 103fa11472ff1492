//! Why a session does not do what it is told.

use crate::clock::FlagFell;
use crate::{EndError, PlayError};
use core::fmt;
use regence_rules::Color;
use regence_rules::house::{EditError, ParseHouseFenError};

/// Why a command was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub enum SessionError {
    /// The move was not played.
    Play(PlayError),
    /// It is the other side's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// A player spoke for the other side.
    NotYourSide {
        /// The side concerned.
        side: Color,
    },
    /// A player alone decided what concerns both.
    NeedsBoth,
    /// The game did not end.
    End(EndError),
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to do again.
    NothingToRedo,
    /// The board is not edited during a game.
    Playing,
    /// There is no game, only a free board.
    Idle,
    /// Everything stands still.
    Paused,
    /// The board cannot be edited so.
    Edit(EditError),
    /// The position cannot be read.
    Fen(ParseHouseFenError),
    /// A flag has fallen.
    Flag(FlagFell),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::NotYourTurn { turn } => write!(f, "it is not your turn: {turn} is to move"),
            Self::NotYourSide { side } => write!(f, "only {side} can do that"),
            Self::NeedsBoth => f.write_str("that takes both players: neither can do it alone"),
            Self::End(error) => error.fmt(f),
            Self::NothingToUndo => f.write_str("there is nothing to take back"),
            Self::NothingToRedo => f.write_str("there is nothing to play again"),
            Self::Playing => {
                f.write_str("the board cannot be edited while a game is being played: stop the game first")
            }
            Self::Idle => f.write_str("no game is being played: start one first"),
            Self::Paused => f.write_str("the game is paused: resume it first"),
            Self::Edit(error) => error.fmt(f),
            Self::Fen(error) => error.fmt(f),
            Self::Flag(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SessionError {}

impl From<PlayError> for SessionError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<EndError> for SessionError {
    fn from(error: EndError) -> Self {
        Self::End(error)
    }
}

impl From<EditError> for SessionError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl From<ParseHouseFenError> for SessionError {
    fn from(error: ParseHouseFenError) -> Self {
        Self::Fen(error)
    }
}

impl From<FlagFell> for SessionError {
    fn from(error: FlagFell) -> Self {
        Self::Flag(error)
    }
}

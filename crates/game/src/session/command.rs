//! What can be said to a session, by whom, and what it answers.

use super::{Seat, SessionError};
use crate::clock::TimeControl;
use crate::{AnyPosition, Edit, MoveRecord, Variant};
use core::time::Duration;
use regence_rules::{ByColor, Color, Outcome, UciMove};

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// Whoever sits at the screen, and may do everything.
    Anyone,
    /// The player of one side, who may do what concerns that side.
    Side(Color),
}

impl Actor {
    /// Whether this is somebody who may speak for a side.
    pub(super) fn require(self, color: Color, error: SessionError) -> Result<(), SessionError> {
        match self {
            Self::Side(own) if own != color => Err(error),
            _ => Ok(()),
        }
    }
}

/// Something to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Plays a move.
    Play(UciMove),
    /// Takes back: one half-move between people, up to one's own last move against a computer.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// A side gives up.
    Resign(Color),
    /// A side has left for good.
    Abandon(Color),
    /// A side offers a draw.
    OfferDraw(Color),
    /// A side accepts the other side's offer.
    AcceptDraw(Color),
    /// A side declines the other side's offer.
    DeclineDraw(Color),
    /// The side to move claims a draw, perhaps with the move it intends to play.
    Claim(Option<UciMove>),
    /// Begins the game again from its start, with the same settings.
    Reset,
    /// Puts somebody else on a side, at once.
    Seat(Color, Seat),
    /// The players change sides.
    SwapSides,
    /// Sets the clocks anew.
    Clock(ByColor<TimeControl>),
    /// Stops the clocks and lets no computer move.
    Pause,
    /// Goes on after a pause.
    Resume,
    /// Gives a side more time.
    AddTime(Color, Duration),
    /// Starts a game from this position.
    SetPosition(Variant, Box<AnyPosition>),
    /// Loads a position that need not be legal onto the free board.
    Load(Variant, String),
    /// Starts a game from the free board.
    Start,
    /// Ends the game and leaves its position on the free board.
    Stop,
    /// Changes the free board.
    Edit(Edit),
}

impl Command {
    /// Whether neither of two people may do it without the other.
    pub(super) fn concerns_both(&self) -> bool {
        !matches!(
            self,
            Self::Play(_)
                | Self::Resign(_)
                | Self::Abandon(_)
                | Self::OfferDraw(_)
                | Self::AcceptDraw(_)
                | Self::DeclineDraw(_)
                | Self::Claim(_)
        )
    }
}

/// Something that has happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A move was played.
    Played(MoveRecord),
    /// So many half-moves, or one edit, were taken back.
    TakenBack(usize),
    /// So many half-moves, or one edit, were done again.
    Redone(usize),
    /// The game is over.
    Ended(Outcome),
    /// A side has offered a draw.
    DrawOffered(Color),
    /// A side has declined the other's offer.
    DrawDeclined(Color),
    /// A new game has begun.
    Started,
    /// The game has ended without a result; the board is free.
    Stopped,
    /// Something was taken back or done again across the start or the end of a game: the game or the free board that was
    /// on the table before is there again, as it was.
    Returned,
    /// The free board has changed.
    Edited,
    /// Other people play, or on other sides.
    Seated,
    /// The clocks have changed other than by running.
    ClockSet,
    /// Everything stands still.
    Paused,
    /// Everything goes on.
    Resumed,
}

//! What can be done at a table.

use super::{Action, Both, ColorView, LegalMove};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something to do.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameCommand {
    /// Plays a move. In an analysis a new one starts a variation.
    Play {
        /// As UCI or as people write it: `e2e4`, `Nf3`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Takes back: one half-move between people, up to one's own last move against a computer, an edit of the free board.
    /// Between two people online it is proposed.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Gives up.
    Resign {
        /// Which side, if one plays both; otherwise the side to move.
        #[serde(default)]
        color: Option<ColorView>,
    },
    /// Offers a draw. A computer answers at once.
    OfferDraw,
    /// Accepts it.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Claims a draw, perhaps with a move that is not played.
    ClaimDraw {
        /// The move.
        #[serde(default, rename = "move")]
        mv: Option<String>,
    },
    /// Claims the win because the opponent has left.
    ClaimWin,
    /// Accepts what the opponent proposed.
    Accept {
        /// What that was, so that nothing else is accepted if the proposal has changed meanwhile.
        #[serde(default)]
        what: Option<Action>,
    },
    /// Declines it.
    Decline,
    /// Asks for a good move; the reply has it.
    Hint,
    /// Asks what the side that is not to move would play if it were; the reply has it.
    Threat,
    /// Begins again from the start of the game.
    Reset,
    /// Begins another game with sides changed; the reply has its name.
    Rematch,
    /// Lets everything stand still.
    Pause,
    /// Goes on.
    Resume,
    /// Lets the computer make one move of a paused game.
    Step,
    /// Says how long computers that play each other wait before each move, at most a minute.
    Speed {
        /// In milliseconds.
        ms: u32,
    },
    /// Gives a side more time, at most an hour.
    AddTime {
        /// Which side.
        color: ColorView,
        /// How many seconds.
        seconds: u32,
    },
    /// The players change sides.
    Swap,
    /// Puts somebody else on a side, at once.
    Seat {
        /// Which side.
        color: ColorView,
        /// `me`, `me:NAME`, or the code of an opponent.
        player: String,
    },
    /// Sets the clocks.
    Clock {
        /// Each side's, `5+3`; `-` is none.
        controls: Both<String>,
    },
    /// Highlights a square for everybody at this table, or none.
    Select {
        /// Which.
        #[serde(default)]
        square: Option<String>,
    },
    /// Starts a game from the free board.
    Start,
    /// Ends the game without a result and frees the board.
    Stop,
    /// Loads a position. In a game it starts playing from there; on the free board it need not be legal.
    Load {
        /// The position.
        fen: String,
        /// Which chess, if another one.
        #[serde(default)]
        variant: Option<String>,
    },
    /// Puts a piece on a square of the free board.
    Place {
        /// Where.
        square: String,
        /// A FEN letter, or a name such as `white knight`.
        piece: String,
    },
    /// Clears a square of the free board.
    Remove {
        /// Where.
        square: String,
    },
    /// Puts the same on every square of the free board.
    Fill {
        /// A FEN letter or a name; nothing clears the board.
        #[serde(default)]
        piece: Option<String>,
    },
    /// Moves whatever stands on a square of the free board.
    Shift {
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// Says who is to move on the free board.
    Turn {
        /// Who.
        color: ColorView,
    },
    /// Says who may castle on the free board.
    Castling {
        /// As in a FEN: `KQkq`, `Kq`, `-`.
        rights: String,
    },
    /// Goes to a place in the tree of an analysis.
    Go {
        /// Its number; 0 is the start.
        place: u32,
    },
    /// Makes the line through a place the main line.
    Promote {
        /// Its number.
        place: u32,
    },
    /// Deletes the line from a place on.
    Cut {
        /// Its number.
        place: u32,
    },
    /// Writes about a place.
    Comment {
        /// Its number; 0 is the start.
        place: u32,
        /// What; nothing takes the comment away.
        text: String,
    },
    /// Puts signs on a move.
    Glyphs {
        /// Its number.
        place: u32,
        /// By their PGN numbers.
        glyphs: Vec<u16>,
    },
    /// Shows what the engine thinks, as `engine` messages, as long as somebody looks.
    Lines {
        /// How many lines, up to 5; 0 stops.
        count: u32,
    },
}

/// What came of a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommandReply {
    /// The number of the last change, this one included.
    pub number: u32,
    /// The move that was asked for.
    pub hint: Option<LegalMove>,
    /// The rematch.
    pub next: Option<String>,
    /// Whether it was only proposed to the opponent, or takes effect later.
    pub proposed: bool,
}

//! What is kept of a table besides its moves, as notes in its game's log.

use crate::view::{Both, ColorView, OutcomeView};
use regence_game::json::GameJson;
use regence_store::Event;
use serde::{Deserialize, Serialize};

/// The kind of the notes.
pub const NOTE: &str = "table";

/// The first note: how the table began.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// Whose it is.
    pub owner: Option<i64>,
    /// Who sits on each side.
    pub users: Both<Option<i64>>,
    /// Who plays, as sessions write it.
    pub seats: Both<String>,
    /// The time controls.
    pub clocks: Both<String>,
    /// What simple computers' choices depend on.
    pub seed: u64,
    /// How long computers that play each other wait before each move, in milliseconds.
    pub speed_ms: u64,
    /// Whether opponents who play as people do answer as soon as they know, not after the time a person would take.
    #[serde(default)]
    pub at_once: bool,
    /// What is done there.
    #[serde(default)]
    pub purpose: Purpose,
    /// How the game ended that is explored here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed: Option<OutcomeView>,
}

/// What is done at a table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// Sides play.
    #[default]
    Play,
    /// Somebody explores, from the start on.
    Explore,
    /// Somebody explores what was played elsewhere.
    Review(Box<GameJson>),
}

/// Something that was done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Kept {
    /// The table was opened.
    Open(Box<Opening>),
    /// A draw was offered.
    Offer { by: ColorView },
    /// The offer was declined.
    Decline { by: ColorView },
    /// Everything stands still.
    Pause,
    /// Everything goes on.
    Resume,
    /// The players changed sides.
    Swap,
    /// The clocks were set.
    Clock { controls: Both<String> },
    /// A side got more time.
    AddTime { color: ColorView, ms: u64 },
    /// Somebody else sits on a side.
    Seat { color: ColorView, player: String, user: Option<i64> },
    /// The board was freed.
    Stop,
    /// A position was loaded onto the free board.
    Load { variant: String, fen: String },
    /// The free board was changed, as FEN with all that is on it after it.
    Place { square: String, piece: String },
    /// A square was cleared.
    Remove { square: String },
    /// Every square was filled.
    Fill { piece: Option<String> },
    /// A piece was moved.
    Shift { from: String, to: String },
    /// The side to move was chosen.
    Turn { color: ColorView },
    /// The rooks that may castle were chosen.
    Castling { rooks: Vec<String> },
    /// An edit was taken back.
    UndoEdit,
    /// An edit was done again.
    RedoEdit,
    /// The free board was put back to the start position.
    ResetBoard,
    /// Computers play faster or slower.
    Speed { ms: u64 },
    /// The rematch has begun.
    Next { game: String },
    /// The server was not there for so long, while the clock would have run.
    Gap { ms: i64 },
    /// The game was given up without a result.
    Abandoned,
    /// A move was played in an analysis.
    Explore { after: u32, uci: String },
    /// Somebody went to a place.
    Go { place: u32 },
    /// A line became the main line.
    Promote { place: u32 },
    /// A line was deleted.
    Cut { place: u32 },
    /// Something was written.
    Comment { place: u32, text: String },
    /// Signs were set.
    Glyphs { place: u32, glyphs: Vec<u16> },
}

impl Kept {
    /// As an entry of a log.
    pub fn event(&self) -> Event {
        // What has only texts and numbers in it can always be written.
        Event::Note { kind: NOTE.into(), body: serde_json::to_value(self).unwrap_or_default() }
    }

    /// What an entry of a log says about a table, if it does.
    pub fn read(event: &Event) -> Option<Result<Self, String>> {
        match event {
            Event::Note { kind, body } if kind == NOTE => {
                Some(serde_json::from_value(body.clone()).map_err(|error| error.to_string()))
            }
            _ => None,
        }
    }
}

//! The state of a game: all that a page needs to draw it and to let somebody act, but for the list of moves.

use super::{Both, ClocksView, ColorView, LegalMove, SeatView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a table is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// Two people over the network.
    Online,
    /// Two people at one screen.
    Local,
    /// A person against a computer.
    Computer,
    /// Computers against each other.
    Watch,
    /// A tree of moves to explore.
    Analysis,
}

/// Whether a game is on the board, or the board is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// A game: moves are judged.
    Playing,
    /// A free board: anything goes anywhere.
    Free,
}

/// How things stand, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// A seat is empty.
    Waiting,
    /// The game goes on.
    Active,
    /// The game goes on, and the side to move is in check.
    Check,
    /// The game stands still.
    Paused,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move.
    Stalemate,
    /// Won in another way.
    Won,
    /// Drawn in another way.
    Draw,
    /// Ended without a result.
    Abandoned,
    /// The board is free.
    Idle,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Outcome"))]
#[schema(as = Outcome)]
pub struct OutcomeView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Who won, if anybody.
    pub winner: Option<ColorView>,
    /// Why, in one word, always the same: `checkmate`, `time`, `fivefoldRepetition`.
    pub reason: String,
    /// For people: `White wins by checkmate`.
    pub sentence: String,
}

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Opening"))]
#[schema(as = Opening)]
pub struct OpeningView {
    /// Its code: `B90`.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// Whom a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Awaited {
    /// Somebody to join.
    Opponent,
    /// A person's move.
    Human,
    /// A computer's move.
    Computer,
    /// Somebody to resume.
    Resume,
    /// Somebody to edit the free board or start a game.
    Editor,
    /// Nobody: the game is over.
    Nobody,
}

/// Whom a game waits for, and on which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Awaiting"))]
#[schema(as = Awaiting)]
pub struct AwaitingView {
    /// Whom.
    pub who: Awaited,
    /// On which side.
    pub color: Option<ColorView>,
}

/// The last move, as it is marked on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastMove {
    /// Where the piece stood.
    pub from: String,
    /// Where it went.
    pub to: String,
    /// Whether it took something.
    pub capture: bool,
}

/// Pieces that are gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Captured {
    /// What each side has taken: FEN letters of the pieces as they were, the most valuable first.
    pub by: Both<Vec<String>>,
    /// By how many pawns White's pieces on the board are worth more than Black's.
    pub balance: i32,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Its name; `/g/ID` is its page.
    pub id: String,
    /// What the table is for.
    pub kind: Kind,
    /// Whether a game is on the board, or the board is free.
    pub stage: Stage,
    /// Which chess, as programs write it: `orthodox`, `chess960`, `classroom`, `house:…`.
    pub variant: String,
    /// How many files and ranks the board has.
    pub size: usize,
    /// Where the game began; on a free board, where one would begin, without rights to castle that cannot be.
    pub start_fen: String,
    /// What stands on the board. The first field has one part for each rank, the highest first, and no rank is short.
    pub fen: String,
    /// Who is to move.
    pub turn: ColorView,
    /// How many half-moves are played.
    pub ply: u32,
    /// The place in the tree of moves one stands at; 0 is the start.
    pub cursor: u32,
    /// How things stand, in one word.
    pub status: Status,
    /// How things stand, in a sentence for people: `White to move`, `Black wins on time`.
    pub sentence: String,
    /// How it ended.
    pub outcome: Option<OutcomeView>,
    /// How the game ended that an analysis is of.
    pub reviewed: Option<OutcomeView>,
    /// Whom it waits for.
    pub awaiting: AwaitingView,
    /// All legal moves of the side to move; none when the game is over or the board is free.
    pub legal: Vec<LegalMove>,
    /// The move that led here.
    pub last_move: Option<LastMove>,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The clocks, if any side has one.
    pub clocks: Option<ClocksView>,
    /// What was taken.
    pub captured: Captured,
    /// The opening, if it has a name.
    pub opening: Option<OpeningView>,
    /// Who plays.
    pub seats: Both<SeatView>,
    /// Whether something can be taken back.
    pub can_undo: bool,
    /// Whether something can be played again.
    pub can_redo: bool,
    /// Whether everything stands still.
    pub paused: bool,
    /// Who has offered a draw that can still be accepted.
    pub draw_offer: Option<ColorView>,
    /// The draw that the side to move may claim: `Draw: …`.
    pub claimable: Option<String>,
    /// How often the position has stood on the board.
    pub repetitions: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move about to be played.
    pub move_number: u32,
    /// How long computers that play each other wait before each move, in milliseconds.
    pub speed_ms: u32,
    /// The rematch, once there is one.
    pub next: Option<String>,
    /// What is written about the start position.
    pub comment: String,
}

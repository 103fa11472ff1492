//! What goes over the wire: every JSON that the server writes or reads, as types. `docs/api.md` tells how they are used,
//! and `web/src/api/types.ts` is made from them.

mod account;
mod clock;
mod command;
mod engine;
mod error;
mod evaluation;
mod list;
mod message;
mod moves;
mod new_game;
mod position;
mod review;
mod seat;
mod state;
#[cfg(test)]
mod typescript;

pub use account::{Credentials, Me, NewName, ScoreView, ScoresView, SharedView, TallyView};
pub use clock::{ClockView, ClocksView};
pub use command::{CommandReply, GameCommand};
pub use engine::{EngineLine, EngineView, ScoreOfLine};
pub use error::ErrorView;
pub use evaluation::{EvaluationView, TermView, TopicView};
pub use list::{GameListItem, GamePage, ImportFailure, Imported, Opponent, Opponents, RuleSet};
pub use message::{
    Action, ClientMessage, Happening, NowView, Presence, Proposal, Role, ServerMessage, Snapshot, Update, You,
};
pub use moves::{CastlingView, CheckView, LegalMove, MoveChange, MoveView};
pub use new_game::{ChosenColor, NewGameRequest, NewKind};
pub use position::{FenView, PositionView, SquareView};
pub use review::{AccountView, JudgedView, JudgementView, ReviewView};
pub use seat::{SeatKind, SeatView};
pub use state::{
    Awaited, AwaitingView, Captured, GameState, Kind, LastMove, OpeningView, OutcomeView, Stage, Status,
};

use regence_rules::{ByColor, Color};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// White or black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Color"))]
#[serde(rename_all = "lowercase")]
#[schema(as = Color)]
pub enum ColorView {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for ColorView {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<ColorView> for Color {
    fn from(color: ColorView) -> Self {
        match color {
            ColorView::White => Self::White,
            ColorView::Black => Self::Black,
        }
    }
}

/// One of something for each colour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Both<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Both<T> {
    /// What a question answers for each colour.
    pub fn of(mut ask: impl FnMut(Color) -> T) -> Self {
        Self { white: ask(Color::White), black: ask(Color::Black) }
    }
}

impl<T> From<Both<T>> for ByColor<T> {
    fn from(both: Both<T>) -> Self {
        Self { white: both.white, black: both.black }
    }
}

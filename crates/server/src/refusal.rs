//! Why the server does not do what it was asked to: a code for programs and a sentence for people.

use crate::view::ErrorView;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use regence_game::session::SessionError;
use regence_game::{EndError, PlayError, WrittenMoveError};
use regence_rules::SanError;
use regence_rules::house::HouseSanError;
use regence_store::StoreError;
use std::fmt::{self, Display};

/// What kind of refusal it is. Each has a code that never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Not understood.
    Invalid,
    /// Name and password do not go together.
    Password,
    /// It is the other side's turn.
    NotYourTurn,
    /// Only somebody else may do that.
    NotYours,
    /// The request comes from another page.
    Foreign,
    /// There is no such thing.
    Unknown,
    /// There is such a thing, but it is not asked for in this way.
    Method,
    /// The rules of chess do not allow it.
    Illegal,
    /// The game is over.
    Over,
    /// Not in this state.
    NotNow,
    /// The game has gone on since.
    Stale,
    /// Somebody else has it.
    Taken,
    /// More than may be sent at once.
    Large,
    /// Not in this form.
    Form,
    /// Another server has the game.
    Elsewhere,
    /// Too much at once.
    Busy,
    /// Our fault.
    Broken,
    /// The server stops, or is cut off from its store.
    Stopping,
}

impl Code {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Self; 18] = [
        Self::Invalid,
        Self::Password,
        Self::NotYourTurn,
        Self::NotYours,
        Self::Foreign,
        Self::Unknown,
        Self::Method,
        Self::Illegal,
        Self::Over,
        Self::NotNow,
        Self::Stale,
        Self::Taken,
        Self::Large,
        Self::Form,
        Self::Elsewhere,
        Self::Busy,
        Self::Broken,
        Self::Stopping,
    ];

    /// The status and the word.
    pub const fn parts(self) -> (StatusCode, &'static str) {
        match self {
            Self::Invalid => (StatusCode::BAD_REQUEST, "invalid"),
            Self::Password => (StatusCode::UNAUTHORIZED, "password"),
            Self::NotYourTurn => (StatusCode::FORBIDDEN, "notYourTurn"),
            Self::NotYours => (StatusCode::FORBIDDEN, "notYours"),
            Self::Foreign => (StatusCode::FORBIDDEN, "foreign"),
            Self::Unknown => (StatusCode::NOT_FOUND, "unknown"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method"),
            Self::Illegal => (StatusCode::CONFLICT, "illegal"),
            Self::Over => (StatusCode::CONFLICT, "over"),
            Self::NotNow => (StatusCode::CONFLICT, "notNow"),
            Self::Stale => (StatusCode::CONFLICT, "stale"),
            Self::Taken => (StatusCode::CONFLICT, "taken"),
            Self::Large => (StatusCode::PAYLOAD_TOO_LARGE, "large"),
            Self::Form => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "form"),
            Self::Elsewhere => (StatusCode::MISDIRECTED_REQUEST, "elsewhere"),
            Self::Busy => (StatusCode::TOO_MANY_REQUESTS, "busy"),
            Self::Broken => (StatusCode::INTERNAL_SERVER_ERROR, "broken"),
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        }
    }
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What kind.
    pub code: Code,
    /// Why, in a sentence.
    pub message: String,
    /// In how many seconds to try again.
    pub retry_after: Option<u64>,
}

impl Refusal {
    /// A refusal for this reason.
    pub fn new(code: Code, why: impl Display) -> Self {
        Self { code, message: why.to_string(), retry_after: None }
    }

    /// Something was not understood.
    pub fn invalid(why: impl Display) -> Self {
        Self::new(Code::Invalid, why)
    }

    /// There is no such thing.
    pub fn unknown(why: impl Display) -> Self {
        Self::new(Code::Unknown, why)
    }

    /// It cannot be done in this state.
    pub fn not_now(why: impl Display) -> Self {
        Self::new(Code::NotNow, why)
    }

    /// More came than is taken in at once.
    pub fn large() -> Self {
        Self::new(Code::Large, "this is more than can be sent at once; send it in parts")
    }

    /// Somebody looks on, and may not touch.
    pub fn watcher() -> Self {
        Self::new(Code::NotYours, "you are watching this game: only its players can do that")
    }

    /// The server stops.
    pub fn stopping() -> Self {
        Self::new(Code::Stopping, "the server is stopping; try again in a moment")
    }

    /// The server cannot reach its store, and others may have its games.
    pub fn cut_off() -> Self {
        Self::new(Code::Stopping, "the server cannot reach its database; try again in a moment")
    }

    /// Another server has the game.
    pub fn elsewhere() -> Self {
        Self::new(Code::Elsewhere, "another server has this game now; try again in a moment")
    }

    /// A terminal has the game open.
    pub fn visited() -> Self {
        Self::not_now("this game is open in a terminal; close it there first")
    }

    /// The table is not as forlorn as it seemed.
    pub fn seen() -> Self {
        Self::not_now("somebody looks at this game")
    }

    /// Nobody knows whether something was kept.
    pub fn uncertain() -> Self {
        Self::new(Code::Broken, "the server cannot tell whether this was kept; look at it again")
    }

    /// Something was not kept, and certainly not.
    pub fn unkept() -> Self {
        Self::new(Code::Broken, "the server could not keep this; nothing has changed")
    }

    /// Whether the same may well go better a while later.
    pub fn may_pass(&self) -> bool {
        self.code == Code::Stopping || [Self::uncertain(), Self::unkept()].contains(self)
    }

    /// As it goes over the wire.
    pub fn view(&self) -> ErrorView {
        ErrorView { code: self.code.parts().1.to_owned(), message: self.message.clone() }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.code.parts().0, Json(self.view())).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        let code = match error {
            PlayError::Over(_) => Code::Over,
            PlayError::Invalid(_)
            | PlayError::Unclear(
                WrittenMoveError::Standard(SanError::Syntax(_))
                | WrittenMoveError::House(HouseSanError::Syntax(_)),
            ) => Code::Invalid,
            PlayError::Illegal(_) | PlayError::Unclear(_) => Code::Illegal,
        };
        Self::new(code, error)
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        let code = match &error {
            SessionError::Play(error) => return Self::from(*error),
            SessionError::NotYourTurn { .. } => Code::NotYourTurn,
            SessionError::NotYourSide { .. } | SessionError::NeedsBoth => Code::NotYours,
            SessionError::End(EndError::Over(_)) | SessionError::Flag(_) => Code::Over,
            SessionError::Edit(_) | SessionError::Fen(_) => Code::Invalid,
            SessionError::End(_)
            | SessionError::NothingToUndo
            | SessionError::NothingToRedo
            | SessionError::Playing
            | SessionError::Idle
            | SessionError::Paused => Code::NotNow,
        };
        Self::new(code, error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::NoSuchGame(_) => Self::new(Code::Unknown, error),
            StoreError::BadStart { .. } | StoreError::BadName(_) | StoreError::BadText(_) => {
                Self::new(Code::Invalid, error)
            }
            StoreError::AccountTaken(_) | StoreError::AccountLikeness(_) | StoreError::NameTaken { .. } => {
                Self::new(Code::Taken, error)
            }
            StoreError::Closed => Self::stopping(),
            StoreError::Fenced(_) => Self::elsewhere(),
            // It is heard again within a second.
            StoreError::NodeSilent => Self::cut_off(),
            StoreError::Conflict { .. } => {
                Self::new(Code::Stale, "the game has gone on elsewhere; look at it again")
            }
            StoreError::Damaged { .. } => {
                tracing::error!(%error, "the store failed");
                Self::new(Code::Broken, "what is kept of this game is damaged; it cannot be opened")
            }
            _ if error.is_uncertain() => {
                tracing::error!(%error, "the store failed");
                Self::uncertain()
            }
            _ => {
                tracing::error!(%error, "the store failed");
                Self::unkept()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handbook_explains_every_code() {
        let handbook = include_str!("../../../docs/api.md");
        for code in Code::ALL {
            let (status, word) = code.parts();
            let row = format!("| {} | `{word}` |", status.as_u16());
            assert!(handbook.contains(&row), "{row} is missing in docs/api.md");
        }
    }
}

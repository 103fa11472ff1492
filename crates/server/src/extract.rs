//! What comes in with a request, read so that whatever is wrong is said in our own words.

use crate::refusal::{Code, Refusal};
use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use regence_store::GameId;
use serde::de::DeserializeOwned;

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refusal(&rejection)),
        }
    }
}

fn refusal(rejection: &JsonRejection) -> Refusal {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            Refusal::new(Code::Form, "expected JSON, with content-type: application/json")
        }
        rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Refusal::large(),
        _ => Refusal::invalid(rejection.body_text()),
    }
}

/// A body as text.
pub struct Text(pub String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let bytes =
            axum::body::Bytes::from_request(request, state).await.map_err(|rejection: BytesRejection| {
                if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                    return Refusal::large();
                }
                Refusal::invalid(rejection.body_text())
            })?;
        Ok(Self(regence_game::pgn::decode(&bytes).into_owned()))
    }
}

/// What stands behind the question mark.
pub struct Wishes<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Wishes<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(wishes)) => Ok(Self(wishes)),
            Err(rejection) => Err(Refusal::invalid(rejection.body_text())),
        }
    }
}

/// The name of a game in the path. What cannot be one is unknown.
pub struct Game(pub GameId);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|rejection| Refusal::unknown(rejection.body_text()))?;
        let id = path.iter().find(|(name, _)| name == "id").map(|(_, value)| value.as_str());
        id.unwrap_or_default().parse().map(Self).map_err(Refusal::unknown)
    }
}

/// The square in the path.
pub struct AtSquare(pub regence_rules::Square);

impl<S: Send + Sync> FromRequestParts<S> for AtSquare {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let path = path.map_err(|rejection| Refusal::unknown(rejection.body_text()))?;
        let text = path.iter().find(|(name, _)| name == "square").map(|(_, value)| value.as_str());
        let text = text.unwrap_or_default();
        let wrong = |_| Refusal::invalid(format_args!("{text:?} is no square, expected a1 to h8"));
        text.parse().map(Self).map_err(wrong)
    }
}

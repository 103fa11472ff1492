//! Positions that belong to no game.

use crate::extract::Wishes;
use crate::refusal::Refusal;
use crate::show;
use crate::table::read_variant;
use crate::view::{ErrorView, EvaluationView, PositionView};
use axum::Json;
use regence_game::{AnyPosition, Variant};
use serde::Deserialize;

/// Which position.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PositionWish {
    /// As FEN; without it, the start position.
    pub fen: Option<String>,
    /// Which chess; without it, orthodox.
    pub variant: Option<String>,
}

impl PositionWish {
    /// The position that is meant.
    pub fn read(&self) -> Result<(Variant, AnyPosition), Refusal> {
        let variant = read_variant(self.variant.as_deref(), Variant::Orthodox)?;
        let position = match &self.fen {
            Some(fen) => variant.read_fen(fen).map_err(Refusal::invalid)?,
            None => variant.start(),
        };
        Ok((variant, position))
    }
}

/// A position in its normal form, with its legal moves.
#[utoipa::path(get, path = "/position", params(PositionWish),
    responses((status = 200, body = PositionView), (status = "4XX", body = ErrorView)))]
pub async fn position(Wishes(wish): Wishes<PositionWish>) -> Result<Json<PositionView>, Refusal> {
    let (variant, position) = wish.read()?;
    Ok(Json(show::position(variant, &position)))
}

/// What a position is worth without looking ahead, and why. Only chess and Chess960 are judged.
#[utoipa::path(get, path = "/evaluation", params(PositionWish),
    responses((status = 200, body = EvaluationView), (status = "4XX", body = ErrorView)))]
pub async fn evaluation(Wishes(wish): Wishes<PositionWish>) -> Result<Json<EvaluationView>, Refusal> {
    match wish.read()? {
        (_, AnyPosition::Standard(position)) => Ok(Json(show::evaluation(&position))),
        _ => Err(Refusal::not_now("the engine judges chess and Chess960 only")),
    }
}

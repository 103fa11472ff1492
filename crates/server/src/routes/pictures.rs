//! Pictures of positions.

use crate::extract::{Game, Wishes};
use crate::picture::{Picture, draw};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::show::check_square;
use crate::table::read_variant;
use crate::view::ErrorView;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use regence_game::{FreeBoard, Game as Played, Variant};
use regence_rules::UciMove;
use serde::Deserialize;
use std::sync::Arc;

/// How a picture is to be.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureWish {
    /// As FEN; without it, the start position. It need not be legal.
    fen: Option<String>,
    /// Which chess; without it, orthodox.
    variant: Option<String>,
    /// Whether Black is below.
    #[serde(default)]
    flip: bool,
    /// The move to be marked, `e2e4`.
    last: Option<String>,
}

fn svg(picture: &Picture) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], draw(picture)).into_response()
}

/// A picture of a position.
#[utoipa::path(get, path = "/picture.svg", params(PictureWish),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = ErrorView)))]
pub async fn of_position(Wishes(wish): Wishes<PictureWish>) -> Result<Response, Refusal> {
    let variant = read_variant(wish.variant.as_deref(), Variant::Orthodox)?;
    let position = match &wish.fen {
        Some(fen) => variant
            .read_fen(fen)
            .or_else(|_| FreeBoard::read(variant, fen).map(|board| (*board.position()).into()))
            .map_err(Refusal::invalid)?,
        None => variant.start(),
    };
    let last: Option<UciMove> = wish.last.as_deref().map(str::parse).transpose().map_err(Refusal::invalid)?;
    let check = check_square(&position).and_then(|square| square.parse().ok());
    Ok(svg(&Picture { position, flip: wish.flip, last: last.map(|mv| (mv.from, mv.to)), check }))
}

/// How a picture of a game is to be.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct View {
    /// Whether Black is below.
    #[serde(default)]
    flip: bool,
}

/// A picture of a game as it stands.
#[utoipa::path(get, path = "/games/{id}/picture.svg", params(("id" = String, Path), View),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = ErrorView)))]
pub async fn of_game(
    State(shared): State<Arc<Shared>>,
    Game(id): Game,
    Wishes(wish): Wishes<View>,
) -> Result<Response, Refusal> {
    let picture = shared.look(id, move |table| {
        let position = table.position();
        let last = table.game().and_then(Played::last_ply).and_then(|ply| ply.mv);
        Picture {
            check: check_square(&position).and_then(|square| square.parse().ok()),
            position,
            flip: wish.flip,
            last: last.map(|mv| (mv.from, mv.to)),
        }
    });
    picture.await.map(|picture| svg(&picture))
}

//! The ways into the server: what can be asked for under which address.

mod account;
mod besides;
mod filter;
mod games;
mod list;
mod pgn;
mod pictures;
mod positions;
mod reviews;
mod settings;
mod socket;
mod tables;

use crate::cluster::forward;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::{guard, identity, page};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

/// The most that may be sent at once, but for files of games.
pub const LARGEST_BODY: usize = 64 * 1024;
/// Where the interface for programs is.
pub const API: &str = "/api/v1";

#[derive(OpenApi)]
#[openapi(
    info(title = "Regence", description = "Chess: games, analyses, positions. See docs/api.md."),
    components(schemas(crate::view::ServerMessage, crate::view::ClientMessage, crate::view::ErrorView))
)]
struct Document;

/// Everything that can be asked for under the interface for programs, with its description.
fn api() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(account::me, account::rename))
        .routes(routes!(account::register))
        .routes(routes!(account::sign_in, account::sign_out))
        .routes(routes!(account::scores))
        .routes(routes!(settings::settings, settings::change))
        .routes(routes!(besides::opponents))
        .routes(routes!(besides::rules))
        .routes(routes!(list::list, games::create))
        .routes(routes!(games::snapshot, games::delete))
        .routes(routes!(games::join))
        .routes(routes!(games::command))
        .routes(routes!(games::fen))
        .routes(routes!(games::square))
        .routes(routes!(reviews::review))
        .routes(routes!(pgn::one))
        .routes(routes!(pgn::import, pgn::export).layer(pgn::limit()))
        .routes(routes!(pictures::of_game))
        .routes(routes!(pictures::of_position))
        .routes(routes!(positions::position))
        .routes(routes!(positions::evaluation))
        .routes(routes!(socket::socket))
}

/// The whole server as a service.
pub fn app(shared: Arc<Shared>) -> Router {
    let (api, document) = api().split_for_parts();
    let mut document = document;
    document.servers = Some(vec![utoipa::openapi::Server::new(API)]);
    let document = document.to_json().unwrap_or_default();
    let described = get(|| async move { ([("content-type", "application/json")], document) });
    let api = api
        .route("/openapi.json", described)
        .fallback(nowhere)
        .method_not_allowed_fallback(not_so)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&shared), identity::recognise));
    Router::new()
        .nest(API, api)
        // What is not there is no page either: whoever writes a program wants to be told.
        .route("/api/{*rest}", any(nowhere))
        .route("/healthz", get(besides::health))
        .route("/metrics", get(besides::metrics))
        .fallback(page::page)
        .layer(from_fn_with_state(Arc::clone(&shared), forward::forward))
        .layer(from_fn_with_state(Arc::clone(&shared), guard::guard))
        .with_state(shared)
}

/// There is nothing here.
async fn nowhere(uri: axum::http::Uri) -> Refusal {
    Refusal::unknown(format_args!("there is nothing at {}", uri.path()))
}

/// There is something here, but it is not asked for like this.
async fn not_so(method: Method) -> Response {
    Refusal::new(Code::Method, format_args!("{method} is not possible here")).into_response()
}

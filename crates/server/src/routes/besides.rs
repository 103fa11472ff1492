//! Lists that are the same for everybody, and what those ask who watch over the server.

use crate::guard::FromHere;
use crate::opponents;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::view::{Opponents, RuleSet};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use std::sync::Arc;

/// The computers that one can play against.
#[utoipa::path(get, path = "/opponents", responses((status = 200, body = Opponents)))]
pub async fn opponents() -> Json<Opponents> {
    Json(opponents::list())
}

/// The sets of rules that have names.
#[utoipa::path(get, path = "/rules", responses((status = 200, body = Vec<RuleSet>)))]
pub async fn rules() -> Json<Vec<RuleSet>> {
    Json(opponents::rule_sets())
}

/// Whether the server is well: whether its store answers.
pub async fn health(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    if shared.node.is_cut_off() {
        return (StatusCode::SERVICE_UNAVAILABLE, "cut off\n");
    }
    match shared.store.setting("server", "alive").await {
        Ok(_) if !shared.is_stopping() => (StatusCode::OK, "well\n"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "not well\n"),
    }
}

/// What is counted, for programs on this machine: how much is played here is nobody else's business.
pub async fn metrics(
    State(shared): State<Arc<Shared>>,
    here: Option<Extension<FromHere>>,
) -> Result<impl IntoResponse, Refusal> {
    if here.is_none() {
        return Err(Refusal::new(Code::NotYours, "only programs on the server's own machine may read this"));
    }
    // Where the store does not answer, the rest is all the more worth knowing.
    let queue = if shared.store.is_shared() { shared.store.queue().await.ok() } else { None };
    let text = shared.metrics.text(shared.pool.load(), queue.as_ref());
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}

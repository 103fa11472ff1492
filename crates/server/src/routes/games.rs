//! Games: opening them, looking at them, doing something in them.

use super::account::address;
use super::tables::plan;
use crate::extract::{AtSquare, Body, Game, Wishes};
use crate::guard::note_effort;
use crate::identity::Visitor;
use crate::keeper::{Answer, Request};
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::show;
use crate::view::{
    CommandReply, ErrorView, FenView, GameCommand, Kind, NewGameRequest, Role, Snapshot, SquareView,
};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use regence_store::UserId;
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;

/// The name of a user; empty without one.
pub async fn name_of(shared: &Shared, user: UserId) -> Result<String, Refusal> {
    let known = shared.store.user(user).await?;
    Ok(known.and_then(|known| known.name).map(|name| name.as_str().to_owned()).unwrap_or_default())
}

/// Opens a table.
#[utoipa::path(post, path = "/games", request_body = NewGameRequest,
    responses((status = 201, body = Snapshot), (status = "4XX", body = ErrorView)))]
pub async fn create(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Body(request): Body<NewGameRequest>,
) -> Result<(StatusCode, Json<Snapshot>), Refusal> {
    note_effort(&shared, address(from))?;
    let user = visitor.known(&shared).await?;
    let name = name_of(&shared, user).await?;
    let wish = plan(&shared, user, &name, request).await?;
    let id = shared.open_table(wish, shared.config.time.now()).await?;
    let snapshot = shared.ask(id, |answer| Request::Snapshot { user: Some(user), answer }).await?;
    Ok((StatusCode::CREATED, Json(snapshot)))
}

/// Shows everything about a game.
#[utoipa::path(get, path = "/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Snapshot), (status = "4XX", body = ErrorView)))]
pub async fn snapshot(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Game(id): Game,
) -> Result<Json<Snapshot>, Refusal> {
    let user = visitor.user;
    shared.introduce(id, user).await?;
    shared.ask(id, |answer| Request::Snapshot { user, answer }).await.map(Json)
}

/// Takes the free seat.
#[utoipa::path(post, path = "/games/{id}/join", params(("id" = String, Path)),
    responses((status = 200, body = Snapshot), (status = "4XX", body = ErrorView)))]
pub async fn join(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Game(id): Game,
) -> Result<Json<Snapshot>, Refusal> {
    // What is not there makes nobody a user.
    shared.look(id, |_| ()).await?;
    let user = visitor.known(&shared).await?;
    let name = name_of(&shared, user).await?;
    shared.introduce(id, Some(user)).await?;
    shared.ask(id, |answer| Request::Join { user, name: name.clone(), answer }).await.map(Json)
}

/// For which state of a game a command is meant.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MeantFor {
    /// The number of the last change that was seen. If another one has come since, the command is refused as `stale`: so
    /// it may be sent again if no answer came.
    number: Option<u32>,
}

/// Does something at a table.
#[utoipa::path(post, path = "/games/{id}/commands", params(("id" = String, Path), MeantFor), request_body = GameCommand,
    responses((status = 200, body = CommandReply), (status = "4XX", body = ErrorView)))]
pub async fn command(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Game(id): Game,
    Wishes(MeantFor { number }): Wishes<MeantFor>,
    Body(command): Body<GameCommand>,
) -> Result<Json<CommandReply>, Refusal> {
    let user = visitor.user;
    shared.introduce(id, user).await?;
    let request = |answer| {
        let answer = Answer::Waiting(answer);
        Request::Command { user, number, command: command.clone(), answer }
    };
    shared.ask(id, request).await.map(Json)
}

/// Deletes a game of one's own.
#[utoipa::path(delete, path = "/games/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorView)))]
pub async fn delete(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Game(id): Game,
) -> Result<StatusCode, Refusal> {
    let user = visitor.user;
    shared.introduce(id, user).await?;
    let (number, role, is_owner, is_held) = shared
        .look(id, move |table| {
            let is_held = table.kind() == Kind::Online && table.is_running() && !table.has_free_seat();
            (table.number, table.role(user), user.is_some() && table.owner == user, is_held)
        })
        .await?;
    if role == Role::Watcher && !is_owner {
        return Err(Refusal::new(Code::NotYours, "only its players can delete this game"));
    }
    if is_held {
        return Err(Refusal::not_now("a game between people is deleted when it is over"));
    }
    shared.ask(id, |answer| Request::Delete { number, unless_seen: false, answer }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The position as text: all of it, and the pieces alone.
#[utoipa::path(get, path = "/games/{id}/fen", params(("id" = String, Path)),
    responses((status = 200, body = FenView), (status = "4XX", body = ErrorView)))]
pub async fn fen(State(shared): State<Arc<Shared>>, Game(id): Game) -> Result<Json<FenView>, Refusal> {
    shared.look(id, |table| show::fen(table.fen())).await.map(Json)
}

/// What stands on a square, its legal moves, what it attacks, and who attacks it.
#[utoipa::path(get, path = "/games/{id}/squares/{square}",
    params(("id" = String, Path), ("square" = String, Path)),
    responses((status = 200, body = SquareView), (status = "4XX", body = ErrorView)))]
pub async fn square(
    State(shared): State<Arc<Shared>>,
    Game(id): Game,
    AtSquare(at): AtSquare,
) -> Result<Json<SquareView>, Refusal> {
    let found = shared.look(id, move |table| {
        let position = table.position();
        let is_there = position.size().contains(at);
        is_there.then(|| show::square(table.variant(), &position, at, !table.is_running()))
    });
    let found = found.await?;
    found.map(Json).ok_or_else(|| Refusal::invalid(format_args!("{at} is not on this board")))
}

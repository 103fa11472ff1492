//! One's own games.

use super::filter::GameWishes;
use crate::extract::Wishes;
use crate::identity::Visitor;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::show;
use crate::view::{Both, ErrorView, GameListItem, GamePage, Kind, OpeningView, SeatKind, SeatView, Status};
use axum::extract::State;
use axum::{Extension, Json};
use regence_game::session::Seat;
use regence_rules::Color;
use regence_store::{GameSummary, Player, PlayerKind, SeatRow, Status as Kept, TableRow};
use std::sync::Arc;

/// One's own games, the newest first.
#[utoipa::path(get, path = "/games", params(GameWishes),
    responses((status = 200, body = GamePage), (status = "4XX", body = ErrorView)))]
pub async fn list(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Wishes(wishes): Wishes<GameWishes>,
) -> Result<Json<GamePage>, Refusal> {
    let from = wishes.from()?;
    let is_personal = shared.config.is_personal;
    let filter = wishes.filter(visitor.user, is_personal)?;
    if visitor.user.is_none() && !is_personal {
        return Ok(Json(GamePage { games: Vec::new(), next: None }));
    }
    let page = shared.store.search(&filter, from, wishes.limit(20, 100)).await?;
    let mut games = Vec::with_capacity(page.games.len());
    for summary in &page.games {
        let table = shared.store.table(summary.id).await?;
        games.push(item(summary, table.as_ref()));
    }
    Ok(Json(GamePage { games, next: page.next.map(|next| next.to_string()) }))
}

/// A game in a list.
pub fn item(summary: &GameSummary, table: Option<&TableRow>) -> GameListItem {
    let status = match &summary.status {
        Kept::Running => Status::Active,
        Kept::Abandoned => Status::Abandoned,
        Kept::Finished { winner, .. } => {
            let without_reason = if winner.is_some() { Status::Won } else { Status::Draw };
            summary.status.outcome().map_or(without_reason, show::status)
        }
    };
    let kind = table.and_then(|table| kind(&table.kind));
    GameListItem {
        id: summary.id.to_string(),
        kind,
        variant: summary.variant.to_string(),
        seats: Both::of(|color| match (color, table) {
            (Color::White, table) => {
                seat(color, table.map(|table| &table.white), summary.white.as_ref(), kind.is_some())
            }
            (Color::Black, table) => {
                seat(color, table.map(|table| &table.black), summary.black.as_ref(), kind.is_some())
            }
        }),
        status,
        outcome: show::kept_outcome(&summary.status),
        control: summary.time_control.clone(),
        opening: summary
            .opening
            .as_ref()
            .map(|opening| OpeningView { eco: opening.eco.clone(), name: opening.name.clone() }),
        plies: summary.plies,
        fen: summary.fen.clone(),
        created: summary.created.0,
        updated: summary.updated.0,
    }
}

/// The kind that a word means; none for imported games.
fn kind(word: &str) -> Option<Kind> {
    let kinds = [Kind::Online, Kind::Local, Kind::Computer, Kind::Watch, Kind::Analysis];
    kinds.into_iter().find(|&kind| crate::table::kind_word(kind) == word)
}

fn seat(color: Color, row: Option<&SeatRow>, player: Option<&Player>, is_at_table: bool) -> SeatView {
    if let Some(player) = player {
        let is_person = player.kind == PlayerKind::Human;
        return SeatView {
            kind: if is_person { SeatKind::Human } else { SeatKind::Computer },
            name: player.name.as_str().to_owned(),
            code: None,
            rating: None,
        };
    }
    let seat = row.and_then(|row| row.code.parse::<Seat>().ok()).unwrap_or_default();
    let is_open = is_at_table && row.is_some_and(|row| row.user.is_none());
    show::seat(&seat, color, is_open)
}

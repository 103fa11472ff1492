//! Reviews of games.

use super::account::address;
use crate::extract::{Game, Wishes};
use crate::guard::note_effort;
use crate::identity::Visitor;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::show::is_open_to_engines;
use crate::table::{Table, no_engine};
use crate::thinking::{Judged, Reviewed};
use crate::view::{AccountView, Both, ErrorView, JudgedView, JudgementView, ReviewView, Role};
use axum::extract::{ConnectInfo, State};
use axum::{Extension, Json};
use regence_coach::{Account, Judgement, Played, Review, Seen};
use regence_store::UserId;
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;

/// Which line is reviewed.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LineWish {
    /// A place in the tree of moves: the line through it is reviewed, to its end. Without it, the main line.
    place: Option<u32>,
}

/// Lets the engine review a line, or says how far it has come: asked again and again until it is done.
#[utoipa::path(post, path = "/games/{id}/review", params(("id" = String, Path), LineWish),
    responses((status = 200, body = ReviewView), (status = "4XX", body = ErrorView)))]
pub async fn review(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Game(id): Game,
    Wishes(LineWish { place }): Wishes<LineWish>,
) -> Result<Json<ReviewView>, Refusal> {
    let (user, nodes) = (visitor.user, shared.config.review_nodes);
    shared.introduce(id, user).await?;
    let line = shared.look(id, move |table| line(table, user, place, nodes)).await??;
    let (places, played) = (line.places.clone(), line.played.clone());
    let review = if let Some(known) = shared.reviews.get(&line) {
        known
    } else {
        note_effort(&shared, address(from))?;
        shared.review(line)
    };
    Ok(Json(show(&places, &played, review.found())))
}

/// What is found, and what the coach says to it.
fn show(places: &[u32], played: &Played, found: Vec<Judged>) -> ReviewView {
    let seen: Vec<Seen> = found.iter().map(|judged| judged.seen.clone()).collect();
    let review = Review::new(played, &seen);
    let story = if found.len() == places.len() { review.story(played) } else { Vec::new() };
    // Nothing led to the start.
    let verdicts = std::iter::once(None).chain(review.verdicts).chain(std::iter::repeat(None));
    let judged = places.iter().zip(found).zip(verdicts).map(|((&place, judged), verdict)| {
        let (judgement, remark) = verdict.map_or((None, None), |verdict| (verdict.judgement, verdict.remark));
        let Judged { score, expected, best, .. } = judged;
        JudgedView { place, score, expected, best, judgement: judgement.map(judgement_view), remark }
    });
    let places: Vec<JudgedView> = judged.collect();
    let accounts = Both { white: account(&review.accounts.white), black: account(&review.accounts.black) };
    ReviewView { of: played.positions.len(), places, accounts, story }
}

const fn judgement_view(judgement: Judgement) -> JudgementView {
    match judgement {
        Judgement::Inaccuracy => JudgementView::Inaccuracy,
        Judgement::Mistake => JudgementView::Mistake,
        Judgement::Blunder => JudgementView::Blunder,
    }
}

fn account(account: &Account) -> AccountView {
    let [inaccuracies, mistakes, blunders] = account.judged;
    let whole = |number: f64| number.round() as u32;
    AccountView {
        accuracy: account.accuracy.map(whole),
        centipawns: whole(account.centipawns),
        inaccuracies,
        mistakes,
        blunders,
    }
}

fn line(table: &Table, user: Option<UserId>, place: Option<u32>, nodes: u64) -> Result<Reviewed, Refusal> {
    if table.role(user) == Role::Watcher {
        return Err(Refusal::watcher());
    }
    let game = table.game().ok_or_else(|| Refusal::not_now("there is no game on the free board"))?;
    if !is_open_to_engines(table) {
        return Err(Refusal::not_now("the engine does not help in a game between people that goes on"));
    }
    let place = match place {
        Some(place) => game
            .place(place)
            .ok_or_else(|| Refusal::unknown(format_args!("there is no place {place} in this game")))?,
        None => regence_game::NodeId::START,
    };
    Reviewed::new(game, place, nodes).ok_or_else(no_engine)
}

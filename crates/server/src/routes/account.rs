//! Who one is, and accounts.

use crate::extract::Body;
use crate::guard::note_effort;
use crate::identity::Visitor;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::view::{Both, Credentials, ErrorView, Me, NewName, ScoreView, ScoresView, TallyView};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use regence_game::session::Seat;
use regence_rules::Color;
use regence_store::UserId;
use std::net::SocketAddr;
use std::sync::Arc;

/// How many characters a password may have.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

async fn describe(shared: &Shared, user: Option<UserId>) -> Result<Json<Me>, Refusal> {
    let user = match user {
        Some(id) => shared.store.user(id).await?,
        None => None,
    };
    let name = user.as_ref().and_then(|user| user.name.as_ref()).map(|name| name.as_str().to_owned());
    Ok(Json(Me {
        name: name.unwrap_or_default(),
        account: user.is_some_and(|user| user.has_account),
        at: shared.config.time.now().0,
    }))
}

/// Says who one is.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me)))]
pub async fn me(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Me>, Refusal> {
    describe(&shared, visitor.user).await
}

/// Takes a name, which opponents see.
#[utoipa::path(put, path = "/me", request_body = NewName,
    responses((status = 200, body = Me), (status = "4XX", body = ErrorView)))]
pub async fn rename(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Body(wish): Body<NewName>,
) -> Result<Json<Me>, Refusal> {
    let user = visitor.known(&shared).await?;
    let known = shared.store.user(user).await?;
    if known.is_some_and(|known| known.has_account) {
        return Err(Refusal::not_now("an account keeps its name"));
    }
    shared.store.rename_user(user, &wish.name).await?;
    describe(&shared, Some(user)).await
}

/// Makes an account for whoever asks, with all their games.
#[utoipa::path(post, path = "/account", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = ErrorView)))]
pub async fn register(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Body(wish): Body<Credentials>,
) -> Result<Json<Me>, Refusal> {
    note_effort(&shared, address(from))?;
    let length = wish.password.chars().count();
    if !PASSWORD.contains(&length) {
        let (least, most) = (PASSWORD.start(), PASSWORD.end());
        return Err(Refusal::invalid(format_args!(
            "the password has {length} characters, expected {least} to {most}"
        )));
    }
    let name = regence_store::PlayerName::new(&wish.name).map_err(Refusal::invalid)?;
    let user = visitor.known(&shared).await?;
    let has_account = shared.store.user(user).await?.is_some_and(|known| known.has_account);
    if has_account {
        return Err(Refusal::not_now("you have an account already: sign out to make another"));
    }
    let hash = on_a_thread(&shared, move || {
        let hash = Argon2::default().hash_password(wish.password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|error| Refusal::new(Code::Broken, error))
    })
    .await?;
    shared.store.make_account(user, name.as_str(), hash).await?;
    visitor.renew(&shared, user).await?;
    describe(&shared, Some(user)).await
}

/// Signs in. What was played in this browser without an account belongs to it from now on.
#[utoipa::path(post, path = "/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = "4XX", body = ErrorView)))]
pub async fn sign_in(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Body(wish): Body<Credentials>,
) -> Result<Json<Me>, Refusal> {
    note_effort(&shared, address(from))?;
    let found = shared.store.account(&wish.name).await?;
    // Whether there is such an account must not be told by how long this takes, so some hash is always computed.
    let (user, hash) = found.map_or((None, None), |(user, hash)| (Some(user), Some(hash)));
    let is_right = on_a_thread(&shared, move || Ok(is_password(&wish.password, hash.as_deref()))).await?;
    match user.filter(|_| is_right) {
        Some(user) => {
            visitor.enter(&shared, user).await?;
            describe(&shared, Some(user)).await
        }
        None => Err(Refusal::new(Code::Password, "name and password do not go together")),
    }
}

fn is_password(password: &str, hash: Option<&str>) -> bool {
    let hash = hash.and_then(|hash| PasswordHash::new(hash).ok());
    if let Some(hash) = hash {
        return Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
    }
    // The answer does not matter, the time does.
    let _ = Argon2::default().hash_password(password.as_bytes());
    false
}

/// Hashing a password takes long and much memory by design, so it must not hold up others, and few are hashed at once.
async fn on_a_thread<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    // It is never closed.
    let _turn = shared.hashing.acquire().await;
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(Refusal::new(Code::Broken, error)))
}

/// Signs out.
#[utoipa::path(delete, path = "/session", responses((status = 204)))]
pub async fn sign_out(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<StatusCode, Refusal> {
    visitor.sign_out(&shared).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What one has scored, by opponent and colour.
#[utoipa::path(get, path = "/scores", responses((status = 200, body = ScoresView)))]
pub async fn scores(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<ScoresView>, Refusal> {
    let rows = match visitor.user {
        Some(user) => shared.store.user_scores(user).await?,
        None => Vec::new(),
    };
    let mut scores = ScoresView::default();
    for row in rows {
        match row.opponent {
            Some(code) => {
                // An opponent that is known no more was one all the same.
                let opponent = code.parse::<Seat>().map_or(code, |seat| seat.to_string());
                count(&mut scores, &opponent, row.color, row.winner, row.games);
            }
            None => match row.winner {
                Some(Color::White) => scores.shared.white += row.games,
                Some(Color::Black) => scores.shared.black += row.games,
                None => scores.shared.drawn += row.games,
            },
        }
    }
    let games = |tally: TallyView| tally.won + tally.drawn + tally.lost;
    let all = |score: &ScoreView| games(score.with.white) + games(score.with.black);
    scores.against.sort_by_key(|score| core::cmp::Reverse(all(score)));
    Ok(Json(scores))
}

/// Adds games with one result against an opponent.
fn count(scores: &mut ScoresView, opponent: &str, color: Color, winner: Option<Color>, games: u64) {
    let at = scores.against.iter().position(|known| known.opponent == opponent).unwrap_or_else(|| {
        scores.against.push(ScoreView { opponent: opponent.to_owned(), with: Both::default() });
        scores.against.len() - 1
    });
    for tallies in [&mut scores.against[at].with, &mut scores.total] {
        let tally = match color {
            Color::White => &mut tallies.white,
            Color::Black => &mut tallies.black,
        };
        match winner {
            None => tally.drawn += games,
            Some(winner) if winner == color => tally.won += games,
            Some(_) => tally.lost += games,
        }
    }
}

/// Where a request comes from.
pub fn address(from: Option<Extension<ConnectInfo<SocketAddr>>>) -> std::net::IpAddr {
    from.map_or(std::net::IpAddr::from([0, 0, 0, 0]), |Extension(ConnectInfo(address))| address.ip())
}

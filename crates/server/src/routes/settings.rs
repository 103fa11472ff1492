//! Settings that last.

use crate::extract::Body;
use crate::identity::Visitor;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::view::ErrorView;
use axum::extract::State;
use axum::{Extension, Json};
use regence_store::UserId;
use serde_json::{Map, Value};
use std::sync::Arc;

/// How many settings one may have.
const MOST: usize = 64;
/// How long a setting's name may be, in bytes.
const LONGEST_NAME: usize = 100;
/// How large they may be in all, in bytes.
const LARGEST: usize = 16 * 1024;

fn scope(user: UserId) -> String {
    format!("user:{}", user.number())
}

async fn read(shared: &Shared, user: Option<UserId>) -> Result<Map<String, Value>, Refusal> {
    let Some(user) = user else { return Ok(Map::new()) };
    Ok(shared.store.settings(&scope(user)).await?.into_iter().collect())
}

/// What was set, by name.
#[utoipa::path(get, path = "/settings", responses((status = 200, body = Object)))]
pub async fn settings(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Map<String, Value>>, Refusal> {
    read(&shared, visitor.user).await.map(Json)
}

/// Changes settings; null forgets one.
#[utoipa::path(patch, path = "/settings", request_body = Object,
    responses((status = 200, body = Object), (status = "4XX", body = ErrorView)))]
pub async fn change(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Body(wish): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Refusal> {
    let user = visitor.known(&shared).await?;
    let mut all = read(&shared, Some(user)).await?;
    if let Some(name) = wish.keys().find(|name| name.len() > LONGEST_NAME) {
        let why = format!("expected names of at most {LONGEST_NAME} bytes, not of {}", name.len());
        return Err(Refusal::new(Code::Large, why));
    }
    for (name, value) in &wish {
        if value.is_null() {
            all.remove(name);
        } else {
            all.insert(name.clone(), value.clone());
        }
    }
    let size: usize = all.iter().map(|(name, value)| name.len() + value.to_string().len()).sum();
    if all.len() > MOST || size > LARGEST {
        let why = format!("expected at most {MOST} settings with {LARGEST} bytes in all");
        return Err(Refusal::new(Code::Large, why));
    }
    for (name, value) in wish {
        let value = (!value.is_null()).then_some(value);
        shared.store.set(&scope(user), &name, value).await?;
    }
    Ok(Json(all))
}

//! The cookies by which sockets are open: whoever signs out is nobody at any of them, at once.

use crate::shared::Shared;
use regence_store::StoreError;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The numbers of all cookies by which sockets are open, each with whether it was taken away.
#[derive(Default)]
pub struct Cookies {
    held: Mutex<HashMap<i64, watch::Sender<bool>>>,
}

impl Cookies {
    fn held(&self) -> MutexGuard<'_, HashMap<i64, watch::Sender<bool>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A cookie was taken away: the sockets that were opened by it close.
    pub fn revoke(&self, token: i64) {
        if let Some(held) = self.held().get(&token) {
            held.send_replace(true);
        }
    }
}

impl Shared {
    /// Looks which cookies were taken away, because it may not have been told.
    pub async fn revoke_missing(&self) -> Result<(), StoreError> {
        let held: Vec<i64> = self.cookies.held().keys().copied().collect();
        let there: HashSet<i64> = self.store.tokens(&held).await?.into_iter().collect();
        for token in held.into_iter().filter(|token| !there.contains(token)) {
            self.cookies.revoke(token);
        }
        Ok(())
    }
}

/// A cookie that somebody at a socket has shown, for as long as this is there.
pub struct Held {
    shared: Arc<Shared>,
    token: i64,
    news: watch::Receiver<bool>,
}

impl Held {
    /// Hears from now on when the cookie is taken away.
    pub fn new(shared: &Arc<Shared>, token: i64) -> Self {
        let mut held = shared.cookies.held();
        let news = held.entry(token).or_insert_with(|| watch::Sender::new(false)).subscribe();
        Self { shared: Arc::clone(shared), token, news }
    }

    /// Waits until the cookie is taken away.
    pub fn revoked(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut news = self.news.clone();
        async move {
            if news.wait_for(|is_revoked| *is_revoked).await.is_err() {
                // Nobody is left to say so, and nobody to hear it.
                std::future::pending::<()>().await;
            }
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.shared.cookies.held();
        // The last one forgets it; the clones of what it heard by are gone before it is.
        if held.get(&self.token).is_some_and(|sender| sender.receiver_count() <= 1) {
            held.remove(&self.token);
        }
    }
}

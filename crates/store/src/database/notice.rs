//! Hears of what other programs append. A notice says only which game's log has grown and how far: whoever is concerned
//! reads. So nothing is lost with a notice, if everything is looked at after the connection was.

use super::Database;
use crate::GameId;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::time::Duration;

/// What notices are told by.
const CHANNEL: &str = "regence";
/// How long to wait before the next try to connect.
const STEP: Duration = Duration::from_millis(500);

/// Something heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A game's log has so many entries now.
    Grown {
        /// Which game's.
        game: GameId,
        /// How many.
        entries: u32,
    },
    /// Nothing was heard for a while: any log may have grown.
    Deaf,
}

/// What others write, as it comes.
pub struct Notices {
    options: PgConnectOptions,
    listener: Option<PgListener>,
}

impl Database {
    /// What others write.
    pub fn notices(&self) -> Option<Notices> {
        self.listen.clone().map(|options| Notices { options, listener: None })
    }
}

impl Notices {
    /// The next one. The first is that nothing was heard before.
    pub async fn next(&mut self) -> Notice {
        loop {
            let Some(listener) = &mut self.listener else {
                self.listener = self.listen().await.ok();
                if self.listener.is_some() {
                    return Notice::Deaf;
                }
                tokio::time::sleep(STEP).await;
                continue;
            };
            match listener.try_recv().await {
                Ok(Some(heard)) => {
                    if let Some(notice) = read(heard.payload()) {
                        return notice;
                    }
                }
                Ok(None) | Err(_) => self.listener = None,
            }
        }
    }

    async fn listen(&self) -> Result<PgListener, sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(5));
        let mut listener = PgListener::connect_with(&pool.connect_lazy_with(self.options.clone())).await?;
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }
}

/// What a notice says. Others may use the same channel for something else.
fn read(text: &str) -> Option<Notice> {
    let (game, entries) = text.split_once(':')?;
    Some(Notice::Grown { game: game.parse().ok()?, entries: entries.parse().ok()? })
}

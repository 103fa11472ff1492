//! Hears of what other programs do. A notice says only what has changed, not how: whoever is concerned reads. So nothing is
//! lost with a notice, if everything is looked at after the connection was.

use super::Database;
use super::sql::{Connection, Dialect, query};
use crate::{GameId, JobId};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::time::Duration;

/// How long to wait before the next try to connect.
const STEP: Duration = Duration::from_millis(500);

/// What one can hear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Games whose logs have grown.
    Games,
    /// Jobs that wait for workers.
    Work,
    /// Jobs that are done, or have failed.
    Answers,
    /// Tokens that were taken away.
    Tokens,
}

impl Topic {
    /// What its notices are told by in PostgreSQL.
    pub(super) const fn channel(self) -> &'static str {
        match self {
            Self::Games => "regence",
            Self::Work => "regence_work",
            Self::Answers => "regence_answers",
            Self::Tokens => "regence_tokens",
        }
    }

    /// What a notice of this kind says; nothing if that makes no sense.
    pub fn read(self, text: &str) -> Option<Notice> {
        match self {
            Self::Games => {
                let (game, entries) = text.split_once(':')?;
                Some(Notice::Grown { game: game.parse().ok()?, entries: entries.parse().ok()? })
            }
            Self::Work => Some(Notice::Work),
            Self::Answers => text.parse().ok().map(Notice::Answered),
            Self::Tokens => text.parse().ok().map(Notice::SignedOut),
        }
    }
}

/// Tells other programs, once this is committed.
pub(super) async fn tell(connection: &mut Connection, topic: Topic, what: &str) -> Result<(), sqlx::Error> {
    if connection.dialect() == Dialect::Postgres {
        let told = query(format!("SELECT {}", Dialect::notify("$1", "$2")));
        told.bind(topic.channel()).bind(what).run(connection).await?;
    }
    Ok(())
}

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
    /// Some job waits.
    Work,
    /// A job is done, or has failed.
    Answered(JobId),
    /// The token of this number was taken away.
    SignedOut(i64),
    /// Nothing was heard for a while: anything may have happened.
    Deaf,
}

/// What others do, as it comes.
pub struct Notices {
    options: PgConnectOptions,
    topics: Vec<Topic>,
    listener: Option<PgListener>,
}

impl Database {
    /// What others do.
    pub fn notices(&self, topics: &[Topic]) -> Option<Notices> {
        self.listen.clone().map(|options| Notices { options, topics: topics.to_vec(), listener: None })
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
                    let topic = self.topics.iter().find(|topic| topic.channel() == heard.channel());
                    // Others may use the same channel for something else.
                    if let Some(notice) = topic.and_then(|topic| topic.read(heard.payload())) {
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
        listener.listen_all(self.topics.iter().map(|topic| topic.channel())).await?;
        Ok(listener)
    }
}

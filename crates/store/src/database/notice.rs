//! Hears of what other programs do. A notice says only what has changed, not how: whoever is concerned reads. So nothing is
//! lost with a notice, if everything is looked at after the connection was.

use super::Database;
use super::sql::{Connection, Dialect, query};
use crate::{GameId, JobId, UserId};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How long to wait before the next try to connect.
const STEP: Duration = Duration::from_millis(500);
/// After how long without a word it is asked whether anybody is still there, and how long an answer may take. Whoever only
/// listens is not told when the way is cut.
const SILENCE: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(2);
/// How long it may take to begin.
const LONGEST_START: Duration = Duration::from_secs(5);

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
    /// Strangers who have become accounts.
    Heirs,
}

impl Topic {
    /// What its notices are told by in PostgreSQL.
    pub(super) const fn channel(self) -> &'static str {
        match self {
            Self::Games => "regence",
            Self::Work => "regence_work",
            Self::Answers => "regence_answers",
            Self::Tokens => "regence_tokens",
            Self::Heirs => "regence_heirs",
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
            Self::Heirs => {
                let (from, to) = text.split_once(':')?;
                Some(Notice::Inherited {
                    from: UserId::numbered(from.parse().ok()?),
                    to: UserId::numbered(to.parse().ok()?),
                })
            }
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
    /// All that is a stranger's is an account's.
    Inherited {
        /// The stranger.
        from: UserId,
        /// The account.
        to: UserId,
    },
    /// Nothing was heard for a while: anything may have happened.
    Deaf,
}

/// How many notices may wait for whoever wants to hear them. More wait in the database.
const CAPACITY: usize = 4096;

/// What others do, as it comes.
pub struct Notices {
    heard: mpsc::Receiver<Notice>,
    /// Somebody listens whether the next one is waited for or not, for as long as this is there.
    _listening: JoinSet<()>,
}

impl Database {
    /// What others do.
    pub fn notices(&self, topics: &[Topic]) -> Option<Notices> {
        let options = self.again.clone()?.application_name("regence listens");
        let ears = Ears { options, topics: topics.to_vec(), listener: None };
        let (sender, heard) = mpsc::channel(CAPACITY);
        let mut listening = JoinSet::new();
        listening.spawn(ears.listen(sender));
        Some(Notices { heard, _listening: listening })
    }
}

impl Notices {
    /// The next one. The first is that nothing was heard before. Whoever gives up waiting for it misses nothing.
    pub async fn next(&mut self) -> Notice {
        match self.heard.recv().await {
            Some(notice) => notice,
            // Nobody listens any more, as when the program ends.
            None => std::future::pending().await,
        }
    }
}

/// Those who listen.
struct Ears {
    options: PgConnectOptions,
    topics: Vec<Topic>,
    listener: Option<PgListener>,
}

impl Ears {
    /// Tells what is heard, as long as anybody wants to know.
    async fn listen(mut self, sender: mpsc::Sender<Notice>) {
        loop {
            let notice = self.next().await;
            if sender.send(notice).await.is_err() {
                return;
            }
        }
    }

    async fn next(&mut self) -> Notice {
        loop {
            let Some(listener) = &mut self.listener else {
                self.listener = timeout(LONGEST_START, self.begin()).await.ok().and_then(Result::ok);
                if self.listener.is_some() {
                    return Notice::Deaf;
                }
                tokio::time::sleep(STEP).await;
                continue;
            };
            let Ok(heard) = timeout(SILENCE, listener.try_recv()).await else {
                let answer = timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut *listener)).await;
                if !answer.is_ok_and(|answer| answer.is_ok()) {
                    self.listener = None;
                }
                continue;
            };
            match heard {
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

    async fn begin(&self) -> Result<PgListener, sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(LONGEST_START);
        let mut listener = PgListener::connect_with(&pool.connect_lazy_with(self.options.clone())).await?;
        // What it lost it must say at once: if it connects anew by itself, that may be broken off before anybody knows.
        listener.eager_reconnect(false);
        listener.listen_all(self.topics.iter().map(|topic| topic.channel())).await?;
        Ok(listener)
    }
}

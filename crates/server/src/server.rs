//! A running server: listens, serves, and stops in good order.

use crate::cluster::membership::RENEWAL;
use crate::config::Config;
use crate::door::{Door, Peer};
use crate::hub::Hub;
use crate::identity::LIFETIME;
use crate::keeper::Request;
use crate::refusal::Code;
use crate::routes;
use crate::shared::Shared;
use crate::table::kind_word;
use crate::view::Kind;
use regence_store::{GameFilter, GameSummary, JobKind, Moment, State, StoreError};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

/// How often the server writes down that it is there, while a clock may run.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// How many hundredths of a second sockets have to say goodbye.
const FAREWELL: u32 = 200;
/// How often it looks for games that nobody will go on with.
const SWEEP: Duration = Duration::from_hours(1);
/// After how long a game in which nothing was played is deleted.
const UNPLAYED: i64 = 24 * 3600 * 1000;
/// After how long a game between people that nobody goes on with is given up.
const FORGOTTEN: i64 = 14 * 24 * 3600 * 1000;
/// After how long one's own game is: as long as a browser remembers who one is, one may come back to it.
const LEFT: i64 = LIFETIME * 1000;
/// The kinds of games in which nobody waits for somebody else. Analyses are notes, and stay.
const OWN: [Kind; 3] = [Kind::Computer, Kind::Local, Kind::Watch];

/// A server that is ready to serve.
pub struct Server {
    shared: Arc<Shared>,
}

impl Server {
    /// Opens the store and calls the tables whose clocks run.
    pub async fn open(config: Config) -> Result<Self, StoreError> {
        let server = Self { shared: Arc::new(Shared::open(config).await?) };
        server.resume().await?;
        Ok(server)
    }

    /// Everything as a service, for tests and for other servers.
    pub fn app(&self) -> axum::Router {
        routes::app(Arc::clone(&self.shared))
    }

    /// Games with a clock go on by themselves, so that flags fall even if nobody looks.
    async fn resume(&self) -> Result<(), StoreError> {
        for kind in ["online", "watch"] {
            self.resume_all(kind).await?;
        }
        Ok(())
    }

    async fn resume_all(&self, kind: &str) -> Result<(), StoreError> {
        let filter =
            GameFilter { state: Some(State::Running), kind: Some(kind.into()), ..GameFilter::default() };
        let mut from = None;
        loop {
            let page = self.shared.store.search(&filter, from, 1000).await?;
            for game in page.games.iter().filter(|game| game.time_control.is_some() && game.plies > 0) {
                // Another server may have it.
                if let Err(refusal) = self.shared.call(game.id).await
                    && refusal.code != Code::Elsewhere
                {
                    tracing::warn!(game = %game.id, %refusal, "a game could not be resumed");
                }
            }
            from = page.next;
            if from.is_none() {
                return Ok(());
            }
        }
    }

    /// Serves until `stop` comes, then finishes what is under way.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let mut tasks = JoinSet::new();
        tasks.spawn(watch(Arc::clone(&shared)));
        tasks.spawn(take_part(Arc::clone(&shared)));
        tasks.spawn(Arc::clone(&shared).listen());
        let app = self.app().into_make_service_with_connect_info::<Peer>();
        let door = Door::new(listener, Arc::clone(&shared));
        let ending = Arc::clone(&shared);
        let serving = axum::serve(door, app).with_graceful_shutdown(async move {
            stop.await;
            tracing::info!("stopping");
            ending.stop().await;
        });
        let served = serving.await;
        tasks.shutdown().await;
        let mut rounds = 0;
        // Sockets are no requests: they are given a moment to say goodbye.
        while shared.metrics.sockets.value() > 0 && rounds < FAREWELL {
            tokio::time::sleep(Duration::from_millis(10)).await;
            rounds += 1;
        }
        shared.note_alive().await;
        served
    }

    /// Stops without having listened: what tests do.
    pub async fn stop(self) {
        self.shared.stop().await;
    }
}

/// Waits until somebody asks the program to stop, by Ctrl-C or from outside.
pub async fn stop_asked() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without signals there is nothing to wait for but this.
    let _ = interrupted.await;
}

/// Takes part among other servers. Nothing may hold this up.
async fn take_part(shared: Arc<Shared>) {
    if !shared.store.is_shared() {
        return;
    }
    let mut beat = tokio::time::interval(RENEWAL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        shared.beat().await;
    }
}

/// What is done now and then.
async fn watch(shared: Arc<Shared>) {
    let is_shared = shared.store.is_shared();
    let mut beat = tokio::time::interval(if is_shared { RENEWAL } else { HEARTBEAT });
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        tokio::select! {
            _ = beat.tick() => {
                if is_shared {
                    shared.adopt().await;
                } else {
                    shared.take_up().await;
                    if Hub::len(&shared.hub) > 0 {
                        shared.note_alive().await;
                    }
                }
            }
            _ = sweep.tick() => clean_up(&shared).await,
        }
    }
}

/// Deletes games in which nothing was played, and gives up those with which nobody goes on.
pub async fn clean_up(shared: &Arc<Shared>) {
    // Moves for which nobody waits any more: whoever asked has died.
    if let Err(error) = shared.store.forget_old_jobs(JobKind::Move, SWEEP).await {
        tracing::warn!(%error, "old jobs were not forgotten");
    }
    for kind in [Kind::Online].into_iter().chain(OWN) {
        if let Err(error) = clean_up_all(shared, kind).await {
            tracing::warn!(%error, ?kind, "tables were not looked through");
        }
    }
}

async fn clean_up_all(shared: &Arc<Shared>, kind: Kind) -> Result<(), StoreError> {
    let now = shared.config.time.now();
    let old = GameFilter {
        state: Some(State::Running),
        before: Some(Moment(now.0 - UNPLAYED)),
        kind: Some(kind_word(kind).into()),
        ..GameFilter::default()
    };
    let mut from = None;
    loop {
        let page = shared.store.search(&old, from, 1000).await?;
        for game in &page.games {
            clean_up_game(shared, game, kind, now).await;
        }
        from = page.next;
        if from.is_none() {
            return Ok(());
        }
    }
}

async fn clean_up_game(shared: &Arc<Shared>, game: &GameSummary, kind: Kind, now: Moment) {
    let age = now.0 - game.updated.0;
    let is_own = kind != Kind::Online;
    // What was set up at a table of one's own is no move of a game, but no less worth keeping.
    let is_unused = if is_own { game.entries <= 1 } else { game.plies == 0 };
    let patience = if is_own { LEFT } else { FORGOTTEN };
    if is_unused && age > UNPLAYED {
        let (number, unless_seen) = (game.entries, is_own);
        match shared.ask(game.id, |answer| Request::Delete { number, unless_seen, answer }).await {
            // Others clean up as well; and somebody may just have begun to play, or think about it.
            Ok(()) => {}
            Err(refusal) if matches!(refusal.code, Code::Elsewhere | Code::Stale | Code::NotNow) => {}
            Err(refusal) => tracing::warn!(game = %game.id, %refusal, "a game was not deleted"),
        }
    } else if age > patience {
        // If it cannot be done now, it is done the next time.
        let _ = shared.send(game.id, Request::Abandon).await;
    }
}

//! What all parts of the server share.

use crate::bus::Bus;
use crate::cluster::Membership;
use crate::config::Config;
use crate::cookies::Cookies;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::refusal::Refusal;
use crate::table::{Kept, Opening, Purpose, Table};
use crate::thinking::{Outside, Pool, Reviews};
use crate::time::Time;
use crate::view::Both;
use regence_game::{Game, Variant};
use regence_rules::{Color, UciMove};
use regence_store::{
    Entry, Event, GameId, Moment, NewGame, Played, Standing, Store, StoreError, TableRow, UserId,
};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{Semaphore, watch};

/// What is kept of the server itself.
const SCOPE: &str = "server";
const ALIVE: &str = "alive";
/// How many passwords are hashed at once: each takes some 20 MB and a core for a while.
const HASHERS: usize = 4;

/// What all parts of the server share.
pub struct Shared {
    /// How the server is to be.
    pub config: Config,
    /// Where everything is kept.
    pub store: Store,
    /// This server among others.
    pub node: Membership,
    /// The tables at hand.
    pub hub: Hub,
    /// Those who think.
    pub pool: Pool,
    /// Those who think elsewhere.
    pub outside: Outside,
    /// What was reviewed lately.
    pub reviews: Reviews,
    /// How servers and workers wake each other.
    pub bus: Bus,
    /// What is counted.
    pub metrics: Metrics,
    /// How much each address does.
    pub rates: Rates,
    /// The cookies by which sockets are open.
    pub cookies: Cookies,
    /// Turns at hashing passwords.
    pub hashing: Semaphore,
    /// When this server started.
    pub started: Moment,
    /// When the one before it was last seen.
    pub last_alive: Moment,
    stopping: watch::Sender<bool>,
    sockets: AtomicU64,
}

/// A table to be opened.
pub struct Wish {
    /// Which chess.
    pub variant: Variant,
    /// Where the game starts.
    pub start: String,
    /// How the table begins.
    pub opening: Opening,
    /// What is done at it before anybody comes.
    pub first: Vec<Kept>,
    /// What was played before, elsewhere.
    pub moves: Vec<UciMove>,
}

impl Shared {
    /// Opens the store and calls the thinkers.
    pub async fn open(mut config: Config) -> Result<Self, StoreError> {
        let mut bus = Bus::open(config.bus.as_ref()).await;
        let store = bus.open_store(&config.place).await?;
        // Clocks of games go on by the time of whoever has them: all must have the same.
        if let Some(now) = store.clock().await?.filter(|_| config.time.passes()) {
            config.time = Time::set_to(now);
        }
        let node = Membership::join(&store, config.advertise.as_deref(), config.time.now()).await?;
        let alive = store.setting(SCOPE, ALIVE).await?.and_then(|value| value.as_i64());
        let started = config.time.now();
        let shared = Self {
            outside: Outside::default(),
            reviews: Reviews::default(),
            bus,
            pool: Pool::new(config.thinkers, config.memory),
            rates: Rates::new(config.limits),
            store,
            node,
            hub: Hub::default(),
            metrics: Metrics::default(),
            cookies: Cookies::default(),
            hashing: Semaphore::new(HASHERS),
            started,
            last_alive: Moment(alive.unwrap_or(0)),
            stopping: watch::Sender::new(false),
            sockets: AtomicU64::new(0),
            config,
        };
        shared.look_for_workers().await?;
        Ok(shared)
    }

    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until the server stops.
    pub async fn stopped(&self) {
        // The sender is ours.
        let _ = self.stopping.subscribe().wait_for(|is_stopping| *is_stopping).await;
    }

    /// Stops: nothing new is begun, everybody is told, and what is under way is kept.
    pub async fn stop(&self) {
        self.stopping.send_replace(true);
        self.hub.stop().await;
        self.note_alive().await;
        if let Err(error) = self.store.leave(self.node.id(), self.config.time.now()).await {
            tracing::warn!(%error, "could not leave what this server has to others");
        }
    }

    /// Writes down that the server is there, so that clocks stand still while it is not.
    pub async fn note_alive(&self) {
        let now = self.config.time.now();
        if let Err(error) = self.store.set(SCOPE, ALIVE, Some(now.0.into())).await {
            tracing::warn!(%error, "could not note that the server is alive");
        }
    }

    /// A number for a socket.
    pub fn next_socket(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Opens a table.
    pub async fn open_table(&self, wish: Wish, now: Moment) -> Result<GameId, Refusal> {
        let Wish { variant, start, opening, first, moves } = wish;
        let clocks = &opening.clocks;
        let has_clock = clocks.white != "-" || clocks.black != "-";
        let new = NewGame {
            variant,
            start: start.clone(),
            time_control: has_clock.then(|| clocks.white.clone()),
            ..NewGame::at(now)
        };
        // What cannot be opened must not be kept.
        let trial = |id| Table::open(id, variant, &start, &opening).map_err(Refusal::invalid);
        let id = self.store.create(new).await?;
        let table = trial(id)?;
        let row: TableRow = table.row();
        let standing: Standing = table.standing();
        let kept = std::iter::once(Kept::Open(Box::new(opening))).chain(first);
        let mut entries: Vec<(Event, Standing)> = kept.map(|kept| (kept.event(), standing.clone())).collect();
        if let Some(game) = table.game().filter(|_| !moves.is_empty()) {
            entries.extend(played(game.clone(), &moves)?);
        }
        for (number, (event, standing)) in (1..).zip(entries) {
            self.store.append(id, number, Entry { at: now, event }, standing).await?;
        }
        self.store.arrange(id, row).await?;
        Ok(id)
    }

    /// Opens a table for another game of the same two, with sides changed where two people play or one chose so.
    pub async fn open_rematch(&self, table: &Table, now: Moment) -> Result<GameId, Refusal> {
        let (Some(session), Some(game)) = (table.session(), table.game()) else {
            return Err(Refusal::not_now("there is no game to play again"));
        };
        let seat = |color: Color| session.seats()[!color].code();
        let control = |color: Color| session.clock().control(!color).to_string();
        let user = |color: Color| table.users[!color].map(UserId::number);
        let opening = Opening {
            owner: table.owner.map(UserId::number),
            users: Both::of(user),
            seats: Both::of(seat),
            clocks: Both::of(control),
            seed: random()?,
            speed_ms: table.speed.as_millis() as u64,
            at_once: table.at_once,
            purpose: Purpose::Play,
            reviewed: None,
        };
        let start = game.start().fen();
        self.open_table(
            Wish { variant: game.variant(), start, opening, first: Vec::new(), moves: Vec::new() },
            now,
        )
        .await
    }
}

/// Moves as they are kept, with how the game stands after each.
fn played(mut game: Game, moves: &[UciMove]) -> Result<Vec<(Event, Standing)>, Refusal> {
    let mut entries = Vec::with_capacity(moves.len());
    for &mv in moves {
        let ply = game.play(mv)?;
        if let Some(played) = Played::of(&ply, None) {
            entries.push((Event::Play(played), Standing::of(&game)));
        }
    }
    Ok(entries)
}

/// A number that nobody can guess.
pub fn random() -> Result<u64, Refusal> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::NoRandomness(error.to_string()))?;
    Ok(u64::from_le_bytes(bytes))
}

//! A connection to NATS, which may come and go: nothing waits for it, and nothing rests on it.

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use regence_store::{Notice, Topic};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// How many notices may wait to be sent or heard; what comes then is lost, and made up for by reading.
const CAPACITY: usize = 4096;
/// How long to wait before the next try to connect.
const STEP: Duration = Duration::from_millis(500);
/// How often everything is looked at while there is no connection; and how long after there is one it is looked at once
/// more, for what came before the server knew what we want to hear.
const LOOK: Duration = Duration::from_secs(1);

/// The connection.
pub struct Nats {
    client: Option<Client>,
    /// Of what everything is that is told or heard.
    store: String,
    outgoing: mpsc::Sender<(String, String)>,
    state: watch::Receiver<State>,
}

/// How the connection is.
#[derive(Clone, Copy, Default)]
struct State {
    is_connected: bool,
    /// Whether it was said that there is none.
    is_missed: bool,
    /// Grows whenever notices may have been lost.
    losses: u64,
}

/// By what is told and heard of a topic. A bus may serve several stores, which have nothing to do with each other.
fn subject(store: &str, topic: Topic) -> String {
    let topic = match topic {
        Topic::Games => "games",
        Topic::Work => "work",
        Topic::Answers => "answers",
        Topic::Tokens => "tokens",
        Topic::Heirs => "heirs",
    };
    format!("regence.{store}.{topic}")
}

impl Nats {
    /// Connects, now or as soon as somebody is there. The place is what may be told of the URL.
    pub async fn connect(url: &str, place: String) -> Self {
        let (state, seen) = watch::channel(State::default());
        let state = Arc::new(state);
        let told = place.clone();
        let options = ConnectOptions::new()
            .name("regence")
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|_| STEP)
            .event_callback(move |event| {
                note(&state, &event, &told);
                std::future::ready(())
            });
        let client = options.connect(url).await;
        let client = client.inspect_err(|error| tracing::error!(%error, "cannot use {place}")).ok();
        let (outgoing, waiting) = mpsc::channel(CAPACITY);
        if let Some(client) = client.clone() {
            tokio::spawn(publish(client, waiting, seen.clone()));
        }
        Self { client, store: String::new(), outgoing, state: seen }
    }

    /// Tells and hears of the store of this name from now on.
    pub fn speak_of(&mut self, store: &str) {
        store.clone_into(&mut self.store);
    }

    /// Tells everybody, if there is a connection; otherwise they find it out by themselves.
    pub fn tell(&self, topic: Topic, words: String) {
        let _ = self.outgoing.try_send((subject(&self.store, topic), words));
    }

    /// Hears of these topics.
    pub fn listen(&self, topics: &[Topic]) -> Ears {
        let (sender, heard) = mpsc::channel(CAPACITY);
        let mut tasks = JoinSet::new();
        for &topic in topics {
            if let Some(client) = self.client.clone() {
                tasks.spawn(hear(client, subject(&self.store, topic), topic, sender.clone()));
            }
        }
        // The first look is at once.
        let look = Some(Instant::now());
        Ears { heard, _open: sender, state: self.state.clone(), told: 0, look, _tasks: tasks }
    }
}

/// Says once that a connection is lost or cannot be had, and once that it is there.
fn note(state: &watch::Sender<State>, event: &Event, place: &str) {
    let is_missed = state.borrow().is_missed;
    match event {
        Event::Connected => tracing::info!("connected to {place}"),
        Event::Disconnected | Event::ClientError(_) if !is_missed => {
            tracing::warn!("{place} is not there; until it is, changes are looked for every second");
        }
        _ => {}
    }
    state.send_modify(|state| match event {
        Event::Connected => {
            *state = State { is_connected: true, is_missed: false, losses: state.losses + 1 };
        }
        Event::Disconnected | Event::Closed => {
            (state.is_connected, state.is_missed) = (false, true);
        }
        Event::ClientError(_) => state.is_missed = true,
        Event::SlowConsumer(_) => state.losses += 1,
        _ => {}
    });
}

async fn publish(
    client: Client,
    mut waiting: mpsc::Receiver<(String, String)>,
    state: watch::Receiver<State>,
) {
    while let Some((subject, words)) = waiting.recv().await {
        // What is told after a while is of no use: everybody has looked by then.
        if state.borrow().is_connected {
            let _ = tokio::time::timeout(LOOK, client.publish(subject, words.into())).await;
        }
    }
}

async fn hear(client: Client, subject: String, topic: Topic, sender: mpsc::Sender<Notice>) {
    // If the client is closed there is nothing more to hear.
    let Ok(mut messages) = client.subscribe(subject).await else { return };
    while let Some(message) = messages.next().await {
        let words = std::str::from_utf8(&message.payload).ok();
        if let Some(notice) = words.and_then(|words| topic.read(words))
            && sender.send(notice).await.is_err()
        {
            return;
        }
    }
}

/// What others say.
pub struct Ears {
    heard: mpsc::Receiver<Notice>,
    /// So that there may always be more to hear.
    _open: mpsc::Sender<Notice>,
    state: watch::Receiver<State>,
    /// The losses that were told of.
    told: u64,
    /// When everything is to be looked at.
    look: Option<Instant>,
    _tasks: JoinSet<()>,
}

impl Ears {
    /// The next notice.
    pub async fn next(&mut self) -> Notice {
        loop {
            let state = *self.state.borrow_and_update();
            if state.losses != self.told {
                self.told = state.losses;
                self.look = Some(Instant::now() + LOOK);
                return Notice::Deaf;
            }
            if !state.is_connected {
                self.look.get_or_insert_with(|| Instant::now() + LOOK);
            }
            let look = self.look;
            let due = async {
                match look {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                Some(notice) = self.heard.recv() => return notice,
                () = due => {
                    self.look = None;
                    return Notice::Deaf;
                }
                Ok(()) = self.state.changed() => {}
            }
        }
    }
}

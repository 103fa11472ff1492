//! People who play by the interface for programs, and go elsewhere when a server does not answer; and who watch.

use crate::data::long_game;
use crate::deadline::within;
use crate::nodes::Addresses;
use futures_util::StreamExt;
use regence_store::GameId;
use serde_json::{Value, json};
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

/// How long somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long somebody thinks, so that no server takes them for a nuisance.
const THOUGHT: Duration = Duration::from_millis(50);

/// What is played in every game.
static MOVES: LazyLock<Vec<String>> =
    LazyLock::new(|| long_game(3000).iter().map(ToString::to_string).collect());

/// Somebody with an address of their own, so that nobody pays for others.
struct Person {
    from: Ipv4Addr,
    addresses: Addresses,
    /// Which server they turn to.
    at: usize,
    cookie: String,
}

impl Person {
    async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> io::Result<(u16, Value)> {
        let asked = timeout(PATIENCE, self.try_ask(method, path, body)).await;
        asked.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    async fn try_ask(&mut self, method: &str, path: &str, body: Option<Value>) -> io::Result<(u16, Value)> {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        let mut stream = socket.connect(self.addresses.get(self.at)).await?;
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: chess.example\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        if let Some(cookie) = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
            cookie.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, serde_json::from_str(body).unwrap_or_default()))
    }

    /// The number of the game's last change, and its moves; asked until somebody answers.
    async fn see(&mut self, game: GameId) -> (u64, Vec<String>) {
        loop {
            if let Ok((200, seen)) = self.ask("GET", &format!("/games/{game}"), None).await {
                let number = seen["number"].as_u64().expect("a number");
                return (number, line(&seen["moves"]));
            }
            self.at += 1;
            sleep(THOUGHT).await;
        }
    }

    /// Plays a move, once, whatever happens; says the number of the change. `number` is that of the last one.
    async fn play(&mut self, game: GameId, ply: usize, mut number: u64) -> u64 {
        let (wanted, wish) = (&MOVES[ply], json!({"do": "play", "move": MOVES[ply]}));
        loop {
            let path = format!("/games/{game}/commands?number={number}");
            match self.ask("POST", &path, Some(wish.clone())).await {
                Ok((200, reply)) => return reply["number"].as_u64().expect("a number"),
                Ok((status, why)) => assert_ne!(status, 400, "{why}"),
                Err(_) => self.at += 1,
            }
            // Not acknowledged, which does not mean that it was not kept.
            let (found, moves) = self.see(game).await;
            assert!(
                (ply..=ply + 1).contains(&moves.len()),
                "{ply} moves were kept, now there are {}",
                moves.len()
            );
            assert_eq!(moves[..ply], MOVES[..ply], "what was acknowledged is there");
            if moves.len() > ply {
                assert_eq!(moves[ply], *wanted);
                return found;
            }
            number = found;
            sleep(THOUGHT).await;
        }
    }
}

fn line(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().expect("moves").iter();
    moves.map(|mv| mv["uci"].as_str().expect("a move").to_owned()).collect()
}

/// A game of a few seconds between two people of whom one is to move.
pub struct Hasty {
    id: GameId,
    number: u64,
    white: Person,
    moved: Instant,
}

impl Hasty {
    /// How much time each has.
    const TIME: Duration = Duration::from_secs(6);

    /// Both have moved once: White's clock runs.
    pub async fn start(addresses: &Addresses) -> Self {
        let person = |side: u8| Person {
            from: Ipv4Addr::new(127, 0, 8, 1 + side),
            addresses: addresses.clone(),
            at: 0,
            cookie: String::new(),
        };
        let (mut white, mut black) = (person(0), person(1));
        let id = meet(&mut white, &mut black, "0.1+0").await;
        let (number, _) = white.see(id).await;
        let number = white.play(id, 0, number).await;
        let number = black.play(id, 1, number).await;
        Self { id, number, white, moved: Instant::now() }
    }

    /// Waits until the flag would have fallen.
    pub async fn wait_for_flag(&self) {
        sleep_until(self.moved + Self::TIME + THOUGHT).await;
    }

    /// The game goes on.
    pub async fn plays_on(mut self) {
        let path = format!("/games/{}", self.id);
        let seen = within("somebody answers", async {
            loop {
                if let Ok((200, seen)) = self.white.ask("GET", &path, None).await {
                    break seen;
                }
                sleep(THOUGHT).await;
            }
        });
        let seen = seen.await;
        assert!(seen["state"]["outcome"].is_null(), "nobody has lost on time: {}", seen["state"]);
        let played = within("the move is made", self.white.play(self.id, 2, self.number)).await;
        assert!(played > self.number);
    }
}

/// Opens a game between two people with a clock.
async fn meet(white: &mut Person, black: &mut Person, clock: &str) -> GameId {
    let wish = json!({"players": {"white": "me", "black": "open"}, "clock": clock});
    let (status, made) = white.ask("POST", "/games", Some(wish)).await.expect("an answer");
    assert_eq!(status, 201, "{made}");
    let id: GameId = made["state"]["id"].as_str().expect("a name").parse().expect("a name");
    let (status, joined) = black.ask("POST", &format!("/games/{id}/join"), None).await.expect("an answer");
    assert_eq!(status, 200, "{joined}");
    id
}

/// A game between two people who turn to a different server with every move.
pub struct Match {
    pub id: GameId,
    progress: watch::Receiver<usize>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Match {
    pub async fn start(number: usize, addresses: Addresses) -> Self {
        let person = |side: usize| Person {
            from: Ipv4Addr::new(127, 0, 1 + number as u8, 1 + side as u8),
            addresses: addresses.clone(),
            at: number + side,
            cookie: String::new(),
        };
        let (mut white, mut black) = (person(0), person(1));
        let id = meet(&mut white, &mut black, "60+0").await;
        let (told, progress) = watch::channel(0);
        let stop = watch::Sender::new(false);
        let stopped = stop.subscribe();
        let task = tokio::spawn(async move {
            let (mut number, _) = white.see(id).await;
            for ply in 0..MOVES.len() {
                if *stopped.borrow() {
                    return;
                }
                let player = if ply % 2 == 0 { &mut white } else { &mut black };
                player.at += 1;
                number = player.play(id, ply, number).await;
                told.send_replace(ply + 1);
                sleep(THOUGHT).await;
            }
        });
        Self { id, progress, stop, task }
    }

    /// Opens a game at one server, and says its name.
    pub async fn open_at(number: usize, addresses: &Addresses) -> GameId {
        let from = Ipv4Addr::new(127, 0, 9, 1 + number as u8);
        let mut person = Person { from, addresses: addresses.clone(), at: number, cookie: String::new() };
        let (status, made) = person.ask("POST", "/games", Some(json!({}))).await.expect("an answer");
        assert_eq!(status, 201, "{made}");
        made["state"]["id"].as_str().expect("a name").parse().expect("a name")
    }

    /// How many half-moves are known to be kept, as it grows.
    pub fn progress(&self) -> watch::Receiver<usize> {
        self.progress.clone()
    }

    /// Lets the last move be finished; says what was played.
    pub async fn stop(self) -> (GameId, Vec<String>) {
        self.stop.send_replace(true);
        within("the last move is made", self.task).await.expect("nothing was lost or doubled");
        (self.id, MOVES[..*self.progress.borrow()].to_vec())
    }
}

/// Somebody who watches a game by its socket, and comes back when that is closed.
pub struct Watcher {
    task: JoinHandle<()>,
    seen: watch::Receiver<Vec<String>>,
}

impl Watcher {
    pub fn start(game: GameId, addresses: Addresses) -> Self {
        let (told, seen) = watch::channel(Vec::new());
        let told = Arc::new(told);
        let task = tokio::spawn(async move {
            let (mut number, mut at) = (None, 0);
            loop {
                let after = number.map(|number: u64| format!("?after={number}")).unwrap_or_default();
                let url = format!("ws://{}/api/v1/games/{game}/socket{after}", addresses.get(at));
                if let Ok(Ok((mut socket, _))) =
                    timeout(PATIENCE, tokio_tungstenite::connect_async(url)).await
                {
                    while let Some(Ok(message)) = socket.next().await {
                        let Message::Text(text) = message else { continue };
                        follow(&serde_json::from_str(&text).expect("JSON"), &mut number, &told);
                    }
                }
                at += 1;
                sleep(THOUGHT).await;
            }
        });
        Self { task, seen }
    }

    /// Waits until all has been seen that was played.
    pub async fn stop(mut self, played: &[String]) {
        let seen = self.seen.wait_for(|seen| seen.len() >= played.len());
        drop(within("the watcher has seen it all", seen).await.expect("the watcher goes on"));
        self.task.abort();
        assert_eq!(*self.seen.borrow(), played, "what was played is what was seen");
    }
}

/// Does what a page does with a message.
fn follow(message: &Value, number: &mut Option<u64>, told: &watch::Sender<Vec<String>>) {
    let next = message["number"].as_u64();
    match message["type"].as_str() {
        Some("snapshot") => drop(told.send_replace(line(&message["moves"]))),
        Some("update") => {
            assert!(number.is_some() && next >= *number, "{next:?} comes after {number:?}");
            told.send_modify(|moves| {
                let keep = message["moves"]["keep"].as_u64().expect("a number") as usize;
                assert!(keep <= moves.len(), "{keep} of {} moves stay", moves.len());
                moves.truncate(keep);
                moves.extend(line(&message["moves"]["add"]));
            });
        }
        _ => return,
    }
    *number = next;
}

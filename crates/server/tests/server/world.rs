//! A server of its own for each test, with a time that tests tell, and people who use it.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use regence_server::{Config, Limits, Server, Time};
use regence_store::Place;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// How long anybody waits for a message before it is a failure.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that runs, and its folder, which goes with it.
pub struct World {
    pub app: Router,
    pub time: Time,
    pub address: SocketAddr,
    pub folder: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl World {
    pub async fn new() -> Self {
        Self::limited(Limits::NONE).await
    }

    /// On somebody's own machine.
    pub async fn personal() -> Self {
        Self::open(Self::place(), Self::morning(), Limits::NONE, true).await
    }

    pub async fn limited(limits: Limits) -> Self {
        Self::open(Self::place(), Self::morning(), limits, false).await
    }

    fn morning() -> Time {
        Time::told(1_800_000_000_000)
    }

    fn place() -> PathBuf {
        static WORLDS: AtomicU32 = AtomicU32::new(0);
        let number = WORLDS.fetch_add(1, Ordering::Relaxed);
        std::env::temp_dir().join(format!("regence-server-{}-{number}", std::process::id()))
    }

    async fn open(folder: PathBuf, time: Time, limits: Limits, is_personal: bool) -> Self {
        Self::at(folder.clone().into(), folder, time, limits, is_personal).await
    }

    /// A server among others on a database.
    pub async fn node(url: &str, time: &Time) -> Self {
        let place: Place = url.parse().expect("a URL");
        Self::run(Config { time: time.clone(), ..Config::new(place) }, PathBuf::new()).await
    }

    /// A server among others on a database, with something else than usual. Whoever asks it without a connection is a
    /// proxy, and believed.
    pub async fn node_with(url: &str, time: &Time, change: impl FnOnce(&mut Config)) -> Self {
        let place: Place = url.parse().expect("a URL");
        let proxies = vec![std::net::IpAddr::from([0, 0, 0, 0])];
        let mut config = Config { time: time.clone(), proxies, ..Config::new(place) };
        change(&mut config);
        Self::run(config, PathBuf::new()).await
    }

    /// A server on a database who waits so long for workers.
    pub async fn patient(url: &str, patience_with_workers: Duration) -> Self {
        let place: Place = url.parse().expect("a URL");
        let config = Config { time: Self::morning(), patience_with_workers, ..Config::new(place) };
        Self::run(config, PathBuf::new()).await
    }

    async fn at(place: Place, folder: PathBuf, time: Time, limits: Limits, is_personal: bool) -> Self {
        Self::run(Config { time, limits, is_personal, ..Config::new(place) }, folder).await
    }

    async fn run(config: Config, folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let time = config.time.clone();
        let config = Config {
            advertise: Some(address.to_string()),
            thinkers: 1,
            memory: 1,
            longest_thought: Duration::from_millis(20),
            review_nodes: 200,
            ..config
        };
        let server = Server::open(config).await.expect("the store opens");
        let app = server.app();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            server.serve(listener, stopped).await.expect("the server ends well");
        });
        Self { app, time, address, folder, stop: Some(stop), task: Some(task) }
    }

    /// Stops the server in good order and starts another one on the same folder, so much later.
    pub async fn restart(mut self, later: Duration) -> Self {
        self.halt().await;
        self.time.advance(later);
        let (folder, time) = (self.folder.clone(), self.time.clone());
        self.folder = PathBuf::new();
        Self::open(folder, time, Limits::NONE, false).await
    }

    /// Stops the server in good order.
    pub async fn halt(&mut self) {
        drop(self.stop.take());
        if let Some(task) = self.task.take() {
            task.await.expect("the server's task ends");
        }
    }

    pub fn person(&self) -> Person {
        Person { app: self.app.clone(), address: self.address, cookie: None }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    app: Router,
    address: SocketAddr,
    pub cookie: Option<String>,
}

/// What came back.
pub struct Reply {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> String {
        assert_eq!(
            (self.status.as_u16(), self.json()["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        self.json()["message"].as_str().expect("a message").to_owned()
    }
}

impl Person {
    pub async fn send(&mut self, request: Request<Body>) -> Reply {
        let response = self.app.clone().oneshot(request).await.expect("there is an answer");
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("text").split(';').next().expect("a pair").to_owned();
            self.cookie = Some(cookie);
        }
        let bytes = body.collect().await.expect("a body").to_bytes();
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        Reply { status: parts.status, headers: parts.headers, text }
    }

    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let request = Request::builder().method(method).uri(path).header(header::HOST, "chess.example");
        match &self.cookie {
            Some(cookie) => request.header(header::COOKIE, cookie),
            None => request,
        }
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let method: Method = method.parse().expect("a method");
        let path = format!("/api/v1{path}");
        let request = self.request(method, &path);
        let request = match body {
            Some(body) => {
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string()))
            }
            None => request.body(Body::empty()),
        };
        self.send(request.expect("a request")).await
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.ask("POST", path, Some(body)).await
    }

    /// The same from an address, by way of a proxy.
    pub async fn post_from(&mut self, address: &str, path: &str, body: Value) -> Reply {
        let request = self.request(Method::POST, &format!("/api/v1{path}"));
        let request =
            request.header("x-forwarded-for", address).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    /// Opens a table and says its name.
    pub async fn open(&mut self, wish: Value) -> String {
        let made = self.post("/games", wish).await.expect(201);
        made["state"]["id"].as_str().expect("a name").to_owned()
    }

    pub async fn tell(&mut self, game: &str, command: Value) -> Reply {
        self.post(&format!("/games/{game}/commands"), command).await
    }

    pub async fn play(&mut self, game: &str, mv: &str) -> Reply {
        self.tell(game, json!({"do": "play", "move": mv})).await
    }

    /// Asks for a review until it is done: its places.
    pub async fn review(&mut self, path: &str) -> Vec<Value> {
        let all = async {
            loop {
                let review = self.post(path, json!({})).await.expect(200);
                let places = review["places"].as_array().expect("places").clone();
                if review["of"] == places.len() {
                    return places;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, all).await.expect("it is done in good time")
    }

    pub async fn see(&mut self, game: &str) -> Value {
        self.get(&format!("/games/{game}")).await.expect(200)
    }

    /// Connects to a game's socket.
    pub async fn connect(&self, game: &str, after: Option<u32>) -> Line {
        let after = after.map(|after| format!("?after={after}")).unwrap_or_default();
        let address = format!("ws://{}/api/v1/games/{game}/socket{after}", self.address);
        let mut request = address.into_client_request().expect("a request");
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("a connection");
        Line { socket, ids: 0 }
    }
}

/// A socket as its user sees it.
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    ids: u32,
}

impl Line {
    /// The next message; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.expect("something comes in good time")?.ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).expect("JSON")),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Waits until the server closes; what it says before that is passed over.
    pub async fn closed(&mut self) {
        while self.next().await.is_some() {}
    }

    /// The next message of a type; others are passed over.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub async fn say(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.expect("it is sent");
    }

    /// Gives a command and waits for its answer, `reply` or `error`.
    pub async fn tell(&mut self, command: Value) -> Value {
        self.tell_at(command, None).await
    }

    pub async fn tell_at(&mut self, command: Value, number: Option<u32>) -> Value {
        self.ids += 1;
        let id = self.ids;
        self.say(&json!({"type": "command", "id": id, "number": number, "command": command}).to_string())
            .await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id && (message["type"] == "reply" || message["type"] == "error") {
                return message;
            }
        }
    }

    pub async fn play(&mut self, mv: &str) -> Value {
        self.tell(json!({"do": "play", "move": mv})).await
    }

    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

/// The moves of a snapshot as people write them.
pub fn moves(snapshot: &Value) -> Vec<String> {
    let moves = snapshot["moves"].as_array().expect("moves");
    moves.iter().map(|mv| mv["san"].as_str().expect("a move").to_owned()).collect()
}

/// Whether one may do something.
pub fn may(snapshot: &Value, action: &str) -> bool {
    snapshot["you"]["allowed"].as_array().expect("actions").iter().any(|one| one == action)
}

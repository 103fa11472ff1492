//! Requests and sockets as a browser would have them, read with as little work as possible: whoever asks shares the
//! machine with whoever answers.

use crate::Failure;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How often our page asks how far away the server is.
const PING: Duration = Duration::from_secs(5);
/// After how long a message that does not come is a failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// The way by which somebody comes.
#[derive(Clone)]
pub struct Way {
    /// To this server.
    pub address: Arc<str>,
    /// As whom a proxy would announce them, so that nobody pays for others; none if they come by themselves.
    pub visitor: Option<Ipv4Addr>,
}

/// The header by which a proxy says for whom it speaks.
const FORWARDED: &str = "x-forwarded-for";

/// Sends a request and reads the answer: its cookie, if there is one, and its body.
pub async fn request(
    way: &Way,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(String, Value), Failure> {
    let address = &way.address;
    let visitor = way.visitor.map(|visitor| format!("{FORWARDED}: {visitor}\r\n")).unwrap_or_default();
    let mut stream = TcpStream::connect(&**address).await?;
    let text = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: {address}\r\n{visitor}cookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok((cookie.unwrap_or_default().to_owned(), serde_json::from_str(body)?))
}

/// A change of a game, as far as a player who only wants to move needs to know it.
#[derive(Deserialize)]
pub struct Update {
    pub number: u32,
    pub state: State,
}

/// What stands on the board.
#[derive(Deserialize)]
pub struct State {
    pub ply: u32,
    pub legal: Vec<Legal>,
}

/// A move that is possible.
#[derive(Deserialize)]
pub struct Legal {
    pub uci: String,
}

/// Somebody at a table.
pub struct Person {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// When to ask next how far away the server is.
    ping: Instant,
    lag: Option<(Instant, Option<u32>)>,
}

impl Person {
    /// Sits down, and hears how the game stands.
    pub async fn come(
        way: &Way,
        game: &str,
        cookie: &str,
        wait: Duration,
    ) -> Result<(Self, Update), Failure> {
        let mut request = format!("ws://{}/api/v1/games/{game}/socket", way.address).into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        if let Some(visitor) = way.visitor {
            request.headers_mut().insert(FORWARDED, visitor.to_string().parse()?);
        }
        let socket = tokio_tungstenite::connect_async(request).await?.0;
        let mut person = Self { socket, ping: Instant::now() + wait, lag: None };
        let first = person.hear("snapshot").await?;
        Ok((person, serde_json::from_str(&first)?))
    }

    /// Says something.
    pub async fn say(&mut self, message: String) -> Result<(), Failure> {
        Ok(self.socket.send(Message::Text(message.into())).await?)
    }

    /// The next message of a kind. Others are passed over, but not a refusal.
    pub async fn hear(&mut self, kind: &str) -> Result<Utf8Bytes, Failure> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await?;
            let Message::Text(text) = message.ok_or("the socket was closed")?? else { continue };
            match kind_of(&text) {
                Some(said) if said == kind => return Ok(text),
                Some("error") => return Err(format!("refused: {text}").into()),
                Some("pong") => self.note_lag(),
                _ => {}
            }
        }
    }

    /// Does not make up for what was not asked before a moment: nobody was there.
    pub fn begin(&mut self, moment: Instant) {
        while self.ping < moment {
            self.ping += PING;
        }
    }

    /// Waits until a moment, and does meanwhile what a page does by itself.
    pub async fn wait(&mut self, moment: Instant) -> Result<(), Failure> {
        while self.ping < moment {
            tokio::time::sleep_until(self.ping).await;
            self.ping += PING;
            let known = self.lag.and_then(|(_, known)| known);
            let lag = known.map(|ms| format!(r#","lagMs":{ms}"#)).unwrap_or_default();
            self.lag = Some((Instant::now(), known));
            self.say(format!(r#"{{"type":"ping","id":0{lag}}}"#)).await?;
        }
        tokio::time::sleep_until(moment).await;
        Ok(())
    }

    /// Since nobody reads while waiting, this is longer than the way there and back; the server does not mind.
    fn note_lag(&mut self) {
        self.lag = self.lag.map(|(sent, _)| (sent, Some(sent.elapsed().as_millis() as u32)));
    }
}

/// The kind of a message: all begin with it.
fn kind_of(text: &str) -> Option<&str> {
    text.strip_prefix(r#"{"type":""#)?.split('"').next()
}

//! Many people at once: plays random games over real sockets at a fixed pace, and says how long moves take to be judged,
//! kept and seen by the opponent.
//!
//! Usage: `load ADDRESS GAMES MOVES_A_SECOND SECONDS`

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::error::Error;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Failure = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What one game has seen.
#[derive(Default)]
struct Seen {
    /// From sending a move until the mover's reply.
    replies: Vec<Duration>,
    /// From sending a move until the opponent sees it.
    pushes: Vec<Duration>,
    /// Moves that were acknowledged but are not in the game.
    lost: usize,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, games, rate, seconds] = words.as_slice() else {
        return Err("usage: load ADDRESS GAMES MOVES_A_SECOND SECONDS".into());
    };
    let (games, rate, seconds): (u32, u32, u32) = (games.parse()?, rate.parse()?, seconds.parse()?);
    let pace = Duration::from_secs(1) * games / rate.max(1);
    let began = Instant::now();
    let mut pairs = Vec::new();
    for start in (0..games).step_by(50) {
        let some = (start..games.min(start + 50)).map(|_| tokio::spawn(pair(address.clone())));
        for opened in some.collect::<Vec<_>>() {
            pairs.push(opened.await??);
        }
    }
    eprintln!("{games} games opened, {} sockets, in {:.1?}", 2 * games, began.elapsed());
    let end = Instant::now() + Duration::from_secs(seconds.into());
    let tasks: Vec<_> = pairs
        .into_iter()
        .zip(0..)
        .map(|(pair, index)| tokio::spawn(play(pair, index, pace * index / games, pace, end)))
        .collect();
    let mut all = Seen::default();
    let mut failures = 0;
    for task in tasks {
        match task.await? {
            Ok(seen) => {
                all.replies.extend(seen.replies);
                all.pushes.extend(seen.pushes);
                all.lost += seen.lost;
            }
            Err(failure) => {
                failures += 1;
                eprintln!("a game failed: {failure}");
            }
        }
    }
    let moves = all.replies.len();
    println!(
        "moves {moves}, {} a second; lost {}; games failed {failures}",
        moves / seconds.max(1) as usize,
        all.lost
    );
    for (what, mut times) in [("acknowledged", all.replies), ("seen by the opponent", all.pushes)] {
        times.sort_unstable();
        let at =
            |thousandths: usize| times.get(times.len() * thousandths / 1000).copied().unwrap_or_default();
        println!(
            "{what}: median {:.1?}, p95 {:.1?}, p99 {:.1?}, p99.9 {:.1?}",
            at(500),
            at(950),
            at(990),
            at(999)
        );
    }
    Ok(())
}

/// Sends a request and reads the answer: its cookie, if there is one, and its body.
async fn request(address: &str, path: &str, cookie: &str, body: &str) -> Result<(String, Value), Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let text = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok((cookie.unwrap_or_default().to_owned(), serde_json::from_str(body)?))
}

async fn connect(address: &str, game: &str, cookie: &str) -> Result<Socket, Failure> {
    let mut request = format!("ws://{address}/api/v1/games/{game}/socket").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    Ok(tokio_tungstenite::connect_async(request).await?.0)
}

/// Two people at a table: White's socket and Black's.
async fn pair(address: String) -> Result<(Socket, Socket), Failure> {
    let wish = json!({"players": {"white": "me", "black": "open"}, "clock": "60+0"}).to_string();
    let (white, made) = request(&address, "/games", "", &wish).await?;
    let game = made["state"]["id"].as_str().ok_or_else(|| format!("no game: {made}"))?.to_owned();
    let (black, _) = request(&address, &format!("/games/{game}/join"), "", "").await?;
    Ok((connect(&address, &game, &white).await?, connect(&address, &game, &black).await?))
}

/// The next message of a kind.
async fn next(socket: &mut Socket, kinds: &[&str]) -> Result<Value, Failure> {
    loop {
        let message =
            tokio::time::timeout(Duration::from_secs(30), socket.next()).await?.ok_or("closed")??;
        let Message::Text(text) = message else { continue };
        let value: Value = serde_json::from_str(&text)?;
        if kinds.iter().any(|kind| value["type"] == *kind) {
            return Ok(value);
        }
    }
}

/// Plays until the time is over or the game is.
async fn play(
    (mut white, mut black): (Socket, Socket),
    seed: u32,
    delay: Duration,
    pace: Duration,
    end: Instant,
) -> Result<Seen, Failure> {
    let mut state = next(&mut white, &["snapshot"]).await?["state"].clone();
    next(&mut black, &["snapshot"]).await?;
    let mut found = Seen::default();
    let mut random = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut due = tokio::time::Instant::now() + delay;
    let mut played = 0;
    while Instant::now() < end {
        tokio::time::sleep_until(due).await;
        due += pace;
        let legal = state["legal"].as_array().ok_or("no moves")?;
        if legal.is_empty() {
            break;
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mv = &legal[(random % legal.len() as u64) as usize]["uci"];
        let command = json!({"type": "command", "id": played, "command": {"do": "play", "move": mv}});
        let (mover, other) =
            if played % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let sent = Instant::now();
        mover.send(Message::Text(command.to_string().into())).await?;
        let update = next(mover, &["update", "error"]).await?;
        if update["type"] == "error" {
            return Err(format!("refused: {update}").into());
        }
        next(mover, &["reply"]).await?;
        found.replies.push(sent.elapsed());
        next(other, &["update"]).await?;
        found.pushes.push(sent.elapsed());
        played += 1;
        state = update["state"].clone();
    }
    found.lost = (played as usize).abs_diff(state["ply"].as_u64().unwrap_or(0) as usize);
    let _ = white.close(None).await;
    let _ = black.close(None).await;
    Ok(found)
}

//! Passes requests on to the node that keeps their game, and waits for a new one if that is gone.

use super::{Home, NODE, VISITOR, is_from_node};
use crate::guard::address;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use regence_store::{EXPIRY, GameId};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

/// How long to wait for a connection to another node.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait before the next look at whose a game is.
pub const STEP: Duration = Duration::from_millis(200);
/// The largest answer that is passed on, in bytes.
const LARGEST_ANSWER: usize = 64 * 1024 * 1024;

/// Lets a request through if it is for this node, and passes it on if it is for another.
pub async fn forward(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_ours = !shared.store.is_shared() || is_from_node(&request);
    match game_of(request.uri().path()) {
        Some(id) if !is_ours => {
            let done = Forwarding { shared, id }.run(request, next).await;
            done.unwrap_or_else(IntoResponse::into_response)
        }
        _ => next.run(request).await,
    }
}

/// The game that a path is about. Sockets are relayed in their own way.
fn game_of(path: &str) -> Option<GameId> {
    let rest = path.strip_prefix(crate::routes::API)?.strip_prefix("/games/")?;
    let (id, what) = rest.split_once('/').unwrap_or((rest, ""));
    if what == "socket" { None } else { id.parse().ok() }
}

struct Forwarding {
    shared: Arc<Shared>,
    id: GameId,
}

/// Why there is no answer.
enum Silence {
    /// The request was not sent.
    Unsent,
    /// Nobody knows what has become of it.
    Unanswered,
}

impl Forwarding {
    async fn run(self, request: Request, next: Next) -> Result<Response, Refusal> {
        let from = address(&request);
        let (parts, body) = request.into_parts();
        // Small enough to be sent twice.
        let body = to_bytes(body, crate::routes::LARGEST_BODY).await;
        let body = body.map_err(|error| Refusal::new(Code::Large, error))?;
        let until = Instant::now() + 2 * EXPIRY;
        loop {
            let response = match self.shared.home(self.id).await {
                Err(refusal) if refusal.code == Code::Elsewhere => None,
                Err(refusal) => return Err(refusal),
                Ok(Home::Here) => {
                    Some(next.clone().run(Request::from_parts(parts.clone(), body.clone().into())).await)
                }
                Ok(Home::There(address)) => self.ask(&address, &passed_on(&parts, from), &body).await?,
            };
            match response {
                Some(response) if response.status() != StatusCode::MISDIRECTED_REQUEST => {
                    return Ok(response);
                }
                _ if Instant::now() > until => return Err(Refusal::elsewhere()),
                _ => sleep(STEP).await,
            }
        }
    }

    /// Asks another node; no answer if it may be asked again.
    async fn ask(&self, address: &str, parts: &Parts, body: &Bytes) -> Result<Option<Response>, Refusal> {
        let answer = send(address, self.shared.node.secret(), parts, body);
        let asked = tokio::select! {
            // One that is there may still not be reached, and nobody is told.
            asked = timeout(self.shared.config.patience_with_nodes, answer) => {
                asked.unwrap_or(Err(Silence::Unanswered))
            }
            () = self.shared.node.is_gone(address) => Err(Silence::Unanswered),
        };
        match asked {
            Ok(response) => Ok(Some(response)),
            Err(Silence::Unanswered) if !parts.method.is_safe() => Err(Refusal::uncertain()),
            Err(_) => Ok(None),
        }
    }
}

/// A request as it is passed on, for somebody who comes from this address.
fn passed_on(parts: &Parts, from: IpAddr) -> Parts {
    let mut parts = parts.clone();
    // An address can be written.
    if let Ok(from) = HeaderValue::from_str(&from.to_string()) {
        parts.headers.insert(VISITOR, from);
    }
    parts
}

async fn send(address: &str, secret: &str, parts: &Parts, body: &Bytes) -> Result<Response, Silence> {
    let stream = timeout(PATIENCE, TcpStream::connect(address)).await;
    let Ok(Ok(stream)) = stream else { return Err(Silence::Unsent) };
    // What is small must not wait for more.
    let _ = stream.set_nodelay(true);
    // Once the answer is here nothing is left to be said. Otherwise the port would be kept for a minute, and there are not enough
    // of them for every request.
    let _ = stream.set_zero_linger();
    let connected = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = connected.map_err(|_| Silence::Unsent)?;
    let connection = tokio::spawn(connection);
    let mut request = Request::from_parts(parts.clone(), Body::from(body.clone()));
    let secret = HeaderValue::from_str(secret).map_err(|_| Silence::Unsent)?;
    request.headers_mut().insert(NODE, secret);
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::EXPECT] {
        request.headers_mut().remove(name);
    }
    let response = sender.send_request(request).await.map_err(|_| Silence::Unanswered)?;
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(Body::new(body), LARGEST_ANSWER).await.map_err(|_| Silence::Unanswered)?;
    connection.abort();
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH] {
        parts.headers.remove(name);
    }
    Ok(Response::from_parts(parts, body.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_about_a_game_is_passed_on() {
        let id = "123456789ABC";
        for (path, is_about) in [
            ("/api/v1/games/123456789ABC", true),
            ("/api/v1/games/123456789ABC/commands", true),
            ("/api/v1/games/123456789ABC/squares/e4", true),
            ("/api/v1/games/123456789ABC/socket", false),
            ("/api/v1/games", false),
            ("/api/v1/games/unknown", false),
            ("/games/123456789ABC", false),
            ("/", false),
        ] {
            assert_eq!(game_of(path).map(|id| id.to_string()), is_about.then(|| id.to_owned()), "{path}");
        }
    }
}

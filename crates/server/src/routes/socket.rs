//! The socket of a game.

use super::account::address;
use crate::extract::{Game, Wishes};
use crate::guard::too_much;
use crate::identity::Visitor;
use crate::keeper::{Answer, Outgoing, Request};
use crate::rate::Bucket;
use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::view::{ClientMessage, ErrorView, ServerMessage};
use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use regence_store::{GameId, UserId};
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The largest message that is taken in, in bytes.
const LARGEST_MESSAGE: usize = 16 * 1024;
/// How many messages may wait for somebody who does not listen.
const QUEUE: usize = 64;
/// How long somebody may say nothing.
const SILENCE: Duration = Duration::from_mins(1);

/// What somebody has seen.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Seen {
    /// The number of the last change that was seen.
    after: Option<u32>,
}

/// The socket of a game: see docs/api.md.
#[utoipa::path(get, path = "/games/{id}/socket", params(("id" = String, Path), Seen),
    responses((status = 101), (status = "4XX", body = ErrorView)))]
pub async fn socket(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Game(id): Game,
    Wishes(seen): Wishes<Seen>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|error| Refusal::invalid(error.body_text()))?;
    // Whoever asks for a game that is not there is told so before there is a socket.
    shared.look(id, |_| ()).await?;
    let address = address(from);
    if !shared.rates.open_socket(address, shared.config.time.now()) {
        return Err(too_much(&shared, 10));
    }
    let guest = Guest { shared: Arc::clone(&shared), id, user: visitor.user, address };
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| guest.serve(socket, seen.after)))
}

/// Somebody at the other end of a socket.
struct Guest {
    shared: Arc<Shared>,
    id: GameId,
    user: Option<UserId>,
    address: IpAddr,
}

impl Guest {
    async fn serve(self, mut socket: WebSocket, after: Option<u32>) {
        self.shared.metrics.sockets.add(1);
        let number = self.shared.next_socket();
        let (outgoing, mut waiting) = mpsc::channel(QUEUE);
        let attach = Request::Attach { socket: number, user: self.user, after, outgoing };
        if self.shared.send(self.id, attach).await.is_ok() {
            self.converse(&mut socket, number, &mut waiting).await;
            // A keeper that is gone has let everybody go.
            let _ = self.shared.send(self.id, Request::Detach { socket: number }).await;
        }
        let now = self.shared.config.time.now();
        self.shared.rates.close_socket(self.address, now);
        self.shared.metrics.sockets.add(-1);
    }

    async fn converse(&self, socket: &mut WebSocket, number: u64, waiting: &mut mpsc::Receiver<Outgoing>) {
        let rate = f64::from(self.shared.config.limits.messages);
        let mut bucket = Bucket::new(rate, self.shared.config.time.now());
        loop {
            tokio::select! {
                message = waiting.recv() => {
                    // Nothing more will come: the keeper has let us go.
                    let Some(message) = message else { break };
                    if socket.send(Message::Text(message)).await.is_err() {
                        return;
                    }
                }
                message = tokio::time::timeout(SILENCE, socket.recv()) => {
                    let Ok(Some(Ok(message))) = message else { return };
                    self.shared.metrics.messages.add(1);
                    let answer = match bucket.take(self.shared.config.time.now()) {
                        Ok(()) => self.hear(number, message).await,
                        Err(seconds) => Err(too_much(&self.shared, seconds)),
                    };
                    let said = match answer {
                        Ok(Some(message)) => message,
                        Ok(None) => continue,
                        Err(refusal) => ServerMessage::Error { id: None, error: refusal.view() },
                    };
                    let text = serde_json::to_string(&said).unwrap_or_default();
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
            }
        }
        // The other end may be gone already.
        let _ = socket.send(Message::Close(None)).await;
    }

    /// Does what a message says; what is to be answered at once is returned.
    async fn hear(&self, number: u64, message: Message) -> Result<Option<ServerMessage>, Refusal> {
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(None),
            Message::Binary(_) => return Err(Refusal::new(Code::Invalid, "expected text, not bytes")),
        };
        match serde_json::from_str(&text).map_err(Refusal::invalid)? {
            ClientMessage::Command { id, number: state, command } => {
                let answer = Answer::Socket { socket: number, id };
                let request = Request::Command { user: self.user, number: state, command, answer };
                self.shared.send(self.id, request).await?;
                Ok(None)
            }
            ClientMessage::Ping { id, lag_ms } => {
                if let Some(ms) = lag_ms {
                    self.shared.send(self.id, Request::Lag { socket: number, ms }).await?;
                }
                Ok(Some(ServerMessage::Pong { id, at: self.shared.config.time.now().0 }))
            }
        }
    }
}

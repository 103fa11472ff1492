//! The socket of a game.

use super::account::address;
use crate::cluster::forward::STEP;
use crate::cluster::relay::{Late, Link, Passing, look};
use crate::cluster::{FromNode, Home};
use crate::cookies::Held;
use crate::extract::{Game, Wishes};
use crate::guard::too_much;
use crate::identity::Visitor;
use crate::keeper::{Answer, Request};
use crate::rate::Bucket;
use crate::refusal::{Code, Refusal};
use crate::shared::{Shared, random};
use crate::view::{ClientMessage, ErrorView, ServerMessage};
use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::Response;
use regence_store::{GameId, UserId};
use serde::Deserialize;
use std::collections::HashSet;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// The largest message that is taken in, in bytes.
const LARGEST_MESSAGE: usize = 16 * 1024;
/// How many messages may wait for somebody who does not listen.
const QUEUE: usize = 64;
/// How long somebody may say nothing.
const SILENCE: Duration = Duration::from_mins(1);
/// How often to look for the server that has the game, if nothing comes of it.
const TRIES: u32 = 60;

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
    origin: Origin,
    Game(id): Game,
    Wishes(seen): Wishes<Seen>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|error| Refusal::invalid(error.body_text()))?;
    // Whoever asks for a game that is not there is told so before there is a socket.
    match origin.address {
        Some(_) => shared.look(id, |_| ()).await?,
        None => shared.call(id).await?,
    }
    let counted = match origin.address {
        Some(address) => Some(Counted::new(&shared, address).ok_or_else(|| too_much(&shared, 10))?),
        None => None,
    };
    let held = visitor.token.map(|token| Held::new(&shared, token));
    // They may have signed out while we were not looking.
    let is_known = match visitor.token {
        Some(token) => shared.store.token(token).await?.is_some(),
        None => false,
    };
    let user = visitor.user.filter(|_| is_known);
    let guest = Guest {
        shared: Arc::clone(&shared),
        id,
        user,
        held,
        address: origin.address,
        _counted: counted,
        cookie: origin.cookie,
        seen: seen.after,
        unanswered: HashSet::new(),
        echo: None,
        lag: None,
    };
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| guest.serve(socket)))
}

/// Where a socket comes from.
pub struct Origin {
    /// Its address; none if by way of another server, which has counted it there.
    address: Option<IpAddr>,
    /// What the browser shows to be known again.
    cookie: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let is_from_node = parts.extensions.get::<FromNode>().is_some();
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>().copied();
        let cookie = parts.headers.get(header::COOKIE).and_then(|cookie| cookie.to_str().ok());
        Ok(Self {
            address: (!is_from_node).then(|| address(from.map(Extension))),
            cookie: cookie.map(str::to_owned),
        })
    }
}

/// A socket that counts among those of its address for as long as this is there: also if nothing comes of it.
struct Counted {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Counted {
    /// None if the address has too many.
    fn new(shared: &Arc<Shared>, address: IpAddr) -> Option<Self> {
        let may = shared.rates.open_socket(address, shared.config.time.now());
        may.then(|| Self { shared: Arc::clone(shared), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.shared.rates.close_socket(self.address, self.shared.config.time.now());
    }
}

/// Somebody at the other end of a socket.
struct Guest {
    shared: Arc<Shared>,
    id: GameId,
    user: Option<UserId>,
    /// The cookie by which they are that user, which holds until they sign out.
    held: Option<Held>,
    /// Where from; none if by way of another server.
    address: Option<IpAddr>,
    _counted: Option<Counted>,
    cookie: Option<String>,
    /// The number of the last change that was sent.
    seen: Option<u32>,
    /// The numbers of commands that wait for an answer.
    unanswered: HashSet<u32>,
    /// What their browser was asked to send back, and when, until it has.
    echo: Option<(u64, Instant)>,
    /// How long that took the last time, in milliseconds.
    lag: Option<u32>,
}

/// How a conversation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// They have gone.
    Left,
    /// The keeper has let them go; it may be elsewhere.
    LetGo,
    /// There will be nothing more from here.
    Over,
}

impl Guest {
    async fn serve(mut self, mut socket: WebSocket) {
        self.shared.metrics.sockets.add(1);
        let rate = if self.address.is_some() { self.shared.config.limits.messages } else { u32::MAX };
        let mut bucket = Bucket::new(rate.into(), self.shared.config.time.now());
        let mut tries = 0;
        loop {
            let seen = self.seen;
            let end = self.converse(&mut socket, &mut bucket).await;
            tries = if self.seen == seen { tries + 1 } else { 1 };
            // One server alone has nowhere else to look: whoever comes back finds it again. So do nodes.
            let is_to_go_on = end == End::LetGo && self.address.is_some() && self.shared.store.is_shared();
            if end == End::Left || !is_to_go_on || tries > TRIES || !self.tell_unanswered(&mut socket).await {
                break;
            }
            tokio::time::sleep(STEP).await;
        }
        // The other end may be gone already.
        let _ = send(&mut socket, Message::Close(None)).await;
        self.shared.metrics.sockets.add(-1);
    }

    /// Talks with the game's keeper, wherever that is.
    async fn converse(&mut self, socket: &mut WebSocket, bucket: &mut Bucket) -> End {
        let home = match self.address {
            Some(_) => self.shared.home(self.id).await,
            // Another node has looked.
            None => Ok(Home::Here),
        };
        let mut link = match home {
            Ok(Home::Here) => {
                let (outgoing, waiting) = mpsc::channel(QUEUE);
                let number = self.shared.next_socket();
                let attach = Request::Attach { socket: number, user: self.user, after: self.seen, outgoing };
                let introduced = self.shared.introduce(self.id, self.user).await;
                let attached = match introduced {
                    Ok(()) => self.shared.send(self.id, attach).await,
                    Err(refusal) => Err(refusal),
                };
                if let Err(refusal) = attached {
                    let is_over = self.shared.is_stopping() || refusal.code == Code::Unknown;
                    return if is_over { End::Over } else { End::LetGo };
                }
                Link::Here { number, waiting }
            }
            Ok(Home::There(address)) => {
                let cookie = self.cookie.as_deref();
                match Link::connect(&self.shared, address, self.id, cookie, self.seen).await {
                    Some(link) => link,
                    None => return End::LetGo,
                }
            }
            Err(refusal) if refusal.code == Code::Unknown => {
                return if self.say(socket, &ServerMessage::Bye).await { End::Over } else { End::Left };
            }
            Err(_) => return End::LetGo,
        };
        let end = self.pass(socket, &mut link, bucket).await;
        if let Link::Here { number, .. } = link {
            // A keeper that is gone has let everybody go.
            let detach = || Request::Detach { socket: number };
            if self.shared.hub.has(self.id) && self.shared.send(self.id, detach()).await.is_err() {
                self.shared.hub.hint(self.id, detach());
            }
        }
        end
    }

    /// Passes messages both ways.
    async fn pass(&mut self, socket: &mut WebSocket, link: &mut Link, bucket: &mut Bucket) -> End {
        let shared = Arc::clone(&self.shared);
        let there = if let Link::There { address, .. } = &link { Some(address.clone()) } else { None };
        let mut news = there.is_some().then(|| shared.node.follow(self.id));
        let revoked = self.held.as_ref().map(Held::revoked);
        let is_gone = async {
            let is_gone = async {
                match &there {
                    Some(address) => shared.node.is_gone(address).await,
                    None => std::future::pending().await,
                }
            };
            let is_stopped = async {
                match &there {
                    Some(_) => shared.stopped().await,
                    // The keeper says goodbye by itself.
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = is_gone => End::LetGo,
                () = is_stopped => End::Over,
                () = shared.node.cut_off() => End::Over,
                // Who they are now, they say when they come back.
                () = wait_for(revoked) => End::Over,
            }
        };
        tokio::pin!(is_gone);
        let mut late = Late::default();
        loop {
            tokio::select! {
                message = link.next() => {
                    // Nothing more will come: the keeper has let us go.
                    let Some(message) = message else { return End::LetGo };
                    let passing = look(&message);
                    match passing {
                        Passing::Stands(number) => {
                            self.seen = Some(number);
                            late.come(number, Instant::now());
                        }
                        Passing::Answers(id) => drop(self.unanswered.remove(&id)),
                        // They stop, we do not.
                        Passing::Bye if there.is_some() => return End::LetGo,
                        Passing::Bye | Passing::Other => {}
                    }
                    if !send(socket, Message::Text(message)).await {
                        return End::Left;
                    }
                    if passing == Passing::Bye {
                        return End::Over;
                    }
                }
                message = tokio::time::timeout(SILENCE, socket.recv()) => {
                    let Ok(Some(Ok(message))) = message else { return End::Left };
                    self.shared.metrics.messages.add(1);
                    let may = bucket.take(self.shared.config.time.now());
                    let may = may.map_err(|seconds| too_much(&self.shared, seconds));
                    let answer = self.hear(link, message, may).await;
                    if let Some(answer) = &answer
                        && !self.say(socket, answer).await
                    {
                        return End::Left;
                    }
                    if matches!(answer, Some(ServerMessage::Pong { .. })) && !self.call(socket).await {
                        return End::Left;
                    }
                }
                grown = grown(&mut news) => late.hear(grown, self.seen, Instant::now()),
                () = until(late.until()) => return End::LetGo,
                end = &mut is_gone => {
                    if end == End::Over {
                        // Whoever waits for more hears that there will be none here.
                        self.say(socket, &ServerMessage::Bye).await;
                    }
                    return end;
                }
            }
        }
    }

    async fn say(&self, socket: &mut WebSocket, message: &ServerMessage) -> bool {
        let text = serde_json::to_string(message).unwrap_or_default();
        send(socket, Message::Text(text.into())).await
    }

    /// Asks the browser, unless it still owes an answer, to send something back that it cannot know before: what it says
    /// itself about how far away it is, it could make up.
    async fn call(&mut self, socket: &mut WebSocket) -> bool {
        if self.echo.is_some() || self.address.is_none() {
            return true;
        }
        // Without randomness nothing is measured, and nothing else is wrong.
        let Ok(words) = random() else { return true };
        self.echo = Some((words, Instant::now()));
        send(socket, Message::Ping(words.to_be_bytes().to_vec().into())).await
    }

    /// The browser has sent something back: how long that took, if it is what it was asked for.
    fn measure(&mut self, echo: &[u8]) -> Option<u32> {
        let (_, since) = self.echo.take_if(|(words, _)| echo == words.to_be_bytes())?;
        self.lag = Some(since.elapsed().as_millis().try_into().unwrap_or(u32::MAX));
        self.lag
    }

    /// Says of every command that waits for an answer that none will come.
    async fn tell_unanswered(&mut self, socket: &mut WebSocket) -> bool {
        for id in std::mem::take(&mut self.unanswered) {
            let error = Refusal::uncertain().view();
            if !self.say(socket, &ServerMessage::Error { id: Some(id), error }).await {
                return false;
            }
        }
        true
    }

    /// Does what a message says, if it may; what is to be answered at once is returned.
    async fn hear(
        &mut self,
        link: &mut Link,
        message: Message,
        may: Result<(), Refusal>,
    ) -> Option<ServerMessage> {
        let refuse = |id, refusal: Refusal| Some(ServerMessage::Error { id, error: refusal.view() });
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(echo) => {
                if let (Some(ms), Link::Here { number: socket, .. }) = (self.measure(&echo), &*link) {
                    // Nobody misses it.
                    self.shared.hub.hint(self.id, Request::Lag { socket: *socket, ms });
                }
                return None;
            }
            Message::Ping(_) | Message::Close(_) => return None,
            Message::Binary(_) => return refuse(None, Refusal::invalid("expected text, not bytes")),
        };
        let said = match serde_json::from_str(&text) {
            Ok(said) => said,
            Err(error) => return refuse(None, may.err().unwrap_or_else(|| Refusal::invalid(error))),
        };
        let id = if let ClientMessage::Command { id, .. } = &said { Some(*id) } else { None };
        if let Err(refusal) = may {
            return refuse(id, refusal);
        }
        self.unanswered.extend(id);
        let Link::Here { number, .. } = *link else {
            let ClientMessage::Ping { id, .. } = said else {
                // If that fails, nothing more will come from there either.
                link.pass_on(&text).await;
                return None;
            };
            // Whoever has the game hears from us how far away the browser is. It answers as well, which nobody minds.
            let ping = ClientMessage::Ping { id, lag_ms: self.lag };
            link.pass_on(&serde_json::to_string(&ping).unwrap_or_default()).await;
            return Some(ServerMessage::Pong { id, at: self.shared.config.time.now().0 });
        };
        match self.carry_out(number, said).await {
            Ok(answer) => answer,
            Err(refusal) => {
                // What never got to the keeper was certainly not done.
                self.unanswered.retain(|waiting| Some(*waiting) != id);
                refuse(id, refusal)
            }
        }
    }

    /// Tells the keeper, who is here, what was said at this socket.
    async fn carry_out(&self, socket: u64, said: ClientMessage) -> Result<Option<ServerMessage>, Refusal> {
        match said {
            ClientMessage::Command { id, number, command } => {
                let answer = Answer::Socket { socket, id };
                let request = Request::Command { user: self.user, number, command, answer };
                self.shared.send(self.id, request).await?;
                Ok(None)
            }
            ClientMessage::Ping { id, lag_ms } => {
                // Only another server is believed.
                if let Some(ms) = lag_ms.filter(|_| self.address.is_none()) {
                    self.shared.send(self.id, Request::Lag { socket, ms }).await?;
                }
                Ok(Some(ServerMessage::Pong { id, at: self.shared.config.time.now().0 }))
            }
        }
    }
}

/// Sends a message; `false` if nobody takes it. Whoever does not listen must not be waited for.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    tokio::time::timeout(SILENCE, socket.send(message)).await.is_ok_and(|sent| sent.is_ok())
}

/// Waits for what may come, or for ever.
async fn wait_for(what: Option<impl Future<Output = ()>>) {
    match what {
        Some(what) => what.await,
        None => std::future::pending().await,
    }
}

/// How far a log has grown, when it has; never if nobody follows it.
async fn grown(news: &mut Option<watch::Receiver<u32>>) -> u32 {
    if let Some(news) = news
        && news.changed().await.is_ok()
    {
        return *news.borrow_and_update();
    }
    std::future::pending().await
}

/// Waits until a moment, or for ever.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

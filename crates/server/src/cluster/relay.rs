//! The other end of a socket: the keeper of its game, on this node or on another.

use super::NODE;
use crate::keeper::Outgoing;
use crate::shared::Shared;
use futures_util::{SinkExt, StreamExt};
use regence_store::GameId;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long to wait for a connection to another node.
const PATIENCE: Duration = Duration::from_secs(2);

/// The way to a game's keeper.
pub enum Link {
    /// On this node, under the number of a socket.
    Here {
        /// The number.
        number: u64,
        /// What the keeper says.
        waiting: mpsc::Receiver<Outgoing>,
    },
    /// On another node.
    There {
        /// Where it is.
        address: String,
        /// The socket there.
        socket: Box<WebSocketStream<MaybeTlsStream<TcpStream>>>,
    },
}

impl Link {
    /// Connects to the node at an address; none if it does not answer, or does not have the game.
    pub async fn connect(
        shared: &Shared,
        address: String,
        id: GameId,
        cookie: Option<&str>,
        after: Option<u32>,
    ) -> Option<Self> {
        let after = after.map(|after| format!("?after={after}")).unwrap_or_default();
        let url = format!("ws://{address}{}/games/{id}/socket{after}", crate::routes::API);
        let mut request = url.into_client_request().ok()?;
        request.headers_mut().insert(NODE, shared.node.secret().parse().ok()?);
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().ok()?);
        }
        let connected = timeout(PATIENCE, tokio_tungstenite::connect_async(request)).await;
        let (socket, _) = connected.ok()?.ok()?;
        Some(Self::There { address, socket: Box::new(socket) })
    }

    /// What the keeper says next; none when it has let us go.
    pub async fn next(&mut self) -> Option<Outgoing> {
        match self {
            Self::Here { waiting, .. } => waiting.recv().await,
            Self::There { socket, .. } => loop {
                match socket.next().await?.ok()? {
                    Message::Text(text) => return Some(text.as_str().into()),
                    Message::Close(_) => return None,
                    _ => {}
                }
            },
        }
    }

    /// Passes on to another node what was said; `false` if that cannot be done.
    pub async fn pass_on(&mut self, text: &str) -> bool {
        match self {
            Self::Here { .. } => false,
            // One that is there but does not read must not keep us from hearing that it is gone.
            Self::There { socket, .. } => {
                let sent = timeout(PATIENCE, socket.send(Message::Text(text.into()))).await;
                sent.is_ok_and(|sent| sent.is_ok())
            }
        }
    }
}

/// How long something may be on its way that was heard of already.
const GRACE: Duration = Duration::from_secs(1);

/// A change that was heard of, but has not come over the link.
#[derive(Clone, Copy, Default, Debug)]
pub struct Late(Option<(u32, Instant)>);

impl Late {
    /// The log is heard to have grown to a number, while that of the last change that came is another.
    pub fn hear(&mut self, number: u32, seen: Option<u32>, now: Instant) {
        let until = self.0.map_or(now + GRACE, |(_, until)| until);
        if seen.is_none_or(|seen| seen < number) {
            self.0 = Some((number, until));
        }
    }

    /// A change has come. What comes after it has all its time again: the link is alive.
    pub fn come(&mut self, number: u32, now: Instant) {
        self.0 =
            self.0.filter(|(expected, _)| *expected > number).map(|(expected, _)| (expected, now + GRACE));
    }

    /// When the link is to be left, if nothing comes until then.
    pub fn until(&self) -> Option<Instant> {
        self.0.map(|(_, until)| until)
    }
}

/// What of a message matters on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// It says how things stand after the change of this number.
    Stands(u32),
    /// It answers the command of this number.
    Answers(u32),
    /// The server there stops.
    Bye,
    /// Anything else.
    Other,
}

/// Looks at a message without reading all of it.
pub fn look(message: &str) -> Passing {
    let number = |rest: &str| {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    };
    let after = |beginning: &str| message.strip_prefix(beginning).and_then(number);
    let stands = [r#"{"type":"update","number":"#, r#"{"type":"snapshot","number":"#];
    let answers = [r#"{"type":"reply","id":"#, r#"{"type":"error","id":"#];
    if let Some(number) = stands.into_iter().find_map(after) {
        Passing::Stands(number)
    } else if let Some(id) = answers.into_iter().find_map(after) {
        Passing::Answers(id)
    } else if message == r#"{"type":"bye"}"# {
        Passing::Bye
    } else {
        Passing::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Refusal;
    use crate::view::{CommandReply, ServerMessage};

    #[track_caller]
    fn check(message: &ServerMessage, expected: Passing) {
        let text = serde_json::to_string(message).expect("it can be written");
        assert_eq!(look(&text), expected, "{text}");
    }

    #[test]
    fn whatever_was_heard_of_must_come() {
        let (start, mut late) = (Instant::now(), Late::default());
        let at = |ms| start + Duration::from_millis(ms);
        late.hear(5, Some(5), at(0));
        assert_eq!(late.until(), None, "it has come before it was heard of");
        late.hear(6, Some(5), at(0));
        late.hear(7, Some(5), at(600));
        assert_eq!(late.until(), Some(at(1000)), "what is late is not excused by what comes later");
        late.come(6, at(700));
        assert_eq!(late.until(), Some(at(1700)), "the last one is still missing");
        late.come(7, at(800));
        assert_eq!(late.until(), None);
        late.hear(1, None, at(900));
        assert_eq!(late.until(), Some(at(1900)), "nothing has come yet");
    }

    #[test]
    fn what_matters_is_seen_in_what_is_sent() {
        let reply = Box::new(CommandReply { number: 9, hint: None, next: None, proposed: false });
        check(&ServerMessage::Reply { id: 7, reply }, Passing::Answers(7));
        let error = Refusal::watcher().view();
        check(&ServerMessage::Error { id: Some(8), error: error.clone() }, Passing::Answers(8));
        check(&ServerMessage::Error { id: None, error }, Passing::Other);
        check(&ServerMessage::Bye, Passing::Bye);
        check(&ServerMessage::Pong { id: 3, at: 5 }, Passing::Other);
        assert_eq!(look(r#"{"type":"update","number":12,"happened":[]"#), Passing::Stands(12));
        assert_eq!(look(r#"{"type":"snapshot","number":0,"state":{}"#), Passing::Stands(0));
    }
}

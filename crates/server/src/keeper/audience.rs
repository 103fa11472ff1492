//! Those who look at a table, and how they are told.

use super::Keeper;
use crate::refusal::Refusal;
use crate::show;
use crate::view::{EngineView, Happening, MoveChange, Role, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use regence_store::{Moment, UserId};
use serde::Serialize;
use std::collections::HashMap;
use tokio::sync::mpsc;

/// What goes out over a socket.
pub type Outgoing = Utf8Bytes;

/// Everybody who looks.
#[derive(Default)]
pub struct Audience {
    sockets: HashMap<u64, Listener>,
}

struct Listener {
    user: Option<UserId>,
    outgoing: mpsc::Sender<Outgoing>,
    lag: Option<u32>,
}

impl Audience {
    /// Whether nobody looks.
    pub fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// How many of those look whose user is like this.
    pub fn count(&self, is_one: impl Fn(Option<UserId>) -> bool) -> usize {
        self.sockets.values().filter(|listener| is_one(listener.user)).count()
    }

    /// The last lag of a user.
    pub fn lag_of(&self, user: UserId) -> Option<u32> {
        self.sockets.values().filter(|listener| listener.user == Some(user)).find_map(|listener| listener.lag)
    }

    /// Notes a socket's lag, and says whose it is.
    pub fn set_lag(&mut self, socket: u64, ms: u32) -> Option<UserId> {
        let listener = self.sockets.get_mut(&socket)?;
        listener.lag = Some(ms);
        listener.user
    }

    /// Somebody looks from now on.
    pub fn add(&mut self, socket: u64, user: Option<UserId>, outgoing: mpsc::Sender<Outgoing>) {
        self.sockets.insert(socket, Listener { user, outgoing, lag: None });
    }

    /// Somebody looks no more.
    pub fn remove(&mut self, socket: u64) {
        self.sockets.remove(&socket);
    }

    /// Sends something to one. Whoever does not listen in time is let go, and will come back.
    pub fn send(&mut self, socket: u64, message: Outgoing) {
        if let Some(listener) = self.sockets.get(&socket)
            && listener.outgoing.try_send(message).is_err()
        {
            self.sockets.remove(&socket);
        }
    }

    /// Sends to each what is meant for them.
    pub fn send_each(&mut self, mut message: impl FnMut(Option<UserId>) -> Outgoing) {
        self.sockets.retain(|_, listener| listener.outgoing.try_send(message(listener.user)).is_ok());
    }

    /// Lets everybody go.
    pub fn dismiss(&mut self) {
        self.sockets.clear();
    }
}

/// Something as JSON. Everything that is sent can be written so.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Keeper {
    /// Tells everybody of a numbered change. The large part is written once, whoever reads it.
    pub(super) fn tell_change(&mut self, happened: &[Happening], change: &MoveChange, now: Moment) {
        if self.audience.is_empty() {
            return;
        }
        let common = self.update_without_you(happened, change, now);
        let mut messages = ByRole::default();
        let mut audience = std::mem::take(&mut self.audience);
        audience.send_each(|user| {
            let role = self.table.role(user);
            messages.get_or_make(role, || with_you(&common, &json(&self.you(role, now)))).clone()
        });
        self.audience = audience;
    }

    /// An update up to what is each reader's own.
    pub(super) fn update_without_you(
        &self,
        happened: &[Happening],
        change: &MoveChange,
        now: Moment,
    ) -> String {
        format!(
            r#"{{"type":"update","number":{},"happened":{},"state":{},"moves":{}"#,
            self.table.number,
            json(&happened),
            json(&show::state(&self.table, now)),
            json(change),
        )
    }

    /// Tells everybody what passes.
    pub(super) fn tell_now(&mut self, now: Moment) {
        if self.audience.is_empty() {
            return;
        }
        let common = format!(r#"{{"type":"now","now":{}"#, json(&self.now_view()));
        let mut messages = ByRole::default();
        let mut audience = std::mem::take(&mut self.audience);
        audience.send_each(|user| {
            let role = self.table.role(user);
            messages.get_or_make(role, || with_you(&common, &json(&self.you(role, now)))).clone()
        });
        self.audience = audience;
    }

    /// Tells everybody what the engine thinks.
    pub(super) fn tell_engine(&mut self, view: EngineView) {
        let message = Outgoing::from(json(&ServerMessage::Engine(view)));
        self.audience.send_each(|_| message.clone());
    }

    /// What somebody who comes, or comes back, is to see first.
    pub(super) fn welcome(&self, role: Role, after: Option<u32>, now: Moment) -> Outgoing {
        let you = json(&self.you(role, now));
        match after.and_then(|after| self.since(after)) {
            Some((happened, change)) => with_you(&self.update_without_you(&happened, &change, now), &you),
            None => json(&ServerMessage::Snapshot(Box::new(self.snapshot(role, now)))).into(),
        }
    }

    /// Tells one that something was refused.
    pub(super) fn tell_refusal(&mut self, socket: u64, id: Option<u32>, why: &Refusal) {
        self.audience.send(socket, json(&ServerMessage::Error { id, error: why.view() }).into());
    }
}

/// A message with its last part.
pub(super) fn with_you(common: &str, you: &str) -> Outgoing {
    format!(r#"{common},"you":{you}}}"#).into()
}

/// One message for each role, made when it is first needed.
#[derive(Default)]
struct ByRole([Option<Outgoing>; 4]);

impl ByRole {
    fn get_or_make(&mut self, role: Role, make: impl FnOnce() -> Outgoing) -> &Outgoing {
        self.0[role as usize].get_or_insert_with(make)
    }
}

//! How servers and workers on one store wake each other: by the database, or by NATS.
//!
//! A notice says what has changed, never how; whoever is concerned reads the store. So a lost notice loses nothing: after a
//! connection was lost, and again and again while there is none, everything is looked at anew.

mod nats;
#[cfg(all(test, unix))]
mod nats_tests;

use nats::Nats;
use regence_store::{Notice, Notices, Place, Store, StoreError, Topic};
use std::fmt;
use std::str::FromStr;

/// Where a NATS server is: `nats://HOST:PORT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusUrl(String);

impl FromStr for BusUrl {
    type Err = ParseBusUrlError;

    fn from_str(text: &str) -> Result<Self, ParseBusUrlError> {
        let refuse = || ParseBusUrlError(text.to_owned());
        let rest = text.strip_prefix("nats://").ok_or_else(refuse)?;
        let address = rest.trim_end_matches('/').rsplit('@').next().unwrap_or_default();
        let (host, port) = address.rsplit_once(':').unwrap_or((address, "4222"));
        let is_name = !host.is_empty() && !host.contains(['/', ' ']);
        let is_port = port.parse().is_ok_and(|port: u16| port > 0);
        if is_name && is_port { Ok(Self(text.to_owned())) } else { Err(refuse()) }
    }
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Before the address there may be a name and a password.
        write!(f, "nats://{}", self.0.rsplit(['@', '/']).find(|part| !part.is_empty()).unwrap_or_default())
    }
}

/// A text that leads to no NATS server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseBusUrlError(String);

impl fmt::Display for ParseBusUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a URL like nats://HOST:PORT, not '{}'", self.0.escape_debug())
    }
}

impl core::error::Error for ParseBusUrlError {}

/// The way by which programs wake each other.
pub struct Bus(Option<Nats>);

impl Bus {
    /// The bus at a URL; without one, the database itself. A bus that is not there yet is waited for, by nobody.
    pub async fn open(url: Option<&BusUrl>) -> Self {
        match url {
            Some(url) => Self(Some(Nats::connect(&url.0, url.to_string()).await)),
            None => Self(None),
        }
    }

    /// The store, which says nothing by itself where the bus is another. What is told there names the store, so that those
    /// of another store on the same bus do not hear it.
    pub async fn open_store(&mut self, place: &Place) -> Result<Store, StoreError> {
        let Some(nats) = &mut self.0 else { return Store::open(place).await };
        let store = Store::open_quietly(place).await?;
        nats.speak_of(&store.name().await?);
        Ok(store)
    }

    /// Tells everybody what the store has just been told. Where the bus is the database, that is done already.
    pub fn tell(&self, topic: Topic, words: String) {
        if let Some(nats) = &self.0 {
            nats.tell(topic, words);
        }
    }

    /// Hears of these topics; nothing where nobody else is.
    pub fn listen(&self, store: &Store, topics: &[Topic]) -> Option<Ears> {
        match &self.0 {
            Some(nats) => Some(Ears::Nats(nats.listen(topics))),
            None => store.notices(topics).map(Box::new).map(Ears::Database),
        }
    }
}

/// What others do, as it comes.
pub enum Ears {
    /// From the database.
    Database(Box<Notices>),
    /// From NATS.
    Nats(nats::Ears),
}

impl Ears {
    /// The next notice. The first is that nothing was heard before.
    pub async fn next(&mut self) -> Notice {
        match self {
            Self::Database(notices) => notices.next().await,
            Self::Nats(ears) => ears.next().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(text.parse::<BusUrl>().ok().map(|url| url.to_string()).as_deref(), expected, "{text}");
    }

    #[test]
    fn only_addresses_of_nats_are_taken() {
        check("nats://127.0.0.1:4222", Some("nats://127.0.0.1:4222"));
        check("nats://bus.example", Some("nats://bus.example"));
        check("nats://[::1]:4222/", Some("nats://[::1]:4222"));
        check("nats://ann:secret@bus.example:4222", Some("nats://bus.example:4222"));
        for bad in
            ["", "bus.example:4222", "http://bus.example", "nats://", "nats://bus:0", "nats://bus:many"]
        {
            check(bad, None);
        }
    }
}

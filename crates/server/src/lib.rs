//! Chess in the browser: games, analyses and boards over HTTP and web sockets, and the page that shows them.
//!
//! The server is the only judge. Every table has a keeper, who alone touches it; what changes is kept in
//! the store before anybody is told. `docs/api.md` says what goes over the wire.

mod bus;
mod cluster;
mod config;
mod cookies;
mod door;
mod extract;
mod guard;
mod hub;
mod identity;
mod keeper;
mod metrics;
mod opponents;
mod page;
mod picture;
mod rate;
mod refusal;
mod routes;
mod server;
mod shared;
mod show;
mod table;
mod thinking;
mod time;
pub mod view;
pub mod worker;

pub use bus::{Bus, BusUrl, Ears, ParseBusUrlError};
pub use config::{Config, Limits};
pub use server::{Server, stop_asked};
pub use time::Time;

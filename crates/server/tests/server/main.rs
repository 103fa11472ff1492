//! The server as its users meet it: requests by `oneshot`, and real sockets.

mod accounts;
mod attacks;
mod boards;
#[cfg(unix)]
mod cluster;
mod documents;
mod games;
mod guards;
mod neighbours;
mod online;
mod pgn;
mod restart;
#[cfg(unix)]
mod workers;
mod world;

#[cfg(unix)]
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;

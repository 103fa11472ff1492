//! The server as its users meet it: requests by `oneshot`, and real sockets.

mod accounts;
mod boards;
mod documents;
mod games;
mod guards;
mod online;
mod pgn;
mod restart;
mod world;

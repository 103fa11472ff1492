//! The full-screen game, keys in and picture out: no terminal, and no files but the store where the point is what
//! it keeps.

mod computers;
mod desk;
mod files;
mod free_board;
mod kept;
mod looks;
mod nonsense;
mod pages;
mod player;
#[cfg(unix)]
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
mod shared;
mod snapshot;

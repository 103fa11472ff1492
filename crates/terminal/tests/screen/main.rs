//! The full-screen game, keys in and picture out: no terminal, no files, no waiting.

mod computers;
mod desk;
mod looks;
mod pages;
mod player;

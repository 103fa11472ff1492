//! The full-screen game.
//!
//! [`App`] is all there is to know; [`App::update`] takes what has happened and says what is to be done outside;
//! [`App::draw`] paints it. None of the three touches the terminal, a file, a clock or a thread: [`run`] does.

mod action;
mod app;
mod background;
mod commands;
mod desk;
mod form;
mod guard;
mod history;
mod line;
mod look;
mod message;
mod shell;
mod view;

pub use app::{App, Beginning};
pub use guard::Guard;
pub use look::{Depth, Look, Shade};
pub use message::{Effect, Existing, Message, NotWritten};
pub use shell::{Options, is_possible, run};

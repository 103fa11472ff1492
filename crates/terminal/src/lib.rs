//! Chess in the terminal: full screen, or plain text for pipes, small terminals and screen readers.
//!
//! - [`screen`] is the full screen: a state, a function from what happens to the next state, and one from it to a picture.
//! - [`plain`] talks in lines: for pipes, scripts and screen readers, and for the classroom.
//! - [`thinker`] finds the computers' moves beside the game, on a thread of its own.
//! - [`keep`] remembers the game in progress, the games played and the settings.
//! - [`whole_file`] writes files so that none is ever found half written.
//! - [`letters`] leaves out accents where they cannot be shown or typed.
//! - [`suggestion`] and [`visible`] help to answer words that nobody expected.

mod draw_offer;
mod face;
pub mod keep;
pub mod letters;
mod no_chess;
pub mod plain;
pub mod screen;
mod strength;
pub mod suggestion;
pub mod thinker;
pub mod visible;
pub mod whole_file;

//! Chess in the terminal: full screen, or plain text for pipes, small terminals and screen readers.
//!
//! - [`thinker`] finds the computers' moves beside the game, on a thread of its own.

pub mod thinker;

//! Chess in plain text: one line in, a few sentences out. For pipes and scripts, for screen readers, and for the
//! classroom.
//!
//! - A [`Partner`] is somebody to talk to: it knows no input and no output. [`converse`] lets it talk over any.
//! - [`PlainGame`] is the game with all its commands: a line is a move or a command. It may draw the board or, for the ear,
//!   say everything in words.
//! - [`Classroom`] is a game for a first lesson, which asks for one square at a time.
//! - [`Outside`] is what a game needs of the world: the time, and files.
//!
//! The same lines and the same seed give the same answers.

mod classroom;
mod describe;
mod dialogue;
mod drawing;
mod game;
mod listener;
mod opponent;
mod outside;
mod sentence;
mod words;

pub use classroom::Classroom;
pub use dialogue::{Partner, Prompt, converse};
pub use drawing::Look;
pub use game::{PlainGame, Settings, Voice, looks_like_fen, read_position};
pub use opponent::{CannotPlay, Thinking, can_play};
pub use outside::{Outside, World};
pub(crate) use sentence::choice;

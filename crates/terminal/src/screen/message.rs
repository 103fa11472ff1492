//! What happens to the full-screen game, and what it wants done.

use super::look::Shade;
use crate::keep::{Request, Told as Kept};
use crate::thinker::{Question, Told};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::path::PathBuf;

/// Something that has happened outside.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// Something was done with the mouse.
    Mouse(MouseEvent),
    /// Text came from the clipboard.
    Paste(String),
    /// The terminal has so many columns and rows now.
    Resize(u16, u16),
    /// The terminal has said how light its background is.
    Background(Shade),
    /// The thinker has something to say.
    Told(Box<Told>),
    /// The moment has come that [`App::next_wake`](super::App::next_wake) asked for.
    Tick,
    /// A file was read, or why not.
    Read(PathBuf, Result<Vec<u8>, String>),
    /// A file was written, or why not.
    Wrote(PathBuf, Result<(), NotWritten>),
    /// The store has something to say.
    Keeper(Box<Kept>),
    /// Somebody else wants the terminal for a while.
    Stop,
    /// The terminal is ours again.
    GoOn,
    /// The program has to end.
    Terminate,
}

/// Something to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Think about this, and no more about what was before.
    Think(Box<Question>),
    /// Think no more.
    StopThinking,
    /// Ask something of the store. What is to be kept must be on disk before the next picture is shown.
    Keep(Request),
    /// Put text into the clipboard.
    Copy(String),
    /// Write a file, and do this if there is one already.
    Write(PathBuf, String, Existing),
    /// Read a file.
    Read(PathBuf),
    /// End the program.
    Quit,
}

/// What becomes of a file whose name is to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and nothing is written.
    Keep,
    /// It is replaced.
    Replace,
}

/// Why a file was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWritten {
    /// There is one of that name, which was to stay.
    Exists,
    /// The system says why.
    Failed(String),
}

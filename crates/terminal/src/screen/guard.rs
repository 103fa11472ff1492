//! Takes the terminal, and gives it back as it was.

use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, stdout};
use std::panic;

/// The terminal while we have it; dropped, or when something panics, it is as it was.
#[derive(Debug)]
pub struct Guard;

impl Guard {
    /// Takes the whole screen, every key and the mouse.
    pub fn enter() -> io::Result<Self> {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            previous(info);
        }));
        enable_raw_mode()?;
        let guard = Self;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        // If a program was killed here, what it showed is still there.
        execute!(stdout(), Clear(ClearType::All))?;
        // Of the mouse we want buttons and drags, not every step.
        execute!(stdout(), Print("\x1b[?1003l\x1b[?1002h"), SetTitle("Regence"))?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // Each as far as it goes: there is nobody left to tell.
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    let _ = execute!(stdout(), Print("\x1b[?25h"));
    let _ = disable_raw_mode();
}

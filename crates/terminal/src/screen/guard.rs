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
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is ours. A panic gives it back, and so does dropping the guard after that: only one of them may
/// take its earlier title from where the terminal keeps it.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Has the terminal put its title away.
const KEEP_TITLE: &str = "\x1b[22;2t";

/// Has the terminal show again the title that was put away.
const SHOW_KEPT_TITLE: &str = "\x1b[23;2t";

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
        let guard = Self;
        take()?;
        Ok(guard)
    }

    /// Gives the terminal back for a while, does something, and takes it again.
    pub fn lend(&self, meanwhile: impl FnOnce()) -> io::Result<()> {
        restore();
        meanwhile();
        take()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
    // If a program was killed here, what it showed is still there.
    execute!(stdout(), Clear(ClearType::All))?;
    // Of the mouse we want buttons and drags, not every step.
    execute!(stdout(), Print("\x1b[?1003l\x1b[?1002h"), Print(KEEP_TITLE), SetTitle("Regence"))
}

fn restore() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Each as far as it goes: there is nobody left to tell.
    let _ = execute!(stdout(), Print(SHOW_KEPT_TITLE));
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), Print("\x1b[?25h"));
}

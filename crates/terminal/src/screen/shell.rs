//! The outside of the full-screen game: the terminal, its events, files, the clock and the thinker.

use super::App;
use super::app::Beginning;
use super::guard::Guard;
use super::look::Look;
use super::message::{Effect, Message};
use crate::keep::{Keep, Settings, replace};
use crate::thinker::Thinker;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use std::io::{self, IsTerminal, Stdout, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

/// How the full-screen game is to begin.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether only ASCII is shown.
    pub ascii: bool,
    /// Where things are remembered.
    pub keep: Keep,
    /// What chance depends on; anything, if nobody says.
    pub seed: Option<u64>,
    /// A PGN file, or a position as FEN, to begin with.
    pub open: Option<String>,
    /// Whom to play against if nothing else is said, as [`Seat::code`](regence_game::session::Seat::code) writes it; without
    /// it, the one of the last time.
    pub opponent: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { ascii: false, keep: Keep::at_home(), seed: None, open: None, opponent: None }
    }
}

/// Whether there is a terminal to show a screen and to be typed at.
pub fn is_possible() -> bool {
    io::stdin().is_terminal() && stdout().is_terminal()
}

/// What was chosen for good, and for this time.
fn settings(options: &Options) -> Settings {
    let kept = options.keep.settings();
    match &options.opponent {
        Some(opponent) => Settings { opponent: opponent.clone(), ..kept },
        None => kept,
    }
}

/// Plays until somebody quits.
pub fn run(options: &Options) -> io::Result<()> {
    let look = Look::of_environment(options.ascii, |name| env::var(name).ok());
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let beginning = Beginning {
        look,
        settings: settings(options),
        kept: options.keep.game(),
        games: options.keep.games(),
        seed: options.seed.unwrap_or(since_epoch.as_nanos() as u64),
        today: date(since_epoch.as_secs() / 86_400),
    };
    let (sender, messages) = channel();
    let _guard = Guard::enter()?;
    listen(sender.clone());
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let size = terminal.size()?;
    let mut app = App::new(beginning, (size.width, size.height));
    let outside = Outside::new(options.keep.clone(), sender);
    if let Some(file) = &options.open {
        app.open(file);
    }
    play(&mut app, &mut terminal, outside, &messages)
}

/// Draws, waits for something to happen, and does what follows from it, until the end. Nothing is drawn unless something
/// has happened.
fn play(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    mut outside: Outside,
    messages: &Receiver<Message>,
) -> io::Result<()> {
    let mut pending = Some(Message::Tick);
    loop {
        // Whatever else has happened meanwhile is taken in before the next picture.
        while let Some(message) = pending {
            if let Message::Resize(..) = message {
                terminal.autoresize()?;
            }
            for effect in app.update(message, outside.now()) {
                if outside.perform(effect)? == Flow::End {
                    return Ok(());
                }
            }
            pending = messages.try_recv().ok();
        }
        terminal.draw(|frame| {
            let area = frame.area();
            app.draw(area, frame.buffer_mut());
        })?;
        pending = Some(outside.wait(app.next_wake(), messages));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

/// What the game reaches for outside.
struct Outside {
    keep: Keep,
    thinker: Thinker,
    started: Instant,
    sender: Sender<Message>,
}

impl Outside {
    fn new(keep: Keep, sender: Sender<Message>) -> Self {
        let thoughts = sender.clone();
        // If nobody listens any more, the program is about to end.
        let thinker = Thinker::new(move |told| drop(thoughts.send(Message::Told(Box::new(told)))));
        Self { keep, thinker, started: Instant::now(), sender }
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// The next thing that happens.
    fn wait(&self, wake: Option<Duration>, messages: &Receiver<Message>) -> Message {
        match wake {
            None => messages.recv().unwrap_or(Message::Terminate),
            Some(moment) => match messages.recv_timeout(moment.saturating_sub(self.now())) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => Message::Tick,
                Err(RecvTimeoutError::Disconnected) => Message::Terminate,
            },
        }
    }

    fn perform(&mut self, effect: Effect) -> io::Result<Flow> {
        let kept = match effect {
            Effect::Quit => return Ok(Flow::End),
            Effect::Think(question) => {
                self.thinker.ask(*question);
                Ok(())
            }
            Effect::StopThinking => {
                self.thinker.cancel();
                Ok(())
            }
            Effect::Copy(text) => {
                // OSC 52: the terminal puts it into the clipboard, even from afar.
                let mut out = stdout();
                write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
                out.flush()?;
                Ok(())
            }
            Effect::Read(path) => {
                let content = fs::read(at_home(&path)).map_err(|error| error.to_string());
                self.tell(Message::Read(path, content));
                Ok(())
            }
            Effect::Write(path, text) => {
                let result = replace(&at_home(&path), text.as_bytes()).map_err(|error| error.to_string());
                self.tell(Message::Wrote(path, result));
                Ok(())
            }
            Effect::KeepGame(game) => self.keep.keep_game(game.as_deref()),
            Effect::AddGame(game) => self.keep.add_game(&game),
            Effect::KeepSettings(settings) => self.keep.keep_settings(&settings),
        };
        if let Err(error) = kept {
            self.tell(Message::NotKept(error.to_string()));
        }
        Ok(Flow::On)
    }

    fn tell(&self, message: Message) {
        // The receiver lives as long as the game.
        let _ = self.sender.send(message);
    }
}

/// A path that may begin with `~`, as shells have it.
fn at_home(path: &Path) -> PathBuf {
    let home =
        path.strip_prefix("~").ok().and_then(|rest| Some(PathBuf::from(env::var_os("HOME")?).join(rest)));
    home.unwrap_or_else(|| path.into())
}

/// Sends on what happens in the terminal and what the system says.
fn listen(sender: Sender<Message>) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let signalled = sender.clone();
        if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            thread::spawn(move || {
                for _ in signals.forever() {
                    let _ = signalled.send(Message::Terminate);
                }
            });
        }
    }
    thread::spawn(move || {
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) => Message::Key(key),
                Ok(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Ok(Event::Paste(text)) => Message::Paste(text),
                Ok(Event::Resize(columns, rows)) => Message::Resize(columns, rows),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => Message::Terminate,
            };
            let is_last = matches!(message, Message::Terminate);
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
}

/// A day as PGN writes it, counted from the first of January 1970.
fn date(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

/// Bytes as the clipboard sequence wants them.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        for (days, expected) in
            [(0, "1970.01.01"), (59, "1970.03.01"), (11_016, "2000.02.29"), (20_773, "2026.11.16")]
        {
            assert_eq!(date(days), expected);
        }
    }

    #[test]
    fn bytes_are_written_for_the_clipboard() {
        for (bytes, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }
}

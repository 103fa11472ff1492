//! The outside of the full-screen game: the terminal, its events, files, the clock and the thinker.

use super::App;
use super::app::Beginning;
use super::background::{self, Ear, Heard};
use super::guard::Guard;
use super::look::{Depth, Look, Palette};
use super::message::{Effect, Existing, Message, NotWritten};
use crate::keep::{Keep, Settings, Told};
use crate::thinker::Thinker;
use crate::whole_file;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event};
use regence_store::{Moment, Place, default_folder};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Stdout, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, thread};

/// How long the disk may take before it is said that it is waited for.
const DELAY: Duration = Duration::from_millis(200);

/// How long the terminal may take to say how light its background is, before the program may end: whatever comes later
/// would be typed into the shell.
const ANSWER: Duration = Duration::from_millis(250);

/// No file that somebody looks through here is larger, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// How the full-screen game is to begin.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether only ASCII is shown.
    pub ascii: bool,
    /// Where things are remembered; without a place, nothing is.
    pub place: Option<Place>,
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
        let place = default_folder().map(Place::from);
        Self { ascii: false, place, seed: None, open: None, opponent: None }
    }
}

/// Whether there is a terminal to show a screen and to be typed at.
pub fn is_possible() -> bool {
    // A dumb terminal can write lines one below the other, and nothing else.
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !is_dumb && io::stdin().is_terminal() && stdout().is_terminal()
}

/// Plays until somebody quits.
pub fn run(options: &Options) -> io::Result<()> {
    let (sender, messages) = channel();
    // The store is opened while the terminal is made ready.
    let mut outside = Outside::new(options.place.clone(), sender.clone(), messages);
    let look = Look::of_environment(options.ascii, |name| env::var(name).ok());
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let beginning = Beginning {
        look,
        settings: Settings::default(),
        opponent: options.opponent.clone(),
        seed: options.seed.unwrap_or(since_epoch.as_nanos() as u64),
        epoch: Moment(since_epoch.saturating_sub(outside.now()).as_millis() as i64),
    };
    let guard = Guard::enter()?;
    if look.depth > Depth::Plain && background::can_be_asked(&env::var("TERM").unwrap_or_default()) {
        outside.ask_for_background()?;
    }
    listen(sender);
    let mut picture = Picture::new(guard)?;
    let mut app = App::new(beginning, picture.size()?);
    // What is remembered comes before anything is done or shown.
    if outside.settle(&mut picture)? == Flow::End {
        return Ok(());
    }
    // Keys that were pressed meanwhile come after.
    let is_remembered = |message: &Message| matches!(message, Message::Keeper(_));
    while let Some(place) = outside.aside.iter().position(is_remembered) {
        let message = outside.aside.remove(place);
        app.update(message.unwrap_or(Message::Tick), outside.now());
    }
    if let Some(file) = &options.open {
        app.open(file);
    }
    outside.aside.push_back(Message::Tick);
    play(&mut app, &mut picture, &mut outside)?;
    outside.hear_background();
    Ok(())
}

/// Draws, waits for something to happen, and does what follows from it, until the end. Nothing is drawn unless something
/// has happened, and nothing that has happened is drawn before it is on disk.
fn play(app: &mut App, picture: &mut Picture, outside: &mut Outside) -> io::Result<()> {
    loop {
        // Whatever else has happened meanwhile is taken in before the next picture.
        while let Some(message) = outside.pending() {
            match message {
                Message::Background(_) => outside.asked = None,
                Message::Resize(..) => picture.terminal.autoresize()?,
                Message::Stop => {
                    outside.tell(picture.step_aside(stop)?);
                    picture.is_back = true;
                }
                // Whoever was stopped without being asked finds the terminal in somebody else's hands.
                Message::GoOn if !core::mem::take(&mut picture.is_back) => {
                    outside.tell(picture.step_aside(|| ())?);
                }
                _ => {}
            }
            for effect in app.update(message, outside.now()) {
                if outside.perform(effect)? == Flow::End {
                    return Ok(());
                }
            }
            if outside.settle(picture)? == Flow::End {
                return Ok(());
            }
        }
        picture.draw(app)?;
        let message = outside.wait(app.next_wake());
        outside.aside.push_back(message);
    }
}

/// What is on the screen.
struct Picture {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// As it was last drawn.
    shown: Buffer,
    /// Whether we have taken the terminal again already, and are only yet to be told that we may go on.
    is_back: bool,
    /// Last, so that the terminal is given back after everything else.
    guard: Guard,
}

impl Picture {
    fn new(guard: Guard) -> io::Result<Self> {
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Self { terminal, shown: Buffer::default(), is_back: false, guard })
    }

    /// Gives the terminal back while something else has it; then everything is drawn anew, at the size it has then.
    fn step_aside(&mut self, meanwhile: impl FnOnce()) -> io::Result<Message> {
        self.guard.lend(meanwhile)?;
        // One that knows of nothing on the screen; to clear it, the old one would ask where the cursor is, and the answer
        // would come among the keys.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let (columns, rows) = self.size()?;
        Ok(Message::Resize(columns, rows))
    }

    fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let drawn = self.terminal.draw(|frame| {
            let area = frame.area();
            app.draw(area, frame.buffer_mut());
        })?;
        self.shown.clone_from(drawn.buffer);
        Ok(())
    }

    /// Says below what was last drawn that something takes long.
    fn wait_for_disk(&mut self) -> io::Result<()> {
        let shown = &self.shown;
        self.terminal.draw(|frame| {
            let area = frame.area();
            if shown.area == area {
                frame.buffer_mut().clone_from(shown);
            }
            let row = area.bottom().saturating_sub(1);
            let text = format!("{:<1$}", " Waiting for the disk …", usize::from(area.width));
            frame.buffer_mut().set_stringn(0, row, text, usize::from(area.width), Palette::chosen());
        })?;
        Ok(())
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
    messages: Receiver<Message>,
    /// What has happened and has not been taken in.
    aside: VecDeque<Message>,
    /// How many answers must be there before anything is drawn: what is remembered, and that what has happened is kept.
    awaited: usize,
    /// When the terminal was asked for its background, as long as it has not answered.
    asked: Option<Instant>,
}

impl Outside {
    fn new(place: Option<Place>, sender: Sender<Message>, messages: Receiver<Message>) -> Self {
        let (thoughts, told) = (sender.clone(), sender.clone());
        // If nobody listens any more, the program is about to end.
        let keep = Keep::open(place, move |news| drop(told.send(Message::Keeper(Box::new(news)))));
        let thinker = Thinker::new(move |news| drop(thoughts.send(Message::Told(Box::new(news)))));
        let (started, aside) = (Instant::now(), VecDeque::new());
        Self { keep, thinker, started, sender, messages, aside, awaited: 1, asked: None }
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn ask_for_background(&mut self) -> io::Result<()> {
        let mut out = stdout();
        write!(out, "{}", background::QUESTION)?;
        out.flush()?;
        self.asked = Some(Instant::now());
        Ok(())
    }

    /// Lets the terminal answer before somebody else listens to it. Only who ends at once has to wait for that.
    fn hear_background(&mut self) {
        while let Some(asked) = self.asked
            && let Some(left) = ANSWER.checked_sub(asked.elapsed())
            && let Ok(message) = self.messages.recv_timeout(left)
        {
            if matches!(message, Message::Background(_)) {
                self.asked = None;
            }
        }
    }

    /// Something that has happened already.
    fn pending(&mut self) -> Option<Message> {
        self.aside.pop_front().or_else(|| self.messages.try_recv().ok())
    }

    /// The next thing that happens.
    fn wait(&self, wake: Option<Duration>) -> Message {
        match wake {
            None => self.messages.recv().unwrap_or(Message::Terminate),
            Some(moment) => match self.messages.recv_timeout(moment.saturating_sub(self.now())) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => Message::Tick,
                Err(RecvTimeoutError::Disconnected) => Message::Terminate,
            },
        }
    }

    /// Waits for the store, and sets aside whatever else happens. Whoever wants to end need not wait.
    fn settle(&mut self, picture: &mut Picture) -> io::Result<Flow> {
        let mut is_late = false;
        while self.awaited > 0 {
            match self.messages.recv_timeout(DELAY) {
                Ok(Message::Terminate) => return Ok(Flow::End),
                Ok(message) => {
                    if let Message::Keeper(told) = &message
                        && matches!(**told, Told::Kept(_) | Told::Set(_) | Told::Remembered(_))
                    {
                        self.awaited -= 1;
                    }
                    self.aside.push_back(message);
                }
                Err(_) if !self.keep.is_there() => {
                    self.awaited = 0;
                    self.tell_not_kept();
                }
                Err(_) if !is_late => {
                    is_late = true;
                    picture.wait_for_disk()?;
                }
                Err(_) => {}
            }
        }
        Ok(Flow::On)
    }

    fn tell_not_kept(&self) {
        self.tell(Message::Keeper(Box::new(Told::Kept(Err("the store has stopped".into())))));
    }

    fn perform(&mut self, effect: Effect) -> io::Result<Flow> {
        match effect {
            Effect::Quit => return Ok(Flow::End),
            Effect::Think(question) => self.thinker.ask(*question),
            Effect::StopThinking => self.thinker.cancel(),
            Effect::Copy(text) => {
                // OSC 52: the terminal puts it into the clipboard, even from afar.
                let mut out = stdout();
                write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
                out.flush()?;
            }
            Effect::Read(path) => {
                let place = at_home(&path);
                if place.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir()) {
                    // Whoever writes into a pipe may take their time, and nobody else need wait for them.
                    let sender = self.sender.clone();
                    thread::spawn(move || drop(sender.send(Message::Read(path, read(&place)))));
                } else {
                    // Before whatever was typed meanwhile.
                    self.aside.push_front(Message::Read(path, read(&place)));
                }
            }
            Effect::Write(path, text, existing) => {
                let result = match existing {
                    Existing::Keep => whole_file::create(&at_home(&path), text.as_bytes()),
                    Existing::Replace => {
                        whole_file::replace(&at_home(&path), |file| file.write_all(text.as_bytes()))
                    }
                };
                let result = result.map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => NotWritten::Exists,
                    _ => NotWritten::Failed(reason(&error)),
                });
                self.tell(Message::Wrote(path, result));
            }
            Effect::Keep(request) => {
                let writes = request.writes();
                if self.keep.ask(request) {
                    self.awaited += usize::from(writes);
                } else {
                    self.tell_not_kept();
                }
            }
        }
        Ok(Flow::On)
    }

    fn tell(&self, message: Message) {
        // The receiver lives as long as the game.
        let _ = self.sender.send(message);
    }
}

/// What a file holds. Some never end.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| reason(&error))?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(format!(
            "it is larger than {} MB, and too large to be looked through",
            LARGEST_FILE >> 20
        ));
    }
    Ok(bytes)
}

/// What the system says went wrong, without the number it has for that.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// A path that may begin with `~`, as shells have it.
fn at_home(path: &Path) -> PathBuf {
    let home =
        path.strip_prefix("~").ok().and_then(|rest| Some(PathBuf::from(env::var_os("HOME")?).join(rest)));
    home.unwrap_or_else(|| path.into())
}

/// Stops the program as a shell expects it; returns when it is to go on.
fn stop() {
    #[cfg(unix)]
    // If that cannot be done, the game just goes on.
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Sends on what the system says.
#[cfg(unix)]
fn listen_to_signals(sender: Sender<Message>) {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT];
    let Ok(mut signals) = signal_hook::iterator::Signals::new(all) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGTSTP => Message::Stop,
                SIGCONT => Message::GoOn,
                _ => Message::Terminate,
            };
            let _ = sender.send(message);
        }
    });
}

/// Sends on what happens in the terminal and what the system says.
fn listen(sender: Sender<Message>) {
    #[cfg(unix)]
    listen_to_signals(sender.clone());
    thread::spawn(move || {
        let mut ear = Ear::default();
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) => match ear.hear(key) {
                    Heard::Background(shade) => Message::Background(shade),
                    Heard::Keys(keys) => {
                        if keys.into_iter().any(|key| sender.send(Message::Key(key)).is_err()) {
                            return;
                        }
                        continue;
                    }
                },
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
    #[cfg(unix)]
    fn files_that_cannot_be_read_say_why_without_numbers() {
        assert_eq!(read(Path::new("/no/such/file")), Err("No such file or directory".into()));
        assert_eq!(read(Path::new("/")), Err("Is a directory".into()));
        let endless = read(Path::new("/dev/zero")).expect_err("it never ends");
        assert_eq!(endless, "it is larger than 256 MB, and too large to be looked through");
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

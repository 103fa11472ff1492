//! A pseudo-terminal with the program in it.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A machine under load may be slow, but not as slow as this.
const PATIENCE: Duration = Duration::from_mins(1);

/// The screen, and a bell that rings when it changes.
struct Screen {
    parser: Mutex<(vt100::Parser, bool)>,
    changed: Condvar,
}

pub struct Terminal {
    folder: PathBuf,
    size: (u16, u16),
    screen: Arc<Screen>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// How the terminal treated what is typed before the program began.
    manners: String,
}

impl Terminal {
    /// Starts the program with these arguments, and a data folder of its own.
    pub fn new(name: &str, size: (u16, u16), arguments: &[&str]) -> Self {
        Self::start(folder_for(name), size, arguments)
    }

    /// Starts it again, with what it remembers.
    pub fn again(self) -> Self {
        let (folder, size) = (self.folder.clone(), self.size);
        drop(self);
        Self::start(folder, size, &[])
    }

    fn start(folder: PathBuf, size: (u16, u16), arguments: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_regence"));
        command.args(arguments);
        Self::spawn(folder, size, command)
    }

    /// Starts any program.
    pub fn spawn(folder: PathBuf, size: (u16, u16), mut command: CommandBuilder) -> Self {
        let pty = native_pty_system().openpty(pty_size(size)).expect("a pseudo-terminal");
        let manners = manners(pty.master.as_ref());
        command.env("XDG_DATA_HOME", &folder);
        command.env("HOME", &folder);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.cwd(&folder);
        let child = pty.slave.spawn_command(command).expect("the program starts");
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let writer = pty.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(positive(size.1), positive(size.0), 0);
        let screen = Arc::new(Screen { parser: Mutex::new((parser, false)), changed: Condvar::new() });
        let shown = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let count = reader.read(&mut bytes).unwrap_or(0);
                let mut parser = shown.parser.lock().expect("nobody panics with it");
                parser.0.process(&bytes[..count]);
                parser.1 = count == 0;
                shown.changed.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Self { folder, size, screen, master: pty.master, writer, child, manners }
    }

    pub fn type_text(&mut self, text: &str) {
        self.writer.write_all(text.as_bytes()).expect("the program listens");
        self.writer.flush().expect("the program listens");
    }

    #[track_caller]
    pub fn wait_for(&self, expected: &str) {
        self.wait_until(&format!("{expected:?} appears"), |screen| screen.contains(expected));
    }

    /// Waits until the screen is as expected.
    #[track_caller]
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        self.wait_until_seen(what, |screen| is_so(&screen.contents()));
    }

    /// Waits until the colour behind a place is as expected.
    #[track_caller]
    pub fn wait_for_background(&self, (column, row): (u16, u16), is_so: impl Fn(vt100::Color) -> bool) {
        let seen =
            |screen: &vt100::Screen| screen.cell(row, column).is_some_and(|cell| is_so(cell.bgcolor()));
        self.wait_until_seen("the background changes", seen);
    }

    #[track_caller]
    fn wait_until_seen(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut parser = self.screen.parser.lock().expect("nobody panics with it");
        loop {
            if is_so(parser.0.screen()) {
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let shown = || parser.0.screen().contents();
            assert!(!left.is_zero(), "waited in vain until {what}:\n{}", shown());
            parser = self.screen.changed.wait_timeout(parser, left).expect("nobody panics with it").0;
        }
    }

    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.screen
            .parser
            .lock()
            .expect("nobody panics with it")
            .0
            .screen_mut()
            .set_size(positive(size.1), positive(size.0));
        self.master.resize(pty_size(size)).expect("a terminal has a size");
    }

    /// Where a text is on the screen, once it is there.
    fn place_of(&self, text: &str) -> (u16, u16) {
        self.wait_for(text);
        let shown = self.screen.parser.lock().expect("nobody panics with it").0.screen().contents();
        let found = shown.lines().enumerate().find_map(|(row, line)| {
            let column = line.find(text)?;
            Some((line[..column].chars().count() as u16, row as u16))
        });
        found.expect("it was there a moment ago")
    }

    pub fn click_text(&mut self, text: &str) {
        let at = self.place_of(text);
        self.press(at);
        self.release(at);
    }

    pub fn click_square(&mut self, square: &str) {
        self.press(middle(square));
        self.release(middle(square));
    }

    pub fn drag_square(&mut self, from: &str, to: &str) {
        self.press(middle(from));
        let (column, row) = middle(to);
        self.type_text(&format!("\x1b[<32;{};{}M", column + 1, row + 1));
        self.release((column, row));
    }

    fn press(&mut self, (column, row): (u16, u16)) {
        self.type_text(&format!("\x1b[<0;{};{}M", column + 1, row + 1));
    }

    fn release(&mut self, (column, row): (u16, u16)) {
        self.type_text(&format!("\x1b[<0;{};{}m", column + 1, row + 1));
    }

    /// The colour behind a place.
    pub fn background(&self, (column, row): (u16, u16)) -> vt100::Color {
        let parser = self.screen.parser.lock().expect("nobody panics with it");
        parser.0.screen().cell(row, column).map_or(vt100::Color::Default, vt100::Cell::bgcolor)
    }

    /// The program has the screen, the keys and the mouse.
    #[track_caller]
    pub fn is_taken(&self) {
        let parser = self.screen.parser.lock().expect("nobody panics with it");
        let screen = parser.0.screen();
        assert!(screen.alternate_screen() && screen.bracketed_paste());
        assert_ne!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_ne!(manners(self.master.as_ref()), self.manners, "keys are not its own");
    }

    /// Everything is as it was before the program began.
    #[track_caller]
    pub fn is_given_back(&self) {
        let parser = self.screen.parser.lock().expect("nobody panics with it");
        let screen = parser.0.screen();
        assert!(!screen.alternate_screen(), "the screen is not given back");
        assert!(!screen.hide_cursor(), "the cursor is not shown");
        assert!(!screen.bracketed_paste(), "pasting is not as it was");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is not given back"
        );
        assert_eq!(manners(self.master.as_ref()), self.manners, "keys are not as they were");
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Sends a signal: TERM, as a system that shuts down does, HUP, as a terminal that is closed.
    pub fn signal(&mut self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let signal = format!("-{name}");
        let status = std::process::Command::new("kill").args([&signal, &id]).status().expect("there is kill");
        assert!(status.success());
    }

    /// Waits until the program has ended and everything it wrote has been read.
    pub fn wait_for_end(&mut self) {
        self.child.wait().expect("it ends");
        self.wait_until_given_back();
    }

    /// Waits until the program stands still: to go on means nothing to one that has not stopped yet.
    pub fn wait_until_stopped(&self) {
        let id = self.child.process_id().expect("it runs").to_string();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", &id]).output();
            if state.expect("there is ps").stdout.starts_with(b"T") {
                return;
            }
            assert!(Instant::now() < deadline, "the program has not stopped");
            thread::yield_now();
        }
    }

    /// Waits until the program has left the screen and shown the cursor again.
    pub fn wait_until_given_back(&self) {
        let deadline = Instant::now() + PATIENCE;
        let mut parser = self.screen.parser.lock().expect("nobody panics with it");
        // The cursor comes back last.
        while (parser.0.screen().alternate_screen() || parser.0.screen().hide_cursor()) && !parser.1 {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "the program has not given the screen back");
            parser = self.screen.changed.wait_timeout(parser, left).expect("nobody panics with it").0;
        }
    }

    /// Leaves the board, then the program, and looks that it ends well.
    pub fn quit(mut self) {
        self.type_text("q");
        self.wait_until("leaving is asked about or done", |screen| {
            screen.contains("Leave the game?") || screen.contains("Two players")
        });
        let asks =
            self.screen.parser.lock().expect("nobody panics with it").0.screen().contents().contains("Leave");
        if asks {
            self.type_text("y");
        }
        self.wait_for("Two players");
        self.type_text("q");
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status:?}");
        fs::remove_dir_all(&self.folder).expect("the folder was there");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder of its own for what a program remembers.
pub fn folder_for(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("screen-{name}-{}", std::process::id()));
    // What an earlier run may have left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// How a terminal treats what is typed: whether it is shown, and handed on in whole lines.
fn manners(master: &(dyn MasterPty + Send)) -> String {
    let termios = master.get_termios().expect("a terminal has manners");
    format!("{:?} {:?} {:?}", termios.input_flags, termios.output_flags, termios.local_flags)
}

fn positive(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a terminal has rows and columns")
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// The middle of a square at 80 by 24, White below.
fn middle(square: &str) -> (u16, u16) {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    (3 + u16::from(file) * 5 + 2, (7 - u16::from(rank)) * 2)
}

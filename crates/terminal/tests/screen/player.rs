//! Somebody who presses keys and looks at the picture.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;
use regence_store::{GameId, Moment, Place};
use regence_terminal::keep::{Keep, Settings, Told as Kept};
use regence_terminal::screen::{App, Beginning, Depth, Effect, Look, Message, Shade};
use regence_terminal::thinker::{Thinker, Told};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What the terminal of most tests can show: letters, so that pictures of it can be read.
pub const PLAIN: Look = Look { depth: Depth::Plain, ascii: true, shade: Shade::Dark };

/// A player with a screen.
pub struct Player {
    pub app: App,
    pub effects: Vec<Effect>,
    size: (u16, u16),
    now: Duration,
    thinker: Thinker,
    told: Receiver<Told>,
    thinks: bool,
    store: Option<(Keep, Receiver<Kept>)>,
}

impl Player {
    pub fn new(size: (u16, u16), look: Look) -> Self {
        Self::with(size, look, Settings { opponent: "computer:taker".into(), ..Settings::default() })
    }

    /// One who remembers things in a folder.
    pub fn in_folder(folder: &Folder) -> Self {
        Self::at(Some(folder.0.as_path().into()))
    }

    /// One who remembers things at a place, if there is one.
    pub fn at(place: Option<Place>) -> Self {
        let mut player = Self::new((80, 24), PLAIN);
        let (sender, told) = channel();
        let keep = Keep::open(place, move |news| drop(sender.send(news)));
        player.store = Some((keep, told));
        player.hear();
        player
    }

    /// Hears the next thing that the store says.
    fn hear(&mut self) {
        if let Some((_, told)) = &self.store {
            let told = told.recv_timeout(Duration::from_mins(1)).expect("the store answers");
            self.send(Message::Keeper(Box::new(told)));
        }
    }

    pub fn with(size: (u16, u16), look: Look, settings: Settings) -> Self {
        let settings = Settings { engine_time: 100, watch_time: 0, ..settings };
        let epoch = Moment::of_date("2026-11-16").expect("a date");
        let beginning = Beginning { look, settings, opponent: None, seed: 1, epoch };
        let (sender, told) = channel();
        let thinker = Thinker::new(move |news| drop(sender.send(news)));
        let mut player = Self {
            app: App::new(beginning, size),
            effects: Vec::new(),
            size,
            now: Duration::ZERO,
            thinker,
            told,
            thinks: false,
            store: None,
        };
        player.send(Message::Tick);
        player
    }

    /// At 80 by 24, in ASCII, with two people at the board.
    pub fn two_people() -> Self {
        let mut player = Self::new((80, 24), PLAIN);
        player.keys("t Enter");
        player
    }

    pub fn send(&mut self, message: Message) {
        for effect in self.app.update(message, self.now) {
            match effect {
                Effect::Think(question) => {
                    self.thinks = true;
                    self.thinker.ask(*question);
                }
                Effect::StopThinking => {
                    self.thinks = false;
                    self.thinker.cancel();
                }
                Effect::Keep(request) if self.store.is_some() => {
                    if let Some((keep, _)) = &self.store {
                        assert!(keep.ask(request), "the store is there");
                    }
                    self.hear();
                }
                effect => self.effects.push(effect),
            }
        }
    }

    /// Lets time go by.
    pub fn wait(&mut self, time: Duration) {
        self.now += time;
        self.send(Message::Tick);
    }

    /// Hears what the thinker says until the picture holds this.
    #[track_caller]
    pub fn wait_for(&mut self, expected: &str) {
        while !self.picture().contains(expected) {
            let told = self.told.recv_timeout(Duration::from_mins(1));
            let told = told.unwrap_or_else(|_| panic!("{expected:?} does not come:\n{}", self.picture()));
            self.send(Message::Told(Box::new(told)));
        }
    }

    /// Whether the last thing asked of the thinker is still to be answered or shown.
    pub fn is_thinking(&self) -> bool {
        self.thinks
    }

    /// Presses keys: names such as `Enter`, or letters.
    pub fn keys(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            let control = KeyModifiers::CONTROL;
            let (code, modifiers) = match name {
                "Enter" => (KeyCode::Enter, KeyModifiers::NONE),
                "Esc" => (KeyCode::Esc, KeyModifiers::NONE),
                "Tab" => (KeyCode::Tab, KeyModifiers::NONE),
                "Up" => (KeyCode::Up, KeyModifiers::NONE),
                "Down" => (KeyCode::Down, KeyModifiers::NONE),
                "Left" => (KeyCode::Left, KeyModifiers::NONE),
                "Right" => (KeyCode::Right, KeyModifiers::NONE),
                "Shift-Right" => (KeyCode::Right, KeyModifiers::SHIFT),
                "End" => (KeyCode::End, KeyModifiers::NONE),
                "Home" => (KeyCode::Home, KeyModifiers::NONE),
                "Del" => (KeyCode::Delete, KeyModifiers::NONE),
                "Space" => (KeyCode::Char(' '), KeyModifiers::NONE),
                "Ctrl-C" => (KeyCode::Char('c'), control),
                "Ctrl-Z" => (KeyCode::Char('z'), control),
                "Ctrl-Y" => (KeyCode::Char('y'), control),
                letters => {
                    letters.chars().for_each(|letter| self.key(KeyCode::Char(letter), KeyModifiers::NONE));
                    continue;
                }
            };
            self.key(code, modifiers);
        }
    }

    pub fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.send(Message::Key(KeyEvent::new(code, modifiers)));
    }

    /// Has a line of the form, which is entered at its top, say this, and goes back there.
    #[track_caller]
    pub fn choose(&mut self, line: &str, value: &str) {
        const MORE_THAN_THERE_ARE: usize = 60;
        let row = |player: &Self| {
            let picture = player.picture();
            let found = picture.lines().enumerate().find(|(_, row)| row.trim_start().starts_with(line));
            found.map(|(at, row)| (at, row.to_owned())).expect("the form has such a line")
        };
        let steps = row(self).0 - 2;
        self.keys(&"Down ".repeat(steps));
        let mut tries = 0;
        while !row(self).1.contains(value) {
            tries += 1;
            assert!(tries < MORE_THAN_THERE_ARE, "{line} never says {value:?}:\n{}", self.picture());
            self.keys("Right");
        }
        self.keys(&"Up ".repeat(row(self).0 - 2));
    }

    /// Writes moves, each with Enter.
    pub fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.keys(&format!("{mv} Enter"));
        }
    }

    pub fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.send(Message::Mouse(event));
    }

    pub fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    /// Where a square's middle is at 80 by 24, White below.
    pub fn square(name: &str) -> (u16, u16) {
        let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
        (3 + u16::from(file) * 5 + 2, (7 - u16::from(rank)) * 2)
    }

    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = size;
        self.send(Message::Resize(size.0, size.1));
    }

    /// The colour behind a place on the screen.
    pub fn background(&self, at: (u16, u16)) -> Color {
        self.buffer()[at].bg
    }

    /// Everything that is painted, with its colours.
    pub fn buffer(&self) -> Buffer {
        let mut terminal =
            Terminal::new(TestBackend::new(self.size.0, self.size.1)).expect("a test terminal");
        let draw = |frame: &mut ratatui::Frame| {
            let area = frame.area();
            self.app.draw(area, frame.buffer_mut());
        };
        terminal.draw(draw).expect("it cannot fail");
        terminal.backend().buffer().clone()
    }

    /// What is on the screen.
    pub fn picture(&self) -> String {
        let buffer = self.buffer();
        let rows = (0..self.size.1).map(|y| {
            let row: String = (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    pub fn sees(&self, expected: &str) {
        assert!(self.picture().contains(expected), "{expected:?} is not in\n{}", self.picture());
    }

    #[track_caller]
    pub fn does_not_see(&self, unexpected: &str) {
        assert!(!self.picture().contains(unexpected), "{unexpected:?} is in\n{}", self.picture());
    }
}

/// A folder that is removed when this is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let name = GameId::random().expect("there is randomness");
        let folder = std::env::temp_dir().join(format!("regence-terminal-test-{name}"));
        std::fs::create_dir(&folder).expect("a folder");
        Self(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        Path::join(&self.0, name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

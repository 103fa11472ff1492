//! The state of the full-screen game, and how it changes.

mod acts;
mod board;
mod files;
mod keys;
mod mouse;
mod pages;
mod table;
mod thinking;
mod writing;

use super::desk::Desk;
use super::form::Form;
use super::line::Line;
use super::look::Look;
use super::message::{Effect, Message};
use super::view;
use crate::keep::{KeptGame, Settings};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEventKind;
use ratatui::layout::Rect;
use regence_game::Random;
use regence_game::pgn::PgnGame;
use regence_game::session::Revision;
use std::time::Duration;
use thinking::Asked;

pub(super) use pages::SETTINGS;

/// All there is to know.
#[derive(Clone, Debug)]
pub struct App {
    /// Columns and rows.
    pub(super) size: (u16, u16),
    pub(super) page: Page,
    pub(super) desk: Option<Box<Desk>>,
    /// The game that was left, as long as none is on the desk.
    pub(super) kept: Option<KeptGame>,
    /// Games played, the last one first.
    pub(super) games: Vec<PgnGame>,
    pub(super) settings: Settings,
    pub(super) look: Look,
    pub(super) now: Duration,
    /// What the thinker is asked.
    pub(super) asked: Option<Asked>,
    tickets: u64,
    /// What was kept last of the session on the desk.
    saved: Option<(Revision, bool)>,
    random: Random,
    /// The date of today, as PGN writes it.
    today: String,
    effects: Vec<Effect>,
}

/// What is on the screen.
#[derive(Clone, Debug)]
pub(super) enum Page {
    /// What one can do, and which of it is chosen.
    Home { chosen: usize },
    /// A new game is agreed.
    New(Box<Form>),
    /// The board.
    Desk,
    /// Games played.
    History { chosen: usize },
    /// Settings.
    Settings { chosen: usize },
    /// All keys and commands, from this line on.
    Help { from: usize },
    /// The name of a file to open, and why the last one could not be opened.
    Open { name: Line, problem: Option<String> },
}

/// What the start screen offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Continue,
    New,
    TwoPlayers,
    Watch,
    FreeBoard,
    Open,
    History,
    Settings,
    Help,
    Quit,
}

impl Entry {
    /// Its key, its name and what it is for.
    pub(super) const fn words(self) -> (char, &'static str, &'static str) {
        match self {
            Self::Continue => ('c', "Continue", "the game you left"),
            Self::New => ('n', "New game", "against the computer"),
            Self::TwoPlayers => ('t', "Two players", "at one keyboard"),
            Self::Watch => ('w', "Watch", "computers play each other"),
            Self::FreeBoard => ('b', "Free board", "set up any position"),
            Self::Open => ('o', "Open a file", "PGN or FEN, to review or play on"),
            Self::History => ('h', "History", "games played, and the score"),
            Self::Settings => ('s', "Settings", "board, pieces, names, times"),
            Self::Help => ('?', "Help", "all keys and commands"),
            Self::Quit => ('q', "Quit", ""),
        }
    }
}

/// What is there when the program begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// What the terminal can show.
    pub look: Look,
    /// What the player has chosen for good.
    pub settings: Settings,
    /// The game that was left.
    pub kept: Option<KeptGame>,
    /// Games played, the last one first.
    pub games: Vec<PgnGame>,
    /// What chance depends on.
    pub seed: u64,
    /// The date, as PGN writes it.
    pub today: String,
}

impl App {
    /// The start screen.
    pub fn new(beginning: Beginning, size: (u16, u16)) -> Self {
        let Beginning { look, settings, kept, games, seed, today } = beginning;
        Self {
            size,
            page: Page::Home { chosen: 0 },
            desk: None,
            kept,
            games,
            settings,
            look,
            now: Duration::ZERO,
            asked: None,
            tickets: 0,
            saved: None,
            random: Random::new(seed),
            today,
            effects: Vec::new(),
        }
    }

    /// Takes what has happened at a moment, and says what is to be done outside.
    pub fn update(&mut self, message: Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Key(key) if key.kind == KeyEventKind::Release => {}
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => self.mouse(mouse),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(columns, rows) => self.size = (columns, rows),
            Message::Told(told) => self.told(*told),
            Message::Tick => {}
            Message::Read(path, content) => self.opened(&path, content),
            Message::Wrote(path, result) => self.wrote(&path, result),
            Message::NotKept(why) => {
                if let Some(desk) = &mut self.desk {
                    desk.refuse(format!("this could not be remembered: {why}"));
                }
            }
            Message::Terminate => self.effects.push(Effect::Quit),
        }
        self.pass_time();
        self.keep_changes();
        self.settle_thinking();
        core::mem::take(&mut self.effects)
    }

    /// Opens a file, or a position as FEN, as soon as the game begins.
    pub fn open(&mut self, what: &str) {
        self.page = Page::Open { name: Line::new(what), problem: None };
        self.load(what);
    }

    /// Paints everything.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        view::draw(self, area, buffer);
    }

    /// When something will change by itself: a clock, a flag, a move that waits for its moment.
    pub fn next_wake(&self) -> Option<Duration> {
        let play = self.desk.as_ref()?.play()?;
        let time = play.time(self.now);
        let clock = play.session().clock();
        let ticking = clock.running(time).and_then(|color| clock.remaining(color, time)).map(|left| {
            // Tenths are shown in the last ten seconds, seconds before that.
            let step = if left <= Duration::from_secs(10) { 100 } else { 1000 };
            Duration::from_millis(left.as_millis() as u64 % step + 1)
        });
        let held = play.held.map(|held| held.due.saturating_sub(self.now));
        let flag = clock.next_flag(time).map(|flag| flag.saturating_sub(time) + Duration::from_millis(1));
        let wait = [ticking, held, flag].into_iter().flatten().min()?;
        Some(self.now + wait)
    }

    /// What the start screen offers now.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.kept.is_some() || self.desk.is_some() {
            entries.push(Entry::Continue);
        }
        entries.extend([Entry::New, Entry::TwoPlayers, Entry::Watch, Entry::FreeBoard, Entry::Open]);
        entries.extend([Entry::History, Entry::Settings, Entry::Help, Entry::Quit]);
        entries
    }

    /// Back to the board, or to the start screen if there is none.
    fn leave_page(&mut self) {
        self.page = if self.desk.is_some() { Page::Desk } else { Page::Home { chosen: 0 } };
    }

    /// Has the game in progress remembered if it has changed.
    fn keep_changes(&mut self) {
        let Some(desk) = &self.desk else { return };
        let Some(play) = desk.play() else { return };
        let state = (play.session().revision(), desk.flipped);
        if self.saved == Some(state) {
            return;
        }
        self.saved = Some(state);
        let is_over = play.session().outcome().is_some();
        let kept = (!is_over).then(|| Box::new(play.keep(self.now, desk.flipped)));
        self.effects.push(Effect::KeepGame(kept));
    }
}

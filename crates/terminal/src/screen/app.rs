//! The state of the full-screen game, and how it changes.

mod acts;
mod board;
mod files;
mod history;
mod keys;
mod mouse;
mod pages;
mod table;
mod thinking;
mod writing;

use super::desk::Desk;
use super::form::Form;
use super::history::History;
use super::line::Line;
use super::look::Look;
use super::message::{Effect, Message};
use super::view;
use crate::keep::{LeftGame, Log, Request, Settings};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEventKind, MouseEventKind};
use ratatui::layout::Rect;
use regence_game::Random;
use regence_game::session::Seat;
use regence_rules::ByColor;
use regence_store::Moment;
use std::path::PathBuf;
use std::time::Duration;
use thinking::Asked;

pub(super) use files::reading;
pub(super) use pages::SETTINGS;

/// All there is to know.
#[derive(Clone, Debug)]
pub struct App {
    /// Columns and rows.
    pub(super) size: (u16, u16),
    pub(super) page: Page,
    pub(super) desk: Option<Box<Desk>>,
    /// The game that was left, as long as none is on the desk.
    pub(super) kept: Option<Left>,
    pub(super) settings: Settings,
    pub(super) look: Look,
    pub(super) now: Duration,
    /// What the thinker is asked.
    pub(super) asked: Option<Asked>,
    tickets: u64,
    random: Random,
    /// Whom to play against if nothing else is said, this time.
    opponent: Option<String>,
    /// What the calendar said when the program's time was nothing.
    epoch: Moment,
    /// How many sessions there have been.
    sessions: u64,
    /// Whether a game has just ended, so that the score is to be counted as soon as that is kept.
    wants_score: bool,
    /// What went wrong with the last choice on the start screen.
    pub(super) trouble: Option<String>,
    /// Why nothing is remembered.
    pub(super) forgets: Option<String>,
    /// Why what has happened last could not be kept.
    pub(super) unkept: Option<String>,
    /// The file that is being read.
    pub(super) reading: Option<PathBuf>,
    /// Files that nobody waits for any more, but that may still come.
    unwanted: Vec<PathBuf>,
    /// Who was chosen among the settings, and sits down when they are left.
    newcomer: Option<Seat>,
    effects: Vec<Effect>,
}

/// A game that was left and can go on.
#[derive(Clone, Debug)]
pub(super) enum Left {
    /// A while ago, at this time of its own.
    Here(Box<Log>, Duration),
    /// The last time.
    Kept(LeftGame),
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
    /// Games that are kept.
    History(Box<History>),
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
    /// Whom to play against if nothing else is said, this time, as [`Seat::code`](regence_game::session::Seat::code)
    /// writes it.
    pub opponent: Option<String>,
    /// What chance depends on.
    pub seed: u64,
    /// What the calendar says when the program's time is nothing.
    pub epoch: Moment,
}

impl App {
    /// The start screen.
    pub fn new(beginning: Beginning, size: (u16, u16)) -> Self {
        let Beginning { look, settings, opponent, seed, epoch } = beginning;
        Self {
            size,
            page: Page::Home { chosen: 0 },
            desk: None,
            kept: None,
            settings,
            look,
            now: Duration::ZERO,
            asked: None,
            tickets: 0,
            random: Random::new(seed),
            opponent,
            epoch,
            sessions: 0,
            wants_score: false,
            trouble: None,
            forgets: None,
            unkept: None,
            reading: None,
            unwanted: Vec::new(),
            newcomer: None,
            effects: Vec::new(),
        }
    }

    /// Takes what has happened at a moment, and says what is to be done outside.
    pub fn update(&mut self, message: Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Key(key) if key.kind == KeyEventKind::Release => {}
            Message::Key(key) => {
                // Where a file's name stands in a line of its own, it can be typed on at once.
                let is_typed_on = matches!(self.page, Page::Open { .. }) && !keys::is_way_out(key);
                let only_stops = self.stop_reading() && !(is_typed_on && key.code != KeyCode::Enter);
                if !only_stops {
                    self.key(key);
                }
            }
            Message::Mouse(mouse) => {
                if matches!(mouse.kind, MouseEventKind::Down(_)) {
                    self.stop_reading();
                }
                self.mouse(mouse);
            }
            Message::Paste(text) => self.paste(&text),
            Message::Resize(columns, rows) => self.size = (columns, rows),
            Message::Background(shade) => self.look.shade = shade,
            Message::Told(told) => self.told(*told),
            Message::Tick | Message::Stop | Message::GoOn => {}
            Message::Read(path, content) => self.opened(&path, content),
            Message::Wrote(path, result) => self.wrote(&path, result),
            Message::Keeper(told) => self.heard(*told),
            Message::Terminate => self.quit(),
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

    /// Whether games are kept, as far as is known.
    pub(super) fn keeps_games(&self) -> bool {
        self.forgets.is_none() && self.unkept.is_none()
    }

    /// Back to the board, or to the start screen if there is none.
    fn leave_page(&mut self) {
        self.page = if self.desk.is_some() { Page::Desk } else { Page::Home { chosen: 0 } };
        self.seat_newcomer();
    }

    /// Has what has happened in the game on the desk remembered.
    fn keep_changes(&mut self) {
        let play = self.desk.as_mut().and_then(|desk| desk.play_mut());
        if let Some(changes) = play.and_then(|play| play.log.changes()) {
            self.effects.push(Effect::Keep(Request::Keep(Box::new(changes))));
        }
        if core::mem::take(&mut self.wants_score)
            && let Some(play) = self.desk.as_ref().and_then(|desk| desk.play())
        {
            let seats = play.session().seats();
            let names = ByColor { white: seats.white.to_string(), black: seats.black.to_string() };
            // Nobody keeps count of a computer's games against itself.
            if names.white != names.black || seats.white.is_human() {
                self.effects.push(Effect::Keep(Request::Score(names)));
            }
        }
    }

    /// Has the settings remembered.
    fn keep_settings(&mut self) {
        self.effects.push(Effect::Keep(Request::Settings(Box::new(self.settings.clone()))));
    }

    /// What the calendar says now.
    fn moment(&self) -> Moment {
        Moment(self.epoch.0.saturating_add(self.now.as_millis() as i64))
    }

    /// The date of today, as PGN writes it.
    fn today(&self) -> String {
        self.moment().date()
    }
}

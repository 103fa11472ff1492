//! The pages beside the board: start screen, new game, history, settings, help, files.

use super::super::desk::{Desk, Matter, Review};
use super::super::form::{ENGINE_TIMES, Field, Form, opponents};
use super::super::line::Line;
use super::super::view;
use super::writing::edit_line;
use super::{App, Entry, Page};
use crate::keep::{Bar, Board, Figures, Shade};
use crate::plain::can_play;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use regence_game::Game;
use regence_game::clock::TimeControl;
use regence_game::computer::SimpleComputer;
use regence_game::session::{Command, Level, Seat};
use regence_rules::ByColor;

/// How many settings there are.
pub(in crate::screen) const SETTINGS: usize = 10;

/// The one that is typed.
pub(super) const NAME_SETTING: usize = 9;

impl App {
    pub(super) fn home_key(&mut self, key: KeyEvent) {
        let entries = self.entries();
        self.trouble = None;
        let Page::Home { chosen } = &mut self.page else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *chosen = (*chosen + entries.len() - 1) % entries.len(),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => *chosen = (*chosen + 1) % entries.len(),
            KeyCode::Home => *chosen = 0,
            KeyCode::End => *chosen = entries.len() - 1,
            KeyCode::Enter => {
                if let Some(&entry) = entries.get(*chosen) {
                    self.enter(entry);
                }
            }
            KeyCode::Char(letter) => {
                if let Some(entry) = entries.into_iter().find(|entry| entry.words().0 == letter) {
                    self.enter(entry);
                }
            }
            _ => {}
        }
    }

    /// Does what the start screen offers.
    pub(super) fn enter(&mut self, entry: Entry) {
        match entry {
            Entry::Continue => self.resume_kept(),
            Entry::New => {
                let form = Form::new("New game", &self.usual_seats(), &self.settings);
                self.page = Page::New(Box::new(form));
            }
            Entry::TwoPlayers => {
                let seats =
                    ByColor { white: Seat::Human(self.settings.name.clone()), black: Seat::default() };
                self.page = Page::New(Box::new(Form::new("Two players", &seats, &self.settings)));
            }
            Entry::Watch => {
                let engine = Seat::Engine(Level::Full);
                let seats = ByColor { white: engine.clone(), black: engine };
                self.page = Page::New(Box::new(Form::new("Watch", &seats, &self.settings)));
            }
            Entry::FreeBoard => {
                let seats = ByColor { white: Seat::default(), black: Seat::default() };
                self.seat(&Game::default(), seats, &TimeControl::Unlimited);
                self.command(Command::Stop);
            }
            Entry::Open => self.page = Page::Open { name: Line::default(), problem: None },
            Entry::History => self.enter_history(),
            Entry::Settings => self.page = Page::Settings { chosen: 0 },
            Entry::Help => self.page = Page::Help { from: 0 },
            Entry::Quit => self.quit(),
        }
    }

    pub(super) fn form_key(&mut self, key: KeyEvent) {
        let Page::New(form) = &mut self.page else { return };
        form.problem = None;
        match key.code {
            KeyCode::Esc => self.leave_page(),
            KeyCode::Up | KeyCode::BackTab => form.go(-1),
            KeyCode::Down | KeyCode::Tab => form.go(1),
            KeyCode::Enter => self.agree(),
            KeyCode::Left if !form.is_text() => form.change(-1),
            KeyCode::Right | KeyCode::Char(' ') if !form.is_text() => form.change(1),
            _ => {
                if let Some(line) = form.text() {
                    edit_line(line, key);
                }
            }
        }
    }

    /// Begins the game of the form, or says what is wrong with it.
    pub(super) fn agree(&mut self) {
        let Page::New(form) = &mut self.page else { return };
        match form.agree(&mut self.random) {
            Ok(agreement) => self.begin(agreement),
            Err(why) => form.problem = Some(super::super::desk::sentence(&why)),
        }
    }

    /// Chooses a line of the form with the mouse: the first begins, others change.
    pub(super) fn form_click(&mut self, index: usize) {
        let Page::New(form) = &mut self.page else { return };
        let was_chosen = form.chosen == index;
        form.chosen = index;
        match form.field() {
            Field::Play => self.agree(),
            _ if was_chosen => form.change(1),
            _ => {}
        }
    }

    /// Puts a review on the desk.
    pub(super) fn put_review(&mut self, review: Review) {
        self.put(Desk::new(Matter::Review(Box::new(review))));
    }

    /// Plays on from the position that a review looks at, against whom one usually plays.
    pub(super) fn play_on(&mut self) {
        let mut seats = self.usual_seats();
        let Some(desk) = &self.desk else { return };
        let (position, variant) = (desk.position(), desk.variant());
        if can_play(&seats.black, &position).is_err() {
            seats.black = Seat::Computer(SimpleComputer::Planner);
        }
        let turn = position.turn();
        self.seat(&Game::default(), seats, &TimeControl::Unlimited);
        self.command(Command::SetPosition(variant, Box::new(position)));
        if turn == regence_rules::Color::Black {
            self.command(Command::SwapSides);
        }
        if let Some(desk) = &mut self.desk {
            desk.flipped = turn == regence_rules::Color::Black;
        }
    }

    pub(super) fn settings_key(&mut self, key: KeyEvent) {
        self.trouble = None;
        let Page::Settings { chosen } = &mut self.page else { return };
        let at = *chosen;
        match key.code {
            KeyCode::Up => *chosen = (at + SETTINGS - 1) % SETTINGS,
            KeyCode::Down | KeyCode::Tab => *chosen = (at + 1) % SETTINGS,
            KeyCode::Esc | KeyCode::Enter => self.leave_page(),
            KeyCode::Left => self.change_setting(at, -1),
            KeyCode::Right | KeyCode::Char(' ') if at != NAME_SETTING || key.code == KeyCode::Right => {
                self.change_setting(at, 1);
            }
            _ if at == NAME_SETTING => self.change_name(|name| edit_line(name, key)),
            KeyCode::Char('q') => self.leave_page(),
            _ => {}
        }
    }

    /// Changes one's name, at its end.
    pub(super) fn change_name(&mut self, change: impl FnOnce(&mut Line)) {
        let mut name = Line::new(self.settings.name.as_str());
        change(&mut name);
        name.text().clone_into(&mut self.settings.name);
        self.keep_settings();
    }

    /// Changes a setting at once and for good.
    pub(super) fn change_setting(&mut self, index: usize, by: isize) {
        fn next<T: PartialEq + Copy>(all: &[T], now: T, by: isize) -> T {
            let at = all.iter().position(|&one| one == now).unwrap_or(0);
            all[(at + all.len()).saturating_add_signed(by) % all.len()]
        }
        let settings = &mut self.settings;
        match index {
            0 => settings.board = next(&Board::ALL, settings.board, by),
            1 => settings.figures = next(&Figures::ALL, settings.figures, by),
            2 => settings.shade = next(&Shade::ALL, settings.shade, by),
            3 => settings.targets = !settings.targets,
            4 => settings.turns = !settings.turns,
            5 => settings.bar = next(&Bar::ALL, settings.bar, by),
            6 => self.change_opponent(by),
            7 => settings.engine_time = next(&ENGINE_TIMES, settings.engine_time, by),
            8 => settings.patient = !settings.patient,
            _ => return,
        }
        self.keep_settings();
    }

    /// Chooses whom one usually plays; in a game against a computer, that is who plays on.
    fn change_opponent(&mut self, by: isize) {
        let opponents: Vec<Seat> = opponents().collect();
        let now = self.settings.opponent.parse().ok();
        let at = now.and_then(|now| opponents.iter().position(|seat| *seat == now));
        let next = at.map_or(0, |at| (at + opponents.len()).saturating_add_signed(by) % opponents.len());
        let Some(opponent) = opponents.get(next) else { return };
        self.settings.opponent = opponent.code();
        self.newcomer = Some(opponent.clone());
    }

    /// Seats whom somebody has chosen among the settings; those who were passed over on the way there never sat down.
    pub(super) fn seat_newcomer(&mut self) {
        let Some(opponent) = self.newcomer.take() else { return };
        let Some(desk) = self.desk.as_ref().filter(|desk| desk.is_running()) else { return };
        let Some(color) = desk.only_computer() else { return };
        // Whoever does not know the rules of this game plays the next one.
        if can_play(&opponent, &desk.position()).is_ok() {
            self.command(Command::Seat(color, opponent));
        }
    }

    pub(super) fn help_key(&mut self, key: KeyEvent) {
        let page = isize::from(self.size.1.cast_signed()).saturating_sub(4).max(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll_help(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll_help(1),
            KeyCode::PageUp => self.scroll_help(-page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_help(page),
            KeyCode::Home => self.scroll_help(isize::MIN),
            KeyCode::End => self.scroll_help(isize::MAX),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => self.leave_page(),
            _ => {}
        }
    }

    /// Shows the help from so many rows further on, but no further than to its end.
    pub(super) fn scroll_help(&mut self, by: isize) {
        let shown = usize::from(self.size.1.saturating_sub(4));
        let last = view::help_rows(self.size.0).len().saturating_sub(shown);
        if let Page::Help { from } = &mut self.page {
            *from = from.saturating_add_signed(by).min(last);
        }
    }

    pub(super) fn open_key(&mut self, key: KeyEvent) {
        let Page::Open { name, problem } = &mut self.page else { return };
        match key.code {
            KeyCode::Esc => self.leave_page(),
            KeyCode::Enter => {
                let name = name.text().trim().to_owned();
                if !name.is_empty() {
                    self.load(&name);
                }
            }
            _ => {
                *problem = None;
                edit_line(name, key);
            }
        }
    }
}

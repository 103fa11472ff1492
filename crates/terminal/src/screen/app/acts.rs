//! Does what an action says.

mod leaving;
mod looking;
mod reviewing;
mod starting;
mod watching;
mod words;

use super::super::action::Action;
use super::super::commands;
use super::super::desk::{Asking, Desk, Matter, Want};
use super::super::line::Line;
use super::super::message::Effect;
use super::board::with_choices;
use super::table::pgn_of;
use super::{App, Page};
use crate::keep::Bar;
use regence_game::session::{Awaiting, Command};
use regence_game::{AnyPosition, Game};
use regence_rules::{Color, San, Square, UciMove};

impl App {
    /// Does it.
    pub(super) fn act(&mut self, action: Action) {
        let Some(desk) = &mut self.desk else { return };
        desk.asking = None;
        match action {
            Action::Back
            | Action::Forward
            | Action::First
            | Action::Last
            | Action::LookAt(_)
            | Action::OtherVariation(_) => {
                desk.look(&action);
            }
            Action::Flip => desk.flipped = !desk.flipped,
            Action::Arrows => desk.mind.hides_marks = !desk.mind.hides_marks,
            Action::Lines => desk.mind.is_shown = !desk.mind.is_shown,
            Action::Bar => self.switch_bar(),
            // On a free board there are no moves to go through.
            Action::Focus => desk.on_board = !desk.on_board || desk.is_free(),
            Action::Cursor(right, up) => desk.move_cursor(right, up),
            Action::Pick if desk.on_board => {
                let cursor = desk.cursor;
                self.pick(cursor);
            }
            Action::Pick => desk.on_board = true,
            // There the letter that leaves elsewhere is a queen.
            Action::Cancel if desk.is_free() && desk.picked.is_none() => self.leave(),
            Action::Cancel => desk.cancel(),
            Action::Write => desk.line = Some(Line::default()),
            Action::Help => self.page = Page::Help { from: 0 },
            Action::Settings => self.page = Page::Settings { chosen: 0 },
            Action::New => self.ask_for_new_game(),
            Action::Quit => self.ask_to_leave(),
            Action::Save(name, existing) => self.save(name, existing),
            Action::Load(what) => self.load(&what),
            Action::CopyFen => {
                let fen = desk.fen();
                desk.say(format!("Copied: {fen}"));
                self.effects.push(Effect::Copy(fen));
            }
            Action::CopyPgn => {
                let pgn = self.pgn().to_string();
                self.effects.push(Effect::Copy(pgn));
                if let Some(desk) = &mut self.desk {
                    desk.say("The game is copied as PGN");
                }
            }
            Action::Words(words) => self.obey(&words),
            other => self.act_in_game(&other),
        }
    }

    /// What concerns the game itself.
    fn act_in_game(&mut self, action: &Action) {
        let Some(desk) = &mut self.desk else { return };
        match action {
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Space => self.space(),
            Action::Step => self.step(),
            Action::Speed(by) => self.change_speed(*by),
            Action::Hint => desk.want(Want::Hint),
            Action::Threat => desk.want(Want::Threat),
            Action::TakeOver(color) => self.take_over(*color),
            Action::Resign(side) => desk.ask_to_resign(*side),
            Action::Reset if desk.play().is_some() => desk.asking = Some(Asking::Reset),
            Action::OfferDraw => self.offer_draw(),
            Action::DeclineDraw => {
                let offer = desk.game().and_then(Game::draw_offer);
                match offer {
                    Some(by) if desk.is_person(!by) => drop(self.command(Command::DeclineDraw(!by))),
                    Some(by) => desk.refuse(still_thinks(!by)),
                    None => desk.refuse("no draw was offered"),
                }
            }
            Action::Claim => drop(self.command(Command::Claim(None))),
            Action::Rematch => self.rematch(),
            Action::Review => self.review(),
            Action::Analyse => self.analyse(),
            Action::Edit if desk.is_free() => self.start_game(),
            Action::Edit if desk.is_running() && desk.has_moves() => desk.asking = Some(Asking::Stop),
            Action::Edit if desk.play().is_some() => drop(self.command(Command::Stop)),
            _ => desk.refuse("that can be done in a game only"),
        }
    }

    /// A yes or no to what was asked.
    pub(super) fn answer(&mut self, yes: bool) {
        let Some(desk) = &mut self.desk else { return };
        let Some(asked) = desk.asking.take() else { return };
        match (asked, yes) {
            (Asking::Resign(color), true) => drop(self.command(Command::Resign(color))),
            (Asking::Reset, true) => drop(self.command(Command::Reset)),
            (Asking::Stop, true) => drop(self.command(Command::Stop)),
            (Asking::StartAnyway(_), true) => self.start_by_house_rules(),
            (Asking::StartAnyway(_), false) => {
                desk.say("The board is still free: put what is missing, or take away what is too much");
            }
            (Asking::Leave, true) => self.leave(),
            (Asking::AcceptDraw(color), true) => drop(self.command(Command::AcceptDraw(color))),
            (Asking::AcceptDraw(color), false) => drop(self.command(Command::DeclineDraw(color))),
            (_, false) => {}
        }
    }

    /// Shows the evaluation bar where one is now, or no longer, for good.
    fn switch_bar(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let is_shown = desk.wants_bar(self.settings.bar);
        let bar = match (is_shown, desk.helps_nobody()) {
            (false, true) | (true, false) => Bar::Aside,
            (false, false) => Bar::Always,
            (true, true) => Bar::Never,
        };
        desk.say(format!("Evaluation bar: {}", bar.name()));
        self.settings.bar = bar;
        self.keep_settings();
    }

    fn undo(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        match &mut desk.matter {
            Matter::Play(_) => drop(self.command(Command::Undo)),
            // What was explored goes; what was written stays.
            Matter::Review(review) => drop(review.pgn.game.undo()),
        }
    }

    fn redo(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        match &mut desk.matter {
            Matter::Play(_) => drop(self.command(Command::Redo)),
            Matter::Review(review) => drop(review.pgn.game.redo()),
        }
    }

    fn offer_draw(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if let Some(by) = desk.game().and_then(Game::draw_offer) {
            if desk.is_person(!by) {
                self.command(Command::AcceptDraw(!by));
            } else {
                desk.refuse(still_thinks(!by));
            }
            return;
        }
        match desk.own_color() {
            Some(color) if desk.is_running() => drop(self.command(Command::OfferDraw(color))),
            _ => desk.refuse("there is no game to draw"),
        }
    }

    /// The game on the desk, with its tags.
    pub(super) fn pgn(&self) -> regence_game::pgn::PgnGame {
        match self.desk.as_ref().map(|desk| &desk.matter) {
            Some(Matter::Play(play)) => pgn_of(&play.log, &self.today()),
            Some(Matter::Review(review)) => review.pgn.clone(),
            None => regence_game::pgn::PgnGame::new(Game::default()),
        }
    }

    /// Does what was written in the line: a command or a move.
    pub(super) fn submit(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let Some(desk) = &mut self.desk else { return };
        let plan = desk.planning_position();
        let position = plan.unwrap_or_else(|| desk.position());
        // A move comes first where both are possible: nobody gives up by `b4`.
        let (as_move, as_command) = (position.read_move(text), commands::read(text));
        let may_move = !desk.is_free() && (plan.is_some() || !desk.is_computers_turn());
        if may_move
            && as_move.is_err()
            && as_command.is_none()
            && let Some((from, to)) = promotion_meant(&position, text)
        {
            desk.look_at_present();
            return self.drop_piece(from, to);
        }
        match (as_move, as_command) {
            (Ok(mv), _) if plan.is_some() => desk.plan(mv.uci(desk.variant())),
            // Nobody moves for a computer that thinks.
            (_, None) if desk.is_move_of_computers(text) => {
                let turn = desk.position().turn();
                desk.refuse(format!("a computer plays {turn}, and it is {turn}'s turn"));
            }
            (Ok(mv), _) if may_move => {
                let written = mv.uci(desk.variant());
                desk.look_at_present();
                self.play_move(written);
            }
            (_, Some(Ok(action))) => self.act(action),
            (_, Some(Err(why))) => desk.refuse(why),
            (Err(why), None) if !desk.is_free() && looks_like_move(text) => {
                desk.refuse(match text.to_ascii_lowercase().parse::<UciMove>() {
                    Ok(mv) => with_choices(&position, mv.from, why),
                    Err(_) => why.to_string(),
                });
            }
            _ => {
                let begun = Some(&position).filter(|_| !desk.is_free()).and_then(|at| begun_move(at, text));
                desk.refuse(begun.unwrap_or_else(|| commands::suggestion(text)));
            }
        }
    }
}

impl Desk {
    /// Looks back no longer.
    fn look_at_present(&mut self) {
        if let Some(play) = self.play_mut() {
            play.viewing = None;
        }
    }

    /// Whether everything stands still.
    pub(super) fn is_paused(&self) -> bool {
        self.play().is_some_and(|play| play.session().is_paused())
    }

    /// Whether a computer is about to move.
    fn is_computers_turn(&self) -> bool {
        let awaiting = self.play().map(|play| play.session().awaiting());
        matches!(awaiting, Some(Awaiting::Engine { .. } | Awaiting::Computer { .. }))
    }

    /// Whether a text means a move that only the computer could make, whose turn it is.
    fn is_move_of_computers(&self, text: &str) -> bool {
        let can_be_own = self.planning_position().is_some() && self.position().read_move(text).is_err();
        self.is_computers_turn() && looks_like_move(text) && !can_be_own
    }

    /// Whether a person plays a side.
    pub(super) fn is_person(&self, color: Color) -> bool {
        self.play().is_some_and(|play| play.session().seats()[color].is_human())
    }

    /// Asks whether a side gives up; one's own if none is named. Nobody gives up for a computer.
    fn ask_to_resign(&mut self, side: Option<Color>) {
        match side.or_else(|| self.own_color()).filter(|_| self.is_running()) {
            Some(color) if self.is_person(color) => self.asking = Some(Asking::Resign(color)),
            Some(color) => self.refuse(format!("a computer plays {color}, and nobody else gives up for it")),
            None => self.refuse("there is nothing to resign"),
        }
    }
}

/// Why nobody answers for a computer that was offered a draw.
fn still_thinks(color: Color) -> String {
    format!("a computer plays {color}, and it is still thinking about the draw")
}

/// From where to where a pawn goes by a written move that does not say what it becomes.
fn promotion_meant(position: &AnyPosition, text: &str) -> Option<(Square, Square)> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let read = |queen| position.read_move(&format!("{text}{queen}")).ok();
    let mv = ["=Q", "q"].into_iter().find_map(read)?;
    mv.promotion().map(|_| (mv.from(), mv.to()))
}

/// What to say of the beginning of a move: which ones it could become, if any.
fn begun_move(position: &AnyPosition, text: &str) -> Option<String> {
    let legal = position.legal_moves();
    let sans = legal.iter().filter_map(|&mv| position.san(mv)).map(|san| san.to_string());
    let mut meant: Vec<String> = sans.filter(|san| san.starts_with(text)).collect();
    meant.sort();
    let all = meant.join(", ");
    match meant.len() {
        0 => None,
        1 => Some(format!("{text} is not a whole move: did you mean {all}?")),
        _ => Some(format!("{text} is not a whole move: it could become {all}")),
    }
}

/// Whether a text is written as moves are, legal or not.
fn looks_like_move(text: &str) -> bool {
    text.parse::<San>().is_ok() || text.to_ascii_lowercase().parse::<UciMove>().is_ok()
}

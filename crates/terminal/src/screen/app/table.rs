//! What is done to a session, and what follows from it.

use super::super::desk::{Asking, Desk, Matter, Play};
use super::super::form::Agreement;
use super::super::message::Effect;
use super::{App, Left, Page};
use crate::draw_offer::{is_welcome, is_welcome_by_material};
use crate::keep::{LeftGame, Log, Request};
use crate::plain::can_play;
use regence_game::Game;
use regence_game::clock::TimeControl;
use regence_game::json::GameJson;
use regence_game::pgn::{PgnGame, Tags};
use regence_game::session::{Awaiting, Command, Event, Seat, SessionError};
use regence_rules::{ByColor, Color, Draw, Outcome, Win};
use std::time::Duration;

impl App {
    /// Begins a game that was agreed.
    pub(super) fn begin(&mut self, agreement: Agreement) {
        let Agreement { game, seats, control, engine_time } = agreement;
        self.settings.engine_time = engine_time;
        self.settings.clock = control.to_string();
        if let [Seat::Human(name), other] | [other, Seat::Human(name)] = [&seats.white, &seats.black]
            && !other.is_human()
        {
            self.settings.name.clone_from(name);
            self.settings.opponent = other.code();
        }
        self.keep_settings();
        self.seat(&game, seats, &control);
    }

    /// Puts a new game on the desk.
    pub(super) fn seat(&mut self, game: &Game, seats: ByColor<Seat>, control: &TimeControl) {
        let only_black = !seats.white.is_human() && seats.black.is_human();
        let has_person = seats.white.is_human() || seats.black.is_human();
        self.sessions += 1;
        let log = Log::new(game, seats, self.random.next(), self.sessions, self.moment());
        let mut play = Play::new(log, Duration::ZERO, self.now);
        if *control != TimeControl::Unlimited {
            let controls = ByColor { white: control.clone(), black: control.clone() };
            // A clock that nobody has started can be set.
            let _ = play.apply(Command::Clock(controls), self.now);
        }
        let mut desk = Desk::new(Matter::Play(Box::new(play)));
        desk.flipped = only_black;
        desk.on_board = has_person;
        if only_black {
            // Where White's would be, seen from the other side.
            let side = desk.position().size().side() as i8;
            desk.cursor = desk.cursor.offset(0, side - 3).unwrap_or(desk.cursor);
        }
        self.put(desk);
    }

    /// Puts something on the desk and shows it.
    pub(super) fn put(&mut self, desk: Desk) {
        self.put_away();
        self.desk = Some(Box::new(desk));
        self.page = Page::Desk;
    }

    /// Goes on with the game that was left.
    pub(super) fn resume_kept(&mut self) {
        if self.desk.is_some() {
            self.page = Page::Desk;
            return;
        }
        match self.kept.take() {
            Some(Left::Here(log, time)) => self.go_on(*log, time),
            Some(Left::Kept(left)) => {
                // Another program may have it by now: the store is asked for it.
                self.effects.push(Effect::Keep(Request::Open(left.id)));
                self.kept = Some(Left::Kept(left));
            }
            None => {}
        }
    }

    /// Goes on with a game that the store has handed out.
    pub(super) fn restore(&mut self, left: &LeftGame) -> bool {
        self.sessions += 1;
        let restored = Log::restore(left, self.sessions);
        let is_restored = restored.is_some();
        if let Some((log, time)) = restored {
            self.go_on(log, time);
        }
        is_restored
    }

    fn go_on(&mut self, mut log: Log, time: Duration) {
        self.kept = None;
        let time = log.come_back(time, self.moment());
        let seats = log.session().seats();
        let flipped = !seats.white.is_human() && seats.black.is_human();
        let mut desk = Desk::new(Matter::Play(Box::new(Play::new(log, time, self.now))));
        desk.flipped = flipped;
        desk.on_board = !desk.is_watched();
        desk.say("Here is the game you left");
        self.put(desk);
    }

    /// Takes what is on the desk away. If it can go on it is offered again; otherwise what was left before still is.
    pub(super) fn put_away(&mut self) {
        if let Some((log, time)) = self.park() {
            self.kept = Some(Left::Here(log, time));
        }
    }

    /// Takes what is on the desk away, and has it kept; a game that can go on is handed back, with its time.
    pub(super) fn park(&mut self) -> Option<(Box<Log>, Duration)> {
        let now = self.now;
        let mut desk = self.desk.take()?;
        let play = desk.play_mut()?;
        let time = play.time(now);
        play.log.leave(time);
        if let Some(changes) = play.log.changes() {
            self.effects.push(Effect::Keep(Request::Keep(Box::new(changes))));
        }
        let is_over = play.session().outcome().is_some();
        (play.log.is_worth_keeping() && !is_over).then(|| (Box::new(play.log.clone()), time))
    }

    /// Does something to the session on the desk; `false` if it is refused.
    pub(super) fn command(&mut self, command: Command) -> bool {
        let now = self.now;
        let Some(desk) = &mut self.desk else { return false };
        let Some(play) = desk.play_mut() else { return false };
        match play.apply(command, now) {
            Ok(events) => {
                desk.picked = None;
                desk.promoting = None;
                desk.notice = None;
                for event in events {
                    self.happened(&event);
                }
                self.drop_idle_question();
                true
            }
            Err(SessionError::Paused) => {
                desk.refuse("the game is paused: press space to go on");
                false
            }
            Err(error) => {
                desk.refuse(error);
                false
            }
        }
    }

    /// A question stays while the game goes on, until it is answered or has lost its sense.
    fn drop_idle_question(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        if desk.asking.as_ref().is_some_and(|asking| !desk.still_asks(asking)) {
            desk.asking = None;
        }
    }

    fn happened(&mut self, event: &Event) {
        let Some(desk) = &mut self.desk else { return };
        let has_moved = matches!(event, Event::Played(_) | Event::TakenBack(_) | Event::Redone(_));
        if self.settings.turns && (has_moved || matches!(event, Event::Started | Event::Returned)) {
            desk.turn_to_mover();
        }
        match event {
            Event::Played(_) => {
                let steps = desk.play_mut().is_some_and(|play| core::mem::take(&mut play.steps));
                if steps && desk.is_running() {
                    self.command(Command::Pause);
                }
            }
            Event::TakenBack(plies) => {
                if let Some(play) = desk.play_mut() {
                    play.premove = None;
                }
                desk.announces_end = false;
                desk.say(if *plies == 1 { "Taken back".into() } else { format!("{plies} moves taken back") });
            }
            Event::Redone(_) => desk.say("Played again"),
            Event::Ended(_) => self.ended(),
            Event::DrawOffered(by) => self.answer_offer(*by),
            Event::DrawDeclined(by) => desk.say(format!("{by} declines the draw")),
            Event::Started => desk.turn_to_another_game(),
            Event::Stopped => {
                desk.on_board = true;
                desk.say("The board is free: put, move and take away what you like");
            }
            Event::Returned => {
                desk.turn_to_another_game();
                let is_free = desk.is_free();
                desk.on_board |= is_free;
                desk.say(if is_free { "The board is free again" } else { "The game is back as it was" });
            }
            Event::Edited | Event::Seated => {}
            Event::ClockSet => desk.say("The clocks are set"),
            Event::Paused => desk.say("Paused"),
            Event::Resumed => desk.say("Going on"),
        }
    }

    fn ended(&mut self) {
        self.wants_score = true;
        let Some(desk) = &mut self.desk else { return };
        desk.announces_end = true;
        desk.let_go();
        desk.asking = None;
        if let Some(play) = desk.play_mut() {
            play.premove = None;
        }
    }

    /// Lets the clock run, computers move when it is their moment, and planned moves be played.
    pub(super) fn pass_time(&mut self) {
        let now = self.now;
        let Some(desk) = &mut self.desk else { return };
        let Some(play) = desk.play_mut() else { return };
        let time = play.time(now);
        if let Some(Event::Ended(_)) = play.log.settle(time) {
            self.ended();
            return;
        }
        if let Some(held) = play.held.filter(|held| held.due <= now) {
            play.held = None;
            self.play_reply(held.revision, held.mv);
        }
        let Some(desk) = &mut self.desk else { return };
        let Some(play) = desk.play_mut() else { return };
        let Awaiting::Human(_) = play.session().awaiting() else { return };
        if let Some(planned) = play.premove.take() {
            match play.session().position().resolve(planned) {
                Ok(_) => drop(self.command(Command::Play(planned))),
                Err(why) => desk.say(format!("The planned move {planned} was not played: {why}")),
            }
        }
    }

    /// A simple computer answers an offer at once, the engine looks at the position first, and a person is asked.
    fn answer_offer(&mut self, by: Color) {
        let Some(desk) = &mut self.desk else { return };
        let Some(play) = desk.play() else { return };
        let session = play.session();
        let position = session.position();
        match &session.seats()[!by] {
            Seat::Human(_) => desk.asking = Some(Asking::AcceptDraw(!by)),
            // It is asked as long as the offer stands.
            Seat::Engine(_) if can_play(&session.seats()[!by], &position).is_ok() => {
                desk.say(format!("{} thinks about the draw", !by));
            }
            Seat::Engine(_) | Seat::Computer(_) => {
                let is_welcome = is_welcome_by_material(&position, !by);
                self.command(if is_welcome { Command::AcceptDraw(!by) } else { Command::DeclineDraw(!by) });
            }
        }
    }

    /// The engine has looked at the position in which it was offered a draw, and answers.
    pub(super) fn answer_offer_by_worth(&mut self) {
        let Some(desk) = &self.desk else { return };
        let Some(game) = desk.game() else { return };
        let Some(by) = game.draw_offer() else { return };
        // The game's own place: one may be looking at another.
        let worth = desk.mind.evaluations.get(&game.cursor()).copied();
        let is_welcome = worth.is_some_and(|worth| is_welcome(worth, game.position(), !by));
        self.command(if is_welcome { Command::AcceptDraw(!by) } else { Command::DeclineDraw(!by) });
    }

    /// The same again with sides swapped.
    pub(super) fn rematch(&mut self) {
        let Some(desk) = &mut self.desk else { return };
        let (Some(play), Some(game)) = (desk.play(), desk.game()) else {
            desk.refuse("there is no game here to be played again: n begins one");
            return;
        };
        let seats = play.session().seats();
        let swapped = ByColor { white: seats.black.clone(), black: seats.white.clone() };
        let control = play.session().clock().control(Color::White).clone();
        let game = game.restarted();
        self.seat(&game, swapped, &control);
    }
}

impl Desk {
    /// Forgets what was announced, planned and thought of the game before.
    fn turn_to_another_game(&mut self) {
        self.announces_end = false;
        self.mind.evaluations.clear();
        if let Some(play) = self.play_mut() {
            play.premove = None;
        }
    }

    /// Turns the board to whoever of two people is to move.
    fn turn_to_mover(&mut self) {
        let Some(seats) = self.play().map(|play| play.session().seats()) else { return };
        if seats.white.is_human() && seats.black.is_human() && self.is_running() {
            self.flipped = self.position().turn() == Color::Black;
        }
    }

    /// Whether a question makes sense as things are now.
    fn still_asks(&self, asking: &Asking) -> bool {
        match asking {
            Asking::Resign(color) => self.is_running() && self.is_person(*color),
            Asking::Leave | Asking::Stop => self.is_running(),
            Asking::StartAnyway(_) => self.is_free(),
            Asking::Reset => self.play().is_some(),
            Asking::AcceptDraw(color) => self.game().and_then(Game::draw_offer) == Some(!*color),
        }
    }
}

/// A session's game with its tags, ready to be looked through.
pub(super) fn pgn_of(log: &Log, today: &str) -> PgnGame {
    let (session, game) = (log.session(), log.game());
    let mut tags = Tags::default();
    tags.set("Event", "Casual game");
    tags.set("Date", today);
    tags.set("White", session.seats().white.to_string());
    tags.set("Black", session.seats().black.to_string());
    let control = session.clock().control(Color::White);
    if *control != TimeControl::Unlimited {
        tags.set("TimeControl", control.pgn());
    }
    if let Some(termination) = game.outcome().and_then(termination) {
        tags.set("Termination", termination);
    }
    let pgn = PgnGame { tags, ..PgnGame::new(game) };
    // Written and read again, it keeps variations where a game being played would replace them.
    GameJson::from(&pgn).read().unwrap_or(pgn)
}

/// How PGN calls an end that the moves and the result do not tell.
fn termination(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Win { by: Win::Time, .. } | Outcome::Draw(Draw::TimeWithoutMaterial { .. }) => {
            Some("time forfeit")
        }
        Outcome::Win { by: Win::Abandonment, .. } => Some("abandoned"),
        _ => None,
    }
}

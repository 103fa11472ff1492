//! A session: who plays, on which board, with which clock. Commands go in, events come out; it has no threads, does no
//! IO and reads no clock.
//!
//! ```
//! use regence_game::session::{Actor, Awaiting, Command, Event, Seat, Session};
//! use regence_rules::Color;
//! use std::time::Duration;
//!
//! let mut session = Session::default();
//! session.apply(Actor::Anyone, Command::Seat(Color::Black, "computer:taker".parse()?), Duration::ZERO)?;
//! let events = session.apply(Actor::Anyone, Command::Play("e2e4".parse()?), Duration::from_secs(3))?;
//! assert!(matches!(events[..], [Event::Played(mv)] if mv.to_string() == "e4"));
//! assert!(matches!(session.awaiting(), Awaiting::Computer { color: Color::Black, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod error;
mod rewind;
mod seat;
mod stage;

pub use crate::level::{Level, ParseLevelError, Preset, RATINGS};
pub use command::{Actor, Command, Event};
pub use error::SessionError;
pub use seat::{ParseSeatError, Seat};

use crate::clock::{Clock, TimeControl};
use crate::computer::SimpleComputer;
use crate::{AnyPosition, EndError, FreeBoard, Game, Ply, Variant};
use core::time::Duration;
use regence_rules::{ByColor, Color, Outcome, UciMove};
use stage::{Past, Stage};

/// A session. Times are counted from any moment, always the same.
#[derive(Clone, Debug)]
pub struct Session {
    seats: ByColor<Seat>,
    stage: Stage,
    clock: Clock,
    /// The clock as it was when each turn began, up to the present one: to be set back to when moves are taken back.
    turns: Vec<Clock>,
    /// The same of the turns that were taken back, the next one last.
    undone_turns: Vec<Clock>,
    is_paused: bool,
    /// Whether one can take back to before a game was started or stopped.
    remembers_stages: bool,
    /// What was on the table before the game or free board that is there now, the last one last.
    earlier: Vec<Past>,
    /// What was there afterwards and was taken back, the next one last.
    later: Vec<Past>,
    /// Changes with everything that is done, so that a late answer is known by it.
    revision: u64,
}

/// Whom a session waits for; the shell asks this after every command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaiting {
    /// A person's move.
    Human(Color),
    /// The engine's move.
    Engine {
        /// Which side it plays.
        color: Color,
        /// How strong.
        level: Level,
    },
    /// A simple computer's move.
    Computer {
        /// Which side it plays.
        color: Color,
        /// Which one.
        computer: SimpleComputer,
    },
    /// Nobody: the game is over.
    Nobody(Outcome),
    /// Somebody to resume the game.
    Resume,
    /// Somebody to edit the free board or start a game.
    Editor,
}

/// A state of a session, for an answer to refer to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Revision(u64);

impl Default for Session {
    /// Two people and the start position of chess, without clocks.
    fn default() -> Self {
        Self::new(Game::default(), ByColor { white: Seat::default(), black: Seat::default() })
    }
}

impl Session {
    /// A session with this game, without clocks.
    pub fn new(game: Game, seats: ByColor<Seat>) -> Self {
        let mut session = Self {
            seats,
            stage: Stage::Playing(Box::default()),
            clock: Clock::new(TimeControl::Unlimited, Color::White),
            turns: Vec::new(),
            undone_turns: Vec::new(),
            is_paused: false,
            remembers_stages: false,
            earlier: Vec::new(),
            later: Vec::new(),
            revision: 0,
        };
        session.begin(game, ByColor { white: TimeControl::Unlimited, black: TimeControl::Unlimited });
        session
    }

    /// The same session, but what is taken back does not end where a game was started, stopped or begun again: from
    /// there it goes on with what was on the table before. Not for those who write down of a new game only how it starts.
    pub fn remembering_stages(self) -> Self {
        Self { remembers_stages: true, ..self }
    }

    /// Who plays.
    pub fn seats(&self) -> &ByColor<Seat> {
        &self.seats
    }

    /// The game, unless the board is free.
    pub fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Playing(game) => Some(game),
            Stage::Free(_) => None,
        }
    }

    /// The free board, unless a game is on it.
    pub fn free_board(&self) -> Option<&FreeBoard> {
        match &self.stage {
            Stage::Playing(_) => None,
            Stage::Free(board) => Some(board),
        }
    }

    /// What stands on the board.
    pub fn position(&self) -> AnyPosition {
        match &self.stage {
            Stage::Playing(game) => *game.position(),
            Stage::Free(board) => AnyPosition::House(*board.position()),
        }
    }

    /// The same as FEN. On a free board it has rights to castle that only Chess960 knows, which its position has not.
    pub fn fen(&self) -> String {
        match &self.stage {
            Stage::Playing(game) => game.position().fen(),
            Stage::Free(board) => board.fen(),
        }
    }

    /// Which chess is played.
    pub fn variant(&self) -> Variant {
        match &self.stage {
            Stage::Playing(game) => game.variant(),
            Stage::Free(board) => board.variant(),
        }
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether everything stands still.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// How the game has ended, if there is one and it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(Game::outcome)
    }

    /// The state it is in. An answer that takes time to find says to which state it belongs.
    pub fn revision(&self) -> Revision {
        Revision(self.revision)
    }

    /// Whom it waits for.
    pub fn awaiting(&self) -> Awaiting {
        let Stage::Playing(game) = &self.stage else { return Awaiting::Editor };
        if let Some(outcome) = game.outcome() {
            return Awaiting::Nobody(outcome);
        }
        if self.is_paused {
            return Awaiting::Resume;
        }
        let color = game.position().turn();
        match self.seats[color] {
            Seat::Human(_) => Awaiting::Human(color),
            Seat::Engine(level) => Awaiting::Engine { color, level },
            Seat::Computer(computer) => Awaiting::Computer { color, computer },
        }
    }

    /// Brings the clock up to this moment. If a flag has fallen, the game ends and this says how. Commands do so first,
    /// too; call it when a timer set to [`Clock::next_flag`] goes off.
    pub fn settle(&mut self, now: Duration) -> Option<Event> {
        let fallen = self.clock.settle(now).err()?;
        let Stage::Playing(game) = &mut self.stage else { return None };
        let outcome = game.flag(fallen.color).ok()?;
        self.revision += 1;
        Some(Event::Ended(outcome))
    }

    /// An answer that was asked for in an earlier state. It is dropped, with no events, if anything has happened since.
    pub fn reply(
        &mut self,
        to: Revision,
        written: UciMove,
        now: Duration,
    ) -> Result<Vec<Event>, SessionError> {
        if to != self.revision() {
            return Ok(Vec::new());
        }
        self.apply(Actor::Anyone, Command::Play(written), now)
    }

    /// Does something, and says what has happened. On an error nothing has changed, but that the clock's flag may have
    /// fallen: then the error says that the game is over.
    pub fn apply(&mut self, by: Actor, command: Command, now: Duration) -> Result<Vec<Event>, SessionError> {
        self.settle(now);
        let events = self.perform(by, command, now)?;
        self.revision += 1;
        Ok(events)
    }

    fn perform(&mut self, by: Actor, command: Command, now: Duration) -> Result<Vec<Event>, SessionError> {
        if let Actor::Side(color) = by
            && self.seats[!color].is_human()
            && command.concerns_both()
        {
            return Err(SessionError::NeedsBoth);
        }
        match command {
            Command::Play(written) => self.play(by, written, now),
            Command::Undo => self.undo(now),
            Command::Redo => self.redo(now),
            Command::Resign(color) => self.end(by, color, now, |game| game.resign(color)),
            Command::Abandon(color) => self.end(by, color, now, |game| game.abandon(color)),
            Command::AcceptDraw(color) => self.end(by, color, now, |game| game.accept_draw(color)),
            Command::Claim(intended) => {
                let turn = self.playing()?.position().turn();
                self.end(by, turn, now, |game| game.claim(intended))
            }
            Command::OfferDraw(color) => {
                by.require(color, SessionError::NotYourSide { side: color })?;
                self.playing()?.offer_draw(color)?;
                Ok(vec![Event::DrawOffered(color)])
            }
            Command::DeclineDraw(color) => {
                by.require(color, SessionError::NotYourSide { side: color })?;
                self.playing()?.decline_draw(color)?;
                Ok(vec![Event::DrawDeclined(color)])
            }
            command => self.arrange(command, now).map(|event| vec![event]),
        }
    }

    /// Commands that concern the table rather than the moves.
    fn arrange(&mut self, command: Command, now: Duration) -> Result<Event, SessionError> {
        match command {
            Command::Seat(color, seat) => {
                self.seats[color] = seat;
                Ok(Event::Seated)
            }
            Command::SwapSides => {
                core::mem::swap(&mut self.seats.white, &mut self.seats.black);
                Ok(Event::Seated)
            }
            Command::Clock(controls) => {
                let is_running = self.clock().running(now).is_some();
                let mut clock = Clock::uneven(controls.clone(), self.position().turn());
                if is_running {
                    clock.start(now)?;
                }
                self.clock = clock;
                for turn in self.turns.iter_mut().chain(&mut self.undone_turns) {
                    *turn = Clock::uneven(controls.clone(), turn.turn());
                }
                self.mark_turn();
                Ok(Event::ClockSet)
            }
            Command::AddTime(color, time) => {
                self.clock.add(color, time, now)?;
                for turn in self.turns.iter_mut().chain(&mut self.undone_turns) {
                    *turn = turn.restored(now);
                    turn.add(color, time, now)?;
                }
                Ok(Event::ClockSet)
            }
            Command::Pause => {
                self.playing()?;
                self.clock.pause(now)?;
                self.is_paused = true;
                Ok(Event::Paused)
            }
            Command::Resume => {
                self.playing()?;
                self.is_paused = false;
                self.run_clock(now)?;
                Ok(Event::Resumed)
            }
            command => self.change_stage(command),
        }
    }

    fn play(&mut self, by: Actor, written: UciMove, now: Duration) -> Result<Vec<Event>, SessionError> {
        if self.is_paused {
            return Err(SessionError::Paused);
        }
        let game = self.playing()?;
        let turn = game.position().turn();
        if game.outcome().is_none() {
            by.require(turn, SessionError::NotYourTurn { turn })?;
        }
        let Ply { mv, .. } = game.play(written)?;
        let outcome = game.outcome();
        // The clock has been settled, so it can be pressed.
        self.clock.press(now)?;
        self.undone_turns.clear();
        self.later.clear();
        self.turns.push(self.clock.clone());
        self.run_clock(now)?;
        self.mark_turn();
        let played = mv.map(Event::Played);
        Ok(played.into_iter().chain(outcome.map(Event::Ended)).collect())
    }

    /// Ends the game in a way that concerns one side.
    fn end(
        &mut self,
        by: Actor,
        color: Color,
        now: Duration,
        ending: impl FnOnce(&mut Game) -> Result<Outcome, EndError>,
    ) -> Result<Vec<Event>, SessionError> {
        by.require(color, SessionError::NotYourSide { side: color })?;
        let outcome = ending(self.playing()?)?;
        self.clock.pause(now)?;
        Ok(vec![Event::Ended(outcome)])
    }

    /// The clock runs from the first move on, as long as the game does. One whose flag has fallen stays as it is.
    fn run_clock(&mut self, now: Duration) -> Result<(), SessionError> {
        if self.clock.flagged(now).is_some() {
            return Ok(());
        }
        let has_begun = self.turns.len() > 1;
        let runs = has_begun && !self.is_paused && self.game().is_some() && self.outcome().is_none();
        Ok(if runs { self.clock.start(now) } else { self.clock.pause(now) }?)
    }

    fn playing(&mut self) -> Result<&mut Game, SessionError> {
        match &mut self.stage {
            Stage::Playing(game) => Ok(game),
            Stage::Free(_) => Err(SessionError::Idle),
        }
    }

    /// Whoever takes back to the present turn finds the clock as it is now.
    fn mark_turn(&mut self) {
        self.turns.pop();
        self.turns.push(self.clock.clone());
    }
}

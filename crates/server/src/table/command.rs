//! What becomes of a table when somebody does something in a game or on the free board.

use super::kept::Kept;
use super::roles::{actor, color};
use super::wording::{read_controls, read_edit, read_player, read_variant};
use super::{Board, Done, Table, told};
use crate::refusal::{Code, Refusal};
use crate::view::{GameCommand, Happening, Role};
use regence_game::session::{Actor, Awaiting, Command, Event as Happened, Seat, Session};
use regence_game::{AnyPosition, Edit, Game};
use regence_rules::{ByColor, Color, UciMove};
use regence_store::{Event, Moment, Played, UserId};
use std::time::Duration;

/// The longest pause between moves of computers.
const SLOWEST: Duration = Duration::from_mins(1);
/// The most time that is given at once.
const LARGEST_GIFT: Duration = Duration::from_hours(1);

/// Who acts, and when.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// Who they are, if the server knows.
    pub user: Option<UserId>,
    /// What they are to the table.
    pub role: Role,
    /// The moment.
    pub now: Moment,
}

impl Table {
    /// Does what somebody asks for. On an error nothing has changed.
    pub fn perform(&mut self, act: Act, command: &GameCommand) -> Result<Done, Refusal> {
        let by = actor(act.role)?;
        if let Board::Analysis(game) = &mut self.board {
            return super::analysis::perform(game, command);
        }
        if self.is_abandoned && !matches!(command, GameCommand::Reset) {
            return Err(Refusal::new(Code::Over, "the game was given up without a result"));
        }
        match command {
            GameCommand::Play { mv } => self.play(by, mv, act.now),
            GameCommand::Undo | GameCommand::Redo => self.rewind(by, command, act.now),
            GameCommand::Resign { color: side } => {
                let side =
                    color(act.role).or(side.map(Color::from)).unwrap_or_else(|| self.position().turn());
                self.end(by, Command::Resign(side), None, act.now)
            }
            GameCommand::ClaimWin => {
                let side = color(act.role).ok_or_else(Refusal::watcher)?;
                self.end(Actor::Anyone, Command::Abandon(!side), None, act.now)
            }
            GameCommand::AcceptDraw => {
                let side = color(act.role).unwrap_or_else(|| !self.offerer());
                self.end(by, Command::AcceptDraw(side), None, act.now)
            }
            GameCommand::ClaimDraw { mv } => {
                let intended = mv.as_deref().map(|mv| self.read_move(mv)).transpose()?;
                self.end(by, Command::Claim(intended), intended, act.now)
            }
            GameCommand::OfferDraw => {
                let side = color(act.role).unwrap_or_else(|| self.position().turn());
                self.note(by, Command::OfferDraw(side), &Kept::Offer { by: side.into() }, act.now)
            }
            GameCommand::DeclineDraw => {
                let side = color(act.role).unwrap_or_else(|| !self.offerer());
                self.note(by, Command::DeclineDraw(side), &Kept::Decline { by: side.into() }, act.now)
            }
            GameCommand::Reset | GameCommand::Start | GameCommand::Stop | GameCommand::Load { .. } => {
                self.change_stage(by, command, act.now)
            }
            GameCommand::Place { .. }
            | GameCommand::Remove { .. }
            | GameCommand::Fill { .. }
            | GameCommand::Shift { .. }
            | GameCommand::Turn { .. }
            | GameCommand::Castling { .. } => {
                let (edit, kept) = read_edit(command)?;
                self.note(by, Command::Edit(edit), &kept, act.now)
            }
            command => self.arrange(act, by, command),
        }
    }

    /// Whether a flag has fallen by now, so that there may be something to settle.
    pub fn has_flag_fallen(&self, now: Moment) -> bool {
        self.session().is_some_and(|session| session.clock().flagged(self.time(now)).is_some())
    }

    /// Brings the clock up to a moment; if a flag has fallen, that ends the game.
    pub fn settle(&mut self, now: Moment) -> Option<Done> {
        let time = self.time(now);
        let Board::Play(session) = &mut self.board else { return None };
        let event = session.settle(time)?;
        let Happened::Ended(outcome) = event else { return None };
        Some(Done { happened: told(&[event]), event: Event::End { outcome, intended: None } })
    }

    /// The computer's answer to a question that was asked in an earlier state of the session; nothing comes of it if it
    /// is too late.
    pub fn reply(
        &mut self,
        to: regence_game::session::Revision,
        written: UciMove,
        now: Moment,
    ) -> Result<Option<Done>, Refusal> {
        let time = self.time(now);
        let session = self.playing()?;
        let events = session.reply(to, written, time)?;
        if events.is_empty() { Ok(None) } else { self.played(&events, time).map(Some) }
    }

    pub(super) fn playing(&mut self) -> Result<&mut Session, Refusal> {
        match &mut self.board {
            Board::Play(session) => Ok(session),
            Board::Analysis(_) => Err(Refusal::not_now("this is an analysis: nobody plays here")),
        }
    }

    fn offerer(&self) -> Color {
        self.game().and_then(Game::draw_offer).unwrap_or(Color::White)
    }

    /// A move as somebody wrote it.
    fn read_move(&self, text: &str) -> Result<UciMove, Refusal> {
        let text = text.trim();
        if let Ok(written) = text.to_ascii_lowercase().parse() {
            return Ok(written);
        }
        let mv = self.position().read_move(text).map_err(regence_game::PlayError::from)?;
        Ok(mv.uci(self.variant()))
    }

    fn play(&mut self, by: Actor, text: &str, now: Moment) -> Result<Done, Refusal> {
        let session = self.playing()?;
        if session.free_board().is_some() {
            return self.shift(by, text, now);
        }
        if let Some(outcome) = session.outcome() {
            return Err(regence_game::PlayError::Over(outcome).into());
        }
        if self.has_free_seat() {
            return Err(Refusal::not_now("nobody has joined yet: share the link of this game"));
        }
        let turn = self.position().turn();
        let awaiting = self.playing()?.awaiting();
        if let Awaiting::Engine { .. } | Awaiting::Computer { .. } = awaiting {
            let why = format!("it is not your turn: {turn} is to move");
            return Err(Refusal::new(Code::NotYourTurn, why));
        }
        if let Actor::Side(side) = by
            && side != turn
        {
            return Err(regence_game::session::SessionError::NotYourTurn { turn }.into());
        }
        let written = self.read_move(text)?;
        let time = self.time(now);
        let events = self.playing()?.apply(by, Command::Play(written), time)?;
        self.played(&events, time)
    }

    /// On the free board a move is an edit.
    fn shift(&mut self, by: Actor, text: &str, now: Moment) -> Result<Done, Refusal> {
        let written: UciMove = text.trim().to_ascii_lowercase().parse().map_err(Refusal::invalid)?;
        let kept = Kept::Shift { from: written.from.to_string(), to: written.to.to_string() };
        self.note(by, Command::Edit(Edit::Shift(written.from, written.to)), &kept, now)
    }

    fn played(&mut self, events: &[Happened], time: Duration) -> Result<Done, Refusal> {
        let session = self.playing()?;
        let mover = !session.position().turn();
        let left = session.clock().remaining(mover, time);
        let ply = session.game().and_then(|game| Some((game.cursor().number(), *game.last_ply()?)));
        let (place, ply) = ply.ok_or_else(|| Refusal::not_now("no move was played"))?;
        let played =
            Played::of(&ply, left).ok_or_else(|| Refusal::not_now("a move was played that is none"))?;
        if let Some(left) = left {
            self.clocks.insert(place, left.as_millis() as u64);
        }
        Ok(Done { happened: told(events), event: Event::Play(played) })
    }

    fn rewind(&mut self, by: Actor, command: &GameCommand, now: Moment) -> Result<Done, Refusal> {
        let time = self.time(now);
        let is_undo = matches!(command, GameCommand::Undo);
        let session = self.playing()?;
        let is_free = session.free_board().is_some();
        let events = session.apply(by, if is_undo { Command::Undo } else { Command::Redo }, time)?;
        let event = match (is_free, events.first()) {
            (true, _) if is_undo => Kept::UndoEdit.event(),
            (true, _) => Kept::RedoEdit.event(),
            (false, Some(Happened::TakenBack(plies))) => Event::Undo { plies: *plies as u32 },
            (false, Some(Happened::Redone(plies))) => {
                let all = session.game().map(Game::plies).unwrap_or_default();
                let again = all.iter().skip(all.len().saturating_sub(*plies));
                Event::Line(again.filter_map(|ply| Played::of(ply, None)).collect())
            }
            _ => return Err(Refusal::not_now("there is nothing to take back")),
        };
        Ok(Done { happened: told(&events), event })
    }

    fn end(
        &mut self,
        by: Actor,
        command: Command,
        intended: Option<UciMove>,
        now: Moment,
    ) -> Result<Done, Refusal> {
        let time = self.time(now);
        if self.has_free_seat() {
            return Err(Refusal::not_now("nobody has joined yet"));
        }
        let events = self.playing()?.apply(by, command, time)?;
        let outcome = events.iter().find_map(|event| match event {
            Happened::Ended(outcome) => Some(*outcome),
            _ => None,
        });
        let outcome = outcome.ok_or_else(|| Refusal::not_now("the game has not ended"))?;
        Ok(Done { happened: told(&events), event: Event::End { outcome, intended } })
    }

    /// Does something that is kept as a note.
    fn note(&mut self, by: Actor, command: Command, kept: &Kept, now: Moment) -> Result<Done, Refusal> {
        let time = self.time(now);
        let events = self.playing()?.apply(by, command, time)?;
        Ok(Done { happened: told(&events), event: kept.event() })
    }

    fn change_stage(&mut self, by: Actor, command: &GameCommand, now: Moment) -> Result<Done, Refusal> {
        let is_free = self.playing()?.free_board().is_some();
        match command {
            GameCommand::Stop => self.note(by, Command::Stop, &Kept::Stop, now),
            GameCommand::Reset if is_free => self.note(by, Command::Reset, &Kept::ResetBoard, now),
            GameCommand::Load { fen, variant } => {
                let variant = read_variant(variant.as_deref(), self.variant())?;
                if is_free {
                    let kept = Kept::Load { variant: variant.to_string(), fen: fen.clone() };
                    return self.note(by, Command::Load(variant, fen.clone()), &kept, now);
                }
                let (variant, position) = variant.read_start(fen).map_err(Refusal::invalid)?;
                self.check_engines(&position)?;
                self.begin(by, Command::SetPosition(variant, Box::new(position)), now)
            }
            GameCommand::Start => {
                let start = self.playing()?.free_board().map(|board| *board.start().start());
                if let Some(start) = start {
                    self.check_engines(&start)?;
                }
                self.begin(by, Command::Start, now)
            }
            _ => self.begin(by, Command::Reset, now),
        }
    }

    /// Begins a game anew at this table.
    fn begin(&mut self, by: Actor, command: Command, now: Moment) -> Result<Done, Refusal> {
        let time = self.time(now);
        let events = self.playing()?.apply(by, command, time)?;
        self.clocks.clear();
        self.is_abandoned = false;
        self.next = None;
        let start = self.game().map(|game| game.start().fen()).unwrap_or_default();
        Ok(Done { happened: told(&events), event: Event::Setup { variant: self.variant(), start } })
    }

    /// Who plays, with which clock, how fast.
    fn arrange(&mut self, act: Act, by: Actor, command: &GameCommand) -> Result<Done, Refusal> {
        let now = act.now;
        match command {
            GameCommand::Pause => self.note(by, Command::Pause, &Kept::Pause, now),
            GameCommand::Resume => self.note(by, Command::Resume, &Kept::Resume, now),
            GameCommand::Swap => {
                let done = self.note(by, Command::SwapSides, &Kept::Swap, now)?;
                self.users = ByColor { white: self.users.black, black: self.users.white };
                Ok(done)
            }
            GameCommand::AddTime { color, seconds } => {
                let time = Duration::from_secs((*seconds).into()).min(LARGEST_GIFT);
                let kept = Kept::AddTime { color: *color, ms: time.as_millis() as u64 };
                self.note(by, Command::AddTime((*color).into(), time), &kept, now)
            }
            GameCommand::Clock { controls } => {
                let kept = Kept::Clock { controls: controls.clone() };
                self.note(by, Command::Clock(read_controls(controls)?), &kept, now)
            }
            GameCommand::Seat { color, player } => {
                let (seat, is_me) = read_player(player)?;
                self.sit((*color).into(), seat, is_me.then_some(act.user).flatten(), by, now)
            }
            GameCommand::Speed { ms } => {
                self.speed = Duration::from_millis((*ms).into()).min(SLOWEST);
                let kept = Kept::Speed { ms: self.speed.as_millis() as u64 };
                Ok(Done { happened: Vec::new(), event: kept.event() })
            }
            _ => Err(Refusal::not_now("that is possible in an analysis only")),
        }
    }

    /// Puts somebody on a side.
    pub fn sit(
        &mut self,
        color: Color,
        seat: Seat,
        user: Option<UserId>,
        by: Actor,
        now: Moment,
    ) -> Result<Done, Refusal> {
        if matches!(seat, Seat::Engine(_)) && !matches!(self.position(), AnyPosition::Standard(_)) {
            return Err(no_engine());
        }
        let kept = Kept::Seat { color: color.into(), player: seat.code(), user: user.map(UserId::number) };
        let done = self.note(by, Command::Seat(color, seat), &kept, now)?;
        self.users[color] = user;
        Ok(done)
    }

    /// The rematch has begun elsewhere.
    pub fn follow(&mut self, next: regence_store::GameId) -> Done {
        self.next = Some(next);
        Done { happened: vec![Happening::Rematch], event: Kept::Next { game: next.to_string() }.event() }
    }

    /// The server was away for so long while the clock would have run: it goes on as if nothing had been.
    pub fn bridge(&mut self, ms: i64) -> Done {
        self.gap += ms;
        Done { happened: Vec::new(), event: Kept::Gap { ms }.event() }
    }

    /// Everybody has left without a word.
    pub fn abandon(&mut self) -> Done {
        self.is_abandoned = true;
        Done { happened: vec![Happening::Ended], event: Kept::Abandoned.event() }
    }

    fn check_engines(&mut self, position: &AnyPosition) -> Result<(), Refusal> {
        let seats = self.playing()?.seats();
        let has_engine = Color::ALL.into_iter().any(|color| matches!(seats[color], Seat::Engine(_)));
        if has_engine && !matches!(position, AnyPosition::Standard(_)) { Err(no_engine()) } else { Ok(()) }
    }
}

/// The engine does not know these rules.
pub fn no_engine() -> Refusal {
    Refusal::not_now("the engine plays chess and Chess960 only: choose a simple computer for these rules")
}

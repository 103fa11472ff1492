//! The keeper of a table: a task that alone touches it. Whoever wants something of the table asks its keeper; whatever
//! changes is first kept in the store, then told to everybody who looks.

mod absence;
mod audience;
mod engine;
mod follow;
mod lines;
mod manage;
mod request;

pub use audience::Outgoing;
pub use request::{Answer, Request};

use crate::refusal::{Code, Refusal};
use crate::shared::Shared;
use crate::show::{self, MoveList};
use crate::table::{Act, Circumstances, Done, Table, action, allowed};
use crate::time::Time;
use crate::view::{Both, Happening, Kind, MoveChange, NowView, Presence, Proposal, Role, Snapshot, You};
use audience::Audience;
use engine::Thinking;
use lines::Lines;
use regence_game::session::Session;
use regence_rules::{ByColor, Color, Square};
use regence_store::{Entry, Event, Lease, Moment, StoreError, Topic, UserId};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How many changes are remembered for those who come back.
const MEMORY: usize = 1024;
/// How long a table is kept at hand when nobody looks at it.
const IDLE: Duration = Duration::from_mins(5);

/// After how many milliseconds the keeper tries again to keep what could not be kept.
const PAUSE: i64 = 1000;

/// The keeper of a table.
pub struct Keeper {
    table: Table,
    /// By which the store knows that the table is ours; none while a terminal has the game open, and nothing is changed here.
    lease: Option<Lease>,
    shared: Arc<Shared>,
    inbox: mpsc::Receiver<Request>,
    news: mpsc::UnboundedReceiver<engine::Told>,
    to_news: mpsc::UnboundedSender<engine::Told>,
    moves: MoveList,
    changes: VecDeque<Change>,
    audience: Audience,
    /// Since when a player is away.
    away: ByColor<Option<Moment>>,
    proposal: Option<Proposal>,
    selected: Option<Square>,
    thinking: Thinking,
    lines: Option<Lines>,
    /// When a flag that has fallen is tried again to be kept.
    retry: Option<Moment>,
    /// Whether the computer is to make one move and stop again.
    is_stepping: bool,
    /// When somebody last wanted something.
    last_seen: Moment,
    /// When something was last written into the log.
    last: Moment,
    /// How many times this server was not there for anybody, as far as the clock knows.
    absences: usize,
    /// Whether it is over with this keeper: somebody else has changed the game, or the server stops.
    is_done: bool,
    /// What becomes of the table then.
    fate: Fate,
}

/// What becomes of a table when it is over with its keeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// If it is still ours, it has to go on.
    GoesOn,
    /// Nobody needs it, and it is given back.
    Idle,
    /// The server stops, or the game was deleted.
    Closed,
}

/// A table that was read from the store, and brought up to date.
pub struct Read {
    /// The table.
    pub table: Table,
    /// When something was last written into its log.
    pub last: Moment,
    /// How many times this server had not been there for anybody before it was read.
    pub absences: usize,
}

/// What is remembered of a change for those who come back.
struct Change {
    number: u32,
    keep: usize,
    happened: Vec<Happening>,
}

impl Keeper {
    /// Starts keeping a table that was read.
    pub fn start(read: Read, lease: Option<Lease>, shared: Arc<Shared>) -> mpsc::Sender<Request> {
        let Read { table, last, absences } = read;
        let (sender, inbox) = mpsc::channel(256);
        let (to_news, news) = mpsc::unbounded_channel();
        let now = shared.config.time.now();
        let mut moves = MoveList::default();
        moves.update(&table, true);
        let away = ByColor { white: Some(now), black: Some(now) };
        let keeper = Self {
            table,
            lease,
            shared,
            inbox,
            news,
            to_news,
            moves,
            changes: VecDeque::new(),
            audience: Audience::default(),
            away,
            proposal: None,
            selected: None,
            thinking: Thinking::default(),
            lines: None,
            retry: None,
            is_stepping: false,
            last_seen: now,
            last,
            absences,
            is_done: false,
            fate: Fate::GoesOn,
        };
        tokio::spawn(keeper.run());
        sender
    }

    async fn run(mut self) {
        self.shared.metrics.tables.add(1);
        self.wake_computer(self.now());
        while !self.is_done {
            let (time, next) = (self.shared.config.time.clone(), self.next());
            tokio::select! {
                request = self.inbox.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => break,
                },
                Some(told) = self.news.recv() => self.hear(told).await,
                () = reach(&time, next) => self.tick().await,
            }
        }
        if self.fate == Fate::Idle
            && let Some(lease) = self.lease
            && let Err(error) = self.shared.store.release(self.shared.node.id(), self.table.id, lease).await
        {
            tracing::warn!(game = %self.table.id, %error, "a game that nobody needs was not given back");
        }
        self.inbox.close();
        self.shared.hub.forget_closed(self.table.id);
        if self.fate == Fate::GoesOn {
            self.shared.hub.desert(self.table.id);
        }
        while let Some(request) = self.inbox.recv().await {
            request.refuse(Refusal::stopping());
        }
        self.shared.metrics.tables.add(-1);
    }

    fn now(&self) -> Moment {
        self.shared.config.time.now()
    }

    /// When something happens by itself.
    fn next(&self) -> Option<Moment> {
        let now = self.now();
        let desertion = (self.table.kind() == Kind::Online && self.table.is_running())
            .then(|| Color::ALL.into_iter().filter_map(|color| self.away[color]))
            .and_then(|away| away.map(|since| self.patience_of(since)).filter(|&at| at > now).min());
        let idle = self.audience.is_empty().then_some(Moment(now.0 + IDLE.as_millis() as i64));
        let lines = self.lines.as_ref().and_then(Lines::due);
        let moments = [self.flag(now), desertion, idle, self.thinking.due(), lines, self.next_look(now)];
        moments.into_iter().flatten().min()
    }

    /// When a flag falls; if one has fallen already, when that is to be kept.
    fn flag(&self, now: Moment) -> Option<Moment> {
        if self.has_fallen(now) {
            return Some(self.retry.unwrap_or(now));
        }
        let clock = self.table.session()?.clock();
        clock.next_flag(self.table.time(now)).map(|time| Moment(self.table.moment(time).0 + 1))
    }

    /// Whether a flag has fallen, and the game does not know yet.
    fn has_fallen(&self, now: Moment) -> bool {
        self.table.is_running() && self.table.has_flag_fallen(now)
    }

    fn patience_of(&self, since: Moment) -> Moment {
        Moment(since.0 + self.shared.config.patience.as_millis() as i64)
    }

    /// Something happens by itself: a flag falls, a computer is to move, somebody has been away too long.
    async fn tick(&mut self) {
        self.catch_up().await;
        if self.is_done {
            return;
        }
        let now = self.now();
        if self.next_look(now).is_some() {
            self.follow(now).await;
        }
        // What cannot be kept now is tried again.
        let _ = self.settle(now).await;
        self.retry = self.has_fallen(now).then_some(Moment(now.0 + PAUSE));
        self.play_if_due(now).await;
        self.think_if_due(now);
        self.flush_lines(now);
        let is_waiting = self.deserter(now).is_some();
        if is_waiting {
            self.tell_now(now);
        }
        let is_idle = now.0 - self.last_seen.0 >= IDLE.as_millis() as i64;
        let is_needed = self.thinking.is_busy() || self.flag(now).is_some();
        if self.audience.is_empty() && is_idle && !is_needed {
            self.fate = Fate::Idle;
            self.is_done = true;
        }
    }

    /// Brings the clock up to this moment.
    async fn settle(&mut self, now: Moment) -> Result<(), Refusal> {
        self.require_presence()?;
        if !self.table.has_flag_fallen(now) {
            // As it mostly is; a copy of the table would be work for nothing.
            return Ok(());
        }
        // Whether people could be served when it fell is only known once the database has answered.
        if self.shared.node.is_overdue() {
            return Err(Refusal::cut_off());
        }
        let mut next = self.table.clone();
        match next.settle(now) {
            Some(done) => self.commit(next, done, now).await,
            None => Ok(()),
        }
    }

    /// Keeps what was done, and tells it to everybody, if that may be done now.
    async fn commit(&mut self, next: Table, done: Done, now: Moment) -> Result<(), Refusal> {
        self.require_presence()?;
        self.keep(next, done, now).await
    }

    async fn keep(&mut self, mut next: Table, done: Done, now: Moment) -> Result<(), Refusal> {
        let is_new_start = matches!(done.event, Event::Setup { .. });
        let entry = Entry { at: now, event: done.event };
        let lease = self.lease.ok_or_else(Refusal::visited)?;
        let store = &self.shared.store;
        let kept = store.append_leased(lease, next.id, next.number + 1, entry, next.standing()).await;
        if let Err(error) = kept {
            // Somebody else has written into the log, or nobody knows whether we have: this table may not be what it
            // was, and is read anew.
            let is_other = matches!(
                error,
                StoreError::Conflict { .. } | StoreError::NoSuchGame(_) | StoreError::Fenced(_)
            );
            self.is_done |= is_other || error.is_uncertain();
            return Err(error.into());
        }
        next.number += 1;
        self.last = now;
        self.shared.bus.tell(Topic::Games, format!("{}:{}", next.id, next.number));
        self.shared.metrics.changes.add(1);
        let row = next.row();
        let is_seated_anew = row != self.table.row();
        self.table = next;
        if is_seated_anew {
            self.note_presence();
            // The log is what counts; this only helps to find the game.
            if let Err(error) = self.shared.store.arrange_leased(lease, self.table.id, row).await {
                tracing::warn!(game = %self.table.id, %error, "who sits there was not noted");
            }
        }
        if !matches!(done.happened.first(), None | Some(Happening::DrawOffered { .. })) {
            self.proposal = None;
            self.selected = None;
        }
        let change = self.moves.update(&self.table, is_new_start);
        self.remember(&change, &done.happened);
        self.tell_change(&done.happened, &change, now);
        self.wake_computer(now);
        self.follow_lines(now);
        Ok(())
    }

    fn remember(&mut self, change: &MoveChange, happened: &[Happening]) {
        if self.changes.len() == MEMORY {
            self.changes.pop_front();
        }
        let number = self.table.number;
        self.changes.push_back(Change { number, keep: change.keep, happened: happened.to_vec() });
    }

    /// What has changed since a number, if that is remembered.
    fn since(&self, number: u32) -> Option<(Vec<Happening>, MoveChange)> {
        let missed = self.table.number.checked_sub(number)? as usize;
        let first = self.changes.len().checked_sub(missed)?;
        let missed = self.changes.range(first..);
        debug_assert!(missed.clone().all(|change| change.number > number));
        let keep = missed.clone().map(|change| change.keep).min().unwrap_or(self.moves.all().len());
        let happened = missed.flat_map(|change| change.happened.iter().cloned()).collect();
        Some((happened, MoveChange { keep, add: self.moves.after(keep).to_vec() }))
    }

    fn circumstances(&self, now: Moment) -> Circumstances {
        Circumstances { proposal: self.proposal, deserter: self.deserter(now) }
    }

    /// The player who has been away for so long that the other may claim the win.
    fn deserter(&self, now: Moment) -> Option<Color> {
        let is_open =
            self.table.kind() == Kind::Online && self.table.is_running() && !self.table.has_free_seat();
        let is_gone = |color: Color| self.away[color].is_some_and(|since| self.patience_of(since) <= now);
        Color::ALL.into_iter().find(|&color| is_open && is_gone(color))
    }

    fn you(&self, role: Role, now: Moment) -> You {
        let seats = self.table.session().map(Session::seats);
        let only_person = seats.and_then(|seats| {
            (role == Role::Owner && seats.white.is_human() != seats.black.is_human())
                .then(|| if seats.white.is_human() { Color::White } else { Color::Black })
        });
        let color = crate::table::color(role).or(only_person).map(Into::into);
        You { role, color, allowed: allowed(&self.table, role, self.circumstances(now)) }
    }

    /// Whether somebody has a seat here.
    fn sits(&self, user: UserId) -> bool {
        Color::ALL.into_iter().any(|color| self.table.users[color] == Some(user))
    }

    fn now_view(&self) -> NowView {
        let is_computer =
            |color: Color| self.table.session().is_some_and(|session| !session.seats()[color].is_human());
        let presence = |color: Color| Presence {
            here: is_computer(color) || self.away[color].is_none(),
            away_since: self.away[color].filter(|_| !is_computer(color)).map(|since| since.0),
            lag_ms: self.table.users[color].and_then(|user| self.audience.lag_of(user)),
        };
        NowView {
            players: Both::of(presence),
            watchers: self.audience.count(|user| self.table.role(user) == Role::Watcher),
            proposal: self.proposal,
            selected: self.selected.map(|square| square.to_string()),
            thinking: self.thinking.is_busy(),
        }
    }

    fn snapshot(&self, role: Role, now: Moment) -> Snapshot {
        Snapshot {
            number: self.table.number,
            state: show::state(&self.table, now),
            moves: self.moves.all().to_vec(),
            now: self.now_view(),
            you: self.you(role, now),
        }
    }

    /// Does what somebody asks for and keeps it. The table knows best why it cannot be done; what can be done must be
    /// allowed as well.
    async fn perform(&mut self, act: Act, command: &crate::view::GameCommand) -> Result<(), Refusal> {
        let mut next = self.table.clone();
        let done = next.perform(act, command)?;
        self.require(act, action(command))?;
        self.commit(next, done, act.now).await
    }

    fn require_current(&self, number: Option<u32>) -> Result<(), Refusal> {
        match number {
            Some(number) if number != self.table.number => Err(Refusal::new(
                Code::Stale,
                format_args!("the game has gone on: it is at change {}, not {number}", self.table.number),
            )),
            _ => Ok(()),
        }
    }
}

/// Waits for a moment, or for ever.
async fn reach(time: &Time, moment: Option<Moment>) {
    match moment {
        Some(moment) => time.reach(moment).await,
        None => std::future::pending().await,
    }
}

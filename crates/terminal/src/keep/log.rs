//! A session that says how everything done to it is to be kept, and a kept session that goes on.

use super::words;
use regence_game::session::{Actor, Command, Event as Happened, Seat, Session, SessionError};
use regence_game::{Game, NodeId, Purpose, Variant};
use regence_rules::{ByColor, Color, Draw, Outcome, Win};
use regence_store::{Entry, Event, GameId, Moment, NewGame, Played, Standing, Status};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

/// The kind of the notes in the logs of games, and of the tables at which they are played.
pub const KIND: &str = "terminal";

/// What a note says. The store has events of its own for everything that concerns the moves.
#[derive(Serialize, Deserialize)]
struct Note {
    did: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
    /// How many entries after this one only tell the store where the game stands that this has brought back.
    #[serde(default, skip_serializing_if = "is_zero")]
    aside: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// How a session began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Opening {
    variant: String,
    /// The first position, as FEN. The game's row in the store knows the last one that was set up.
    start: String,
    white: String,
    black: String,
    /// What the simple computers' choices depend on.
    seed: u64,
}

/// The first note.
const OPEN: &str = "open";
/// The player goes away while the clock runs.
const LEAVE: &str = "leave";
/// The player is there again, and the clock goes on from where it stood.
const RETURN: &str = "return";

/// A game in the store that can go on.
#[derive(Clone, Debug)]
pub struct LeftGame {
    /// Its name.
    pub id: GameId,
    /// Its log.
    pub entries: Vec<Entry>,
}

/// What is to be written down of a session.
#[derive(Clone, Debug)]
pub struct Changes {
    /// By what its other changes are known to belong to the same game.
    pub number: u64,
    /// Where the store has it.
    pub origin: Origin,
    /// Who plays now.
    pub seats: ByColor<Seat>,
    /// What has happened, and how the game stands after each of it.
    pub entries: Vec<(Entry, Standing)>,
}

/// Where a session comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// It is new.
    New(Box<NewGame>),
    /// It was kept before.
    Kept {
        /// Its name.
        id: GameId,
        /// The number that its next entry got when it was read.
        next: u32,
    },
}

/// A session that writes down what is done to it.
#[derive(Clone, Debug)]
pub struct Log {
    session: Session,
    number: u64,
    seed: u64,
    /// The moment at which the session's time was nothing.
    begun: Moment,
    origin: Origin,
    /// What was left on the mover's clock after each move of the game.
    clocks: HashMap<NodeId, Duration>,
    /// What has not been handed out to be kept.
    waiting: Vec<(Entry, Standing)>,
    /// Whether something has happened that is worth it. Who looks at a start position and leaves has played no game.
    is_worth_keeping: bool,
}

impl Log {
    /// A new session with a game that nobody has played yet.
    pub fn new(game: &Game, seats: ByColor<Seat>, seed: u64, number: u64, begun: Moment) -> Self {
        let new = NewGame { variant: game.variant(), start: game.start().fen(), ..NewGame::at(begun) };
        let opening = Opening {
            variant: new.variant.to_string(),
            start: new.start.clone(),
            white: seats.white.code(),
            black: seats.black.code(),
            seed,
        };
        let mut log = Self {
            session: Session::new(game.restarted(), seats).remembering_stages(),
            number,
            seed,
            begun,
            origin: Origin::New(Box::new(new)),
            clocks: HashMap::new(),
            waiting: Vec::new(),
            is_worth_keeping: false,
        };
        log.note(&Note { opening: Some(opening), ..Note::of(OPEN) }, Duration::ZERO);
        log
    }

    /// Whether anything has happened that is worth coming back to.
    pub fn is_worth_keeping(&self) -> bool {
        self.is_worth_keeping
    }

    /// The session that was left, and its time; `None` if its log makes no sense.
    pub fn restore(left: &LeftGame, number: u64) -> Option<(Self, Duration)> {
        let (first, rest) = left.entries.split_first()?;
        let opening = read_note(&first.event)?.opening?;
        let variant: Variant = opening.variant.parse().ok()?;
        let game = Game::of(variant, variant.read_fen(&opening.start).ok()?, Purpose::Playing);
        let seats = ByColor { white: opening.white.parse().ok()?, black: opening.black.parse().ok()? };
        let mut log = Self::new(&game, seats, opening.seed, number, first.at);
        let mut time = Duration::ZERO;
        let mut rest = rest.iter();
        while let Some(entry) = rest.next() {
            let note = read_note(&entry.event);
            if note.as_ref().is_some_and(|note| note.did == RETURN) {
                log.begun = before(entry.at, time);
            }
            time = log.time(entry.at).max(time);
            log.repeat(&entry.event, time)?;
            for _ in 0..note.map_or(0, |note| note.aside) {
                rest.next()?;
            }
        }
        log.origin = Origin::Kept { id: left.id, next: left.entries.len() as u32 + 1 };
        log.waiting.clear();
        log.is_worth_keeping = true;
        Some((log, time))
    }

    /// Does again what an entry says.
    fn repeat(&mut self, event: &Event, time: Duration) -> Option<()> {
        let offerer = self.session.game().and_then(Game::draw_offer);
        let command = match event {
            Event::Play(played) => Command::Play(played.uci()?),
            Event::Line(_) => Command::Redo,
            Event::Undo { .. } => Command::Undo,
            Event::Setup { variant, start } => {
                Command::SetPosition(*variant, Box::new(variant.read_fen(start).ok()?))
            }
            Event::End { outcome, intended } => match *outcome {
                Outcome::Win { winner, by: Win::Resignation } => Command::Resign(!winner),
                Outcome::Win { winner, by: Win::Abandonment } => Command::Abandon(!winner),
                Outcome::Win { .. } | Outcome::Draw(Draw::TimeWithoutMaterial { .. }) => {
                    self.session.settle(time);
                    return Some(());
                }
                Outcome::Draw(Draw::Agreement) => Command::AcceptDraw(!offerer?),
                Outcome::Draw(_) => Command::Claim(*intended),
            },
            Event::Note { .. } => match read_note(event)?.did.as_str() {
                OPEN | LEAVE | RETURN => return Some(()),
                did => words::read(did)?,
            },
            Event::Annotated { .. } => return None,
        };
        let events = self.session.apply(Actor::Anyone, command, time).ok()?;
        self.read_clock(&events, time);
        Some(())
    }

    /// Remembers what was left on the clock of whoever has moved.
    fn read_clock(&mut self, events: &[Happened], now: Duration) {
        let Some(game) = self.session.game() else { return };
        for event in events {
            match event {
                // The places of another game have the same numbers.
                Happened::Started | Happened::Returned => self.clocks.clear(),
                Happened::Played(_) => {
                    let left = self.session.clock().remaining(!game.position().turn(), now);
                    self.clocks.extend(left.map(|left| (game.cursor(), left)));
                }
                _ => {}
            }
        }
    }

    /// The game as it was played, with the time that was left after each move, and without what was taken back.
    pub fn game(&self) -> Game {
        let mut game = self.session.game().cloned().unwrap_or_default();
        // What was taken back can be played again, but is no part of the game.
        for id in game.variations(game.cursor()).to_vec() {
            game.delete(id);
        }
        for id in game.path() {
            if let Some(&left) = self.clocks.get(&id) {
                game.notes_mut(id).after.set_clock(Some(left));
            }
        }
        game
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What the simple computers' choices depend on.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Does something and writes it down. If a flag has fallen by now, it is too late, and that is what has happened.
    pub fn apply(&mut self, command: Command, now: Duration) -> Result<Vec<Happened>, SessionError> {
        // Logs count in milliseconds, and so do we, so that they can be gone through again exactly.
        let now = whole(now);
        if let Some(ended) = self.settle(now) {
            return Ok(vec![ended]);
        }
        let is_edit = matches!(command, Command::Edit(_) | Command::Load(..));
        let intended = if let Command::Claim(intended) = command { intended } else { None };
        let mut note = Note::of(&words::write(&command));
        let events = self.session.apply(Actor::Anyone, command, now)?;
        self.read_clock(&events, now);
        let aside = if events.contains(&Happened::Returned) { self.whole_game() } else { Vec::new() };
        note.aside = aside.len();
        let event = match self.event(&events, now) {
            Some(Event::End { outcome, .. }) => Event::End { outcome, intended },
            event => event.unwrap_or_else(|| note.event()),
        };
        self.is_worth_keeping |= match &event {
            Event::Note { .. } => is_edit,
            Event::Setup { .. } => false,
            _ => true,
        };
        self.write(event, now);
        for event in aside {
            self.write(event, now);
        }
        Ok(events)
    }

    /// Brings the clock up to this moment, and writes down if a flag has fallen.
    pub fn settle(&mut self, now: Duration) -> Option<Happened> {
        let now = whole(now);
        let event = self.session.settle(now)?;
        if let Happened::Ended(outcome) = event {
            self.write(Event::End { outcome, intended: None }, now);
        }
        Some(event)
    }

    /// The player goes away.
    pub fn leave(&mut self, now: Duration) {
        let now = whole(now);
        self.settle(now);
        if self.session.clock().running(now).is_some() {
            self.note(&Note::of(LEAVE), now);
        }
    }

    /// The player is there again: what time it is for the session, whose clock has stood still since `left`.
    pub fn come_back(&mut self, left: Duration, moment: Moment) -> Duration {
        let left = whole(left);
        if self.session.clock().running(left).is_none() {
            return self.time(moment).max(left);
        }
        self.begun = before(moment, left);
        self.note(&Note::of(RETURN), left);
        left
    }

    /// What is to be kept now, if there is anything.
    pub fn changes(&mut self) -> Option<Changes> {
        if !self.is_worth_keeping || self.waiting.is_empty() {
            return None;
        }
        if let Origin::New(new) = &mut self.origin {
            // Once the game is kept this changes nothing any more.
            let control = self.session.clock().control(Color::White).to_string();
            new.time_control = (control != "-").then_some(control);
        }
        Some(Changes {
            number: self.number,
            origin: self.origin.clone(),
            seats: self.session.seats().clone(),
            entries: core::mem::take(&mut self.waiting),
        })
    }

    /// The session's time at a moment.
    fn time(&self, moment: Moment) -> Duration {
        Duration::from_millis(moment.0.saturating_sub(self.begun.0).max(0) as u64)
    }

    /// What the store is told of what has happened, if it has a word for it.
    fn event(&self, events: &[Happened], now: Duration) -> Option<Event> {
        let game = self.session.game()?;
        Some(match events.first()? {
            Happened::Played(_) => {
                let left = self.session.clock().remaining(!game.position().turn(), now);
                Event::Play(Played::of(game.last_ply()?, left)?)
            }
            Happened::TakenBack(plies) => Event::Undo { plies: *plies as u32 },
            Happened::Redone(plies) => {
                let all = game.plies();
                let again = all.iter().skip(all.len().saturating_sub(*plies));
                Event::Line(again.filter_map(|ply| Played::of(ply, None)).collect())
            }
            Happened::Ended(outcome) => Event::End { outcome: *outcome, intended: None },
            Happened::Started => Event::Setup { variant: game.variant(), start: game.start().fen() },
            _ => return None,
        })
    }

    /// The game that is there now, from its start on: what the store has instead may be another one. On a free board,
    /// nothing.
    fn whole_game(&self) -> Vec<Event> {
        let Some(game) = self.session.game() else { return Vec::new() };
        let mut events = vec![Event::Setup { variant: game.variant(), start: game.start().fen() }];
        let line: Vec<Played> = game.plies().into_iter().filter_map(|ply| Played::of(ply, None)).collect();
        if !line.is_empty() {
            events.push(Event::Line(line));
        }
        if let Some(outcome) = game.outcome().filter(|_| game.position().outcome().is_none()) {
            events.push(Event::End { outcome, intended: None });
        }
        events
    }

    fn note(&mut self, note: &Note, now: Duration) {
        self.write(note.event(), now);
    }

    fn write(&mut self, event: Event, now: Duration) {
        let at = Moment(self.begun.0.saturating_add(now.as_millis() as i64));
        let standing = match self.session.game() {
            Some(game) => Standing::of(game),
            None => Standing { fen: self.session.position().fen(), status: Status::Running, opening: None },
        };
        self.waiting.push((Entry { at, event }, standing));
    }
}

impl Note {
    fn of(did: &str) -> Self {
        Self { did: did.to_owned(), opening: None, aside: 0 }
    }

    fn event(&self) -> Event {
        // What has only texts and numbers in it can always be written.
        Event::Note { kind: KIND.into(), body: serde_json::to_value(self).unwrap_or_default() }
    }
}

fn read_note(event: &Event) -> Option<Note> {
    match event {
        Event::Note { kind, body } if kind == KIND => serde_json::from_value(body.clone()).ok(),
        _ => None,
    }
}

fn whole(time: Duration) -> Duration {
    Duration::from_millis(time.as_millis() as u64)
}

/// The moment so long before another.
fn before(moment: Moment, time: Duration) -> Moment {
    Moment(moment.0.saturating_sub(time.as_millis() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::clock::TimeControl;

    const NOON: Moment = Moment(1_700_000_000_000);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn new(white: &str, black: &str) -> Log {
        let seat = |code: &str| code.parse().expect("a seat");
        Log::new(&Game::default(), ByColor { white: seat(white), black: seat(black) }, 7, 1, NOON)
    }

    fn play(log: &mut Log, moves: &[(u64, &str)]) {
        for (at, mv) in moves {
            log.apply(Command::Play(mv.parse().expect("a move")), seconds(*at)).expect("a legal move");
        }
    }

    /// What the store has after everything so far was kept.
    fn kept(log: &mut Log, before: &[Entry]) -> LeftGame {
        let changes = log.changes().expect("there is something to keep");
        let entries = before.iter().cloned().chain(changes.entries.into_iter().map(|(entry, _)| entry));
        LeftGame { id: GameId::random().expect("randomness"), entries: entries.collect() }
    }

    #[test]
    fn a_game_without_a_move_is_not_worth_keeping() {
        let mut log = new("human:", "human:");
        let control: TimeControl = "5+3".parse().expect("a control");
        let controls = ByColor { white: control.clone(), black: control };
        log.apply(Command::Clock(controls), seconds(0)).expect("the clock is set");
        assert!(log.changes().is_none());
        play(&mut log, &[(1, "e2e4")]);
        let changes = log.changes().expect("a move");
        assert_eq!(changes.entries.len(), 3, "how it began, the clock, the move");
        assert!(matches!(changes.origin, Origin::New(new) if new.time_control.as_deref() == Some("5+3")));
        assert!(log.changes().is_none(), "nothing is kept twice");
    }

    #[test]
    fn a_game_left_has_its_clocks_and_what_was_taken_back() {
        let mut log = new("human:Ada", "human:");
        let control: TimeControl = "5+3".parse().expect("a control");
        let controls = ByColor { white: control.clone(), black: control };
        log.apply(Command::Clock(controls), seconds(0)).expect("the clock is set");
        play(&mut log, &[(1, "e2e4"), (11, "e7e5"), (31, "g1f3")]);
        log.apply(Command::Undo, seconds(40)).expect("there is a move");
        log.leave(seconds(45));
        let left = kept(&mut log, &[]);
        let (mut restored, now) = Log::restore(&left, 2).expect("it was kept a moment ago");
        assert_eq!(now, seconds(45));
        let same = |one: &Log, two: &Log, now: Duration| {
            let (one, two) = (one.session(), two.session());
            assert_eq!(one.position(), two.position());
            for color in Color::ALL {
                assert_eq!(one.clock().remaining(color, now), two.clock().remaining(color, now));
            }
        };
        same(&log, &restored, now);
        let session = restored.session();
        assert_eq!(session.game().map(|game| game.variations(game.cursor()).len()), Some(1));
        let clocks = |log: &Log| -> Vec<_> {
            let game = log.game();
            game.path().into_iter().filter_map(|id| game.notes(id).after.clock()).collect()
        };
        assert_eq!(clocks(&restored), clocks(&log));
        assert_eq!(clocks(&restored).len(), 2, "what was taken back is no part of the game");
        // The clock stands still overnight, and a second replay knows that.
        let night = Moment(NOON.0 + 40_000_000);
        assert_eq!(restored.come_back(now, night), now);
        play(&mut restored, &[(50, "b1c3")]);
        let again = kept(&mut restored, &left.entries);
        let (again, now) = Log::restore(&again, 3).expect("it was kept a moment ago");
        assert_eq!(now, seconds(50));
        same(&restored, &again, now);
    }

    #[test]
    fn every_end_is_repeated() {
        let ends = [
            vec![Command::Resign(Color::White)],
            vec![Command::Abandon(Color::Black)],
            vec![Command::OfferDraw(Color::Black), Command::AcceptDraw(Color::White)],
        ];
        for commands in ends {
            let mut log = new("human:", "computer:taker");
            play(&mut log, &[(1, "e2e4"), (2, "e7e5")]);
            for command in commands {
                log.apply(command, seconds(3)).expect("it can be done");
            }
            let (restored, _) = Log::restore(&kept(&mut log, &[]), 2).expect("it was kept");
            assert!(restored.session().outcome().is_some());
            assert_eq!(restored.session().outcome(), log.session().outcome());
        }
    }

    #[test]
    fn a_fallen_flag_comes_before_a_late_move() {
        let mut log = new("human:", "human:");
        let control: TimeControl = "1+0".parse().expect("a control");
        let controls = ByColor { white: control.clone(), black: control };
        log.apply(Command::Clock(controls), seconds(0)).expect("the clock is set");
        play(&mut log, &[(1, "e2e4")]);
        let events = log.apply(Command::Play("e7e5".parse().expect("a move")), seconds(90));
        assert!(matches!(events.as_deref(), Ok([Happened::Ended(Outcome::Win { by: Win::Time, .. })])));
        let (restored, _) = Log::restore(&kept(&mut log, &[]), 2).expect("it was kept");
        assert_eq!(restored.session().outcome(), log.session().outcome());
    }

    #[test]
    fn the_free_board_is_kept_as_it_is_edited() {
        let mut log = new("human:", "human:");
        log.apply(Command::Stop, seconds(1)).expect("the board is freed");
        assert!(log.changes().is_none());
        let square = "e4".parse().expect("a square");
        log.apply(Command::Edit(regence_game::Edit::Remove(square)), seconds(2)).expect("an edit");
        let left = kept(&mut log, &[]);
        let (mut restored, _) = Log::restore(&left, 2).expect("it was kept");
        assert_eq!(restored.session().position(), log.session().position());
        restored.apply(Command::Start, seconds(3)).expect("it can be played");
        play(&mut restored, &[(4, "e2e4")]);
        let (again, _) = Log::restore(&kept(&mut restored, &left.entries), 3).expect("it was kept");
        assert_eq!(again.session().position(), restored.session().position());
    }

    #[test]
    fn what_was_taken_back_across_games_is_repeated() {
        let mut log = new("human:", "human:");
        play(&mut log, &[(1, "e2e4"), (2, "e7e5")]);
        let square = "a2".parse().expect("a square");
        let remove = Command::Edit(regence_game::Edit::Remove(square));
        for command in [Command::Stop, remove, Command::Start] {
            log.apply(command, seconds(3)).expect("it can be done");
        }
        play(&mut log, &[(4, "g1f3")]);
        for _ in 0..4 {
            log.apply(Command::Undo, seconds(5)).expect("there is something before");
        }
        let left = kept(&mut log, &[]);
        assert_eq!(log.session().game().map(|game| game.path().len()), Some(2), "the first game is back");
        // The store is told of it as of any other game.
        let told: Vec<&str> = left.entries.iter().rev().take(3).map(|entry| entry.event.kind()).collect();
        assert_eq!(told, ["line", "setup", KIND]);
        let (mut restored, _) = Log::restore(&left, 2).expect("it was kept");
        assert_eq!(restored.session().position(), log.session().position());
        for _ in 0..4 {
            restored.apply(Command::Redo, seconds(6)).expect("there is something after");
            log.apply(Command::Redo, seconds(6)).expect("there is something after");
            assert_eq!(restored.session().position(), log.session().position());
        }
        let (again, _) = Log::restore(&kept(&mut restored, &left.entries), 3).expect("it was kept");
        assert_eq!(again.session().position(), log.session().position());
    }

    #[test]
    fn what_makes_no_sense_is_not_restored() {
        let mut log = new("human:", "human:");
        play(&mut log, &[(1, "e2e4")]);
        let mut left = kept(&mut log, &[]);
        let twice = left.entries[1].clone();
        left.entries.push(twice);
        assert!(Log::restore(&left, 2).is_none());
        left.entries.clear();
        assert!(Log::restore(&left, 2).is_none());
    }
}

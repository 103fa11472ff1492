//! A table from its log.

use super::kept::{self, Kept, Opening};
use super::wording::{kept_edit, side};
use super::{Board, Table, analysis};
use crate::show;
use crate::view::Both;
use regence_game::clock::TimeControl;
use regence_game::json::GameJson;
use regence_game::session::{Actor, Command, ParseSeatError, Seat, Session, SessionError};
use regence_game::{Game, Purpose, Variant};
use regence_rules::{ByColor, Outcome, Win};
use regence_store::{Entry, Event, GameId, GameSummary, Player, UserId};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A log that is none of a table's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// Which entry makes no sense, from 1; 0 is the start.
    pub number: u32,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of the table's log: {}", self.number, self.why)
    }
}

impl std::error::Error for ReplayError {}

/// A game with nothing played.
fn begin(variant: Variant, start: &str, purpose: Purpose) -> Result<Game, String> {
    let start = variant.read_fen(start).map_err(|error| error.to_string())?;
    Ok(Game::of(variant, start, purpose))
}

impl Table {
    /// A new table, at which nothing has happened yet but that it was opened.
    pub fn open(id: GameId, variant: Variant, start: &str, opening: &Opening) -> Result<Self, String> {
        let both = |users: &Both<Option<i64>>| ByColor {
            white: users.white.map(UserId::numbered),
            black: users.black.map(UserId::numbered),
        };
        let board = match &opening.purpose {
            kept::Purpose::Explore => Board::Analysis(Box::new(begin(variant, start, Purpose::Analysing)?)),
            kept::Purpose::Review(json) => Board::Analysis(Box::new(read_tree(json)?)),
            kept::Purpose::Play => Board::Play(Box::new(read_session(variant, start, opening)?)),
        };
        let player = |code: &String| code.parse().map_err(|error: ParseSeatError| error.to_string());
        Ok(Self {
            id,
            owner: opening.owner.map(UserId::numbered),
            users: both(&opening.users),
            board,
            players: ByColor { white: player(&opening.seats.white)?, black: player(&opening.seats.black)? },
            reviewed: opening.reviewed.clone(),
            speed: Duration::from_millis(opening.speed_ms),
            at_once: opening.at_once,
            next: None,
            seed: opening.seed,
            is_abandoned: false,
            clocks: BTreeMap::new(),
            number: 0,
            gap: 0,
        })
    }

    /// The table that a log tells of. A game that was imported, and so never had one, becomes an analysis of its owner.
    pub fn replay(
        summary: &GameSummary,
        entries: &[Entry],
        owner: Option<UserId>,
    ) -> Result<Self, ReplayError> {
        let wrong = |index: usize, why: String| ReplayError { number: index as u32 + 1, why };
        let start = || (summary.variant, summary.start.as_str());
        let first = entries.first().and_then(|entry| Kept::read(&entry.event));
        let (mut table, skip) = match first {
            Some(Ok(Kept::Open(opening))) => {
                let (variant, start) = start();
                (Self::open(summary.id, variant, start, &opening).map_err(|why| wrong(0, why))?, 1)
            }
            Some(Err(why)) => return Err(wrong(0, why)),
            _ => {
                let (variant, start) = start();
                let player = |player: Option<&Player>| {
                    Seat::Human(player.map(|player| player.name.as_str().to_owned()).unwrap_or_default())
                        .code()
                };
                let opening = Opening {
                    owner: owner.map(UserId::number),
                    users: Both::default(),
                    seats: Both {
                        white: player(summary.white.as_ref()),
                        black: player(summary.black.as_ref()),
                    },
                    clocks: Both { white: "-".into(), black: "-".into() },
                    seed: 0,
                    speed_ms: 0,
                    at_once: false,
                    purpose: kept::Purpose::Explore,
                    reviewed: show::kept_outcome(&summary.status),
                };
                (Self::open(summary.id, variant, start, &opening).map_err(|why| wrong(0, why))?, 0)
            }
        };
        let setup = entries.iter().rposition(|entry| matches!(entry.event, Event::Setup { .. })).unwrap_or(0);
        for (index, entry) in entries.iter().enumerate().skip(skip) {
            table.repeat(entry, index < setup).map_err(|why| wrong(index, why))?;
        }
        table.number = entries.len() as u32;
        Ok(table)
    }

    /// Does an entry of the log again. What was `overtaken` by a new start matters only as far as it concerns the table.
    fn repeat(&mut self, entry: &Entry, overtaken: bool) -> Result<(), String> {
        let now = self.time(entry.at);
        if let Some(kept) = Kept::read(&entry.event) {
            return self.repeat_kept(&kept?, now, overtaken);
        }
        if matches!(entry.event, Event::Setup { .. }) {
            self.next = None;
        }
        if overtaken {
            return Ok(());
        }
        match &mut self.board {
            Board::Analysis(game) => {
                if let Some(annotated) = entry.event.annotated(game) {
                    // Its notes tell the clocks as well.
                    self.clocks.clear();
                    **game = annotated.game;
                    game.to_start();
                }
                let line = match &entry.event {
                    Event::Line(line) => line.as_slice(),
                    Event::Play(played) => std::slice::from_ref(played),
                    // What was taken back is no variation.
                    Event::Undo { plies } => {
                        (0..*plies).for_each(|_| game.delete(game.cursor()));
                        &[]
                    }
                    Event::Setup { variant, start } => {
                        **game = begin(*variant, start, Purpose::Analysing)?;
                        self.clocks.clear();
                        &[]
                    }
                    _ => &[],
                };
                for played in line {
                    // Games from elsewhere may have gone on where ours would have ended.
                    let has_gone_on = match played.uci() {
                        Some(uci) => game.play(uci).is_ok(),
                        None => game.pass_recorded().is_some(),
                    };
                    if !has_gone_on {
                        break;
                    }
                    if let Some(left) = played.clock() {
                        self.clocks.insert(game.cursor().number(), left.as_millis() as u64);
                    }
                }
                Ok(())
            }
            Board::Play(_) => self.repeat_event(&entry.event, now).map_err(|error| error.to_string()),
        }
    }

    fn repeat_event(&mut self, event: &Event, now: Duration) -> Result<(), SessionError> {
        let Board::Play(session) = &mut self.board else { return Ok(()) };
        let offerer = session.game().and_then(Game::draw_offer);
        let mut apply = |command| session.apply(Actor::Anyone, command, now).map(drop);
        match event {
            Event::Play(played) => {
                // Nobody passes at a table.
                let Some(uci) = played.uci() else { return Ok(()) };
                apply(Command::Play(uci))?;
                if let (Some(game), Some(left)) = (session.game(), played.clock()) {
                    self.clocks.insert(game.cursor().number(), left.as_millis() as u64);
                }
                Ok(())
            }
            Event::Line(_) => apply(Command::Redo),
            Event::Undo { .. } => apply(Command::Undo),
            Event::Setup { variant, start } => match variant.read_fen(start) {
                Ok(position) => {
                    self.clocks.clear();
                    self.is_abandoned = false;
                    apply(Command::SetPosition(*variant, Box::new(position)))
                }
                // The store has judged it when it was written.
                Err(_) => Ok(()),
            },
            Event::End { outcome, intended } => match *outcome {
                Outcome::Win { winner, by: Win::Resignation } => apply(Command::Resign(!winner)),
                Outcome::Win { winner, by: Win::Abandonment } => apply(Command::Abandon(!winner)),
                Outcome::Win { by: Win::Time, .. }
                | Outcome::Draw(regence_rules::Draw::TimeWithoutMaterial { .. }) => {
                    session.settle(now);
                    Ok(())
                }
                Outcome::Draw(regence_rules::Draw::Agreement) => {
                    offerer.map_or(Ok(()), |offerer| apply(Command::AcceptDraw(!offerer)))
                }
                Outcome::Draw(_) => apply(Command::Claim(*intended)),
                Outcome::Win { .. } => Ok(()),
            },
            Event::Annotated { .. } | Event::Note { .. } => Ok(()),
        }
    }

    fn repeat_kept(&mut self, kept: &Kept, now: Duration, overtaken: bool) -> Result<(), String> {
        let command = match kept {
            Kept::Seat { color, player, user } => {
                self.users[side(*color)] = user.map(UserId::numbered);
                let seat = player.parse().map_err(|error| format!("{error}"))?;
                Command::Seat(side(*color), seat)
            }
            Kept::Swap => {
                self.users = ByColor { white: self.users.black, black: self.users.white };
                Command::SwapSides
            }
            Kept::Clock { controls } => Command::Clock(read_controls(controls)?),
            Kept::Pause => Command::Pause,
            Kept::Resume => Command::Resume,
            Kept::Speed { ms } => {
                self.speed = Duration::from_millis(*ms);
                return Ok(());
            }
            Kept::Next { game } => {
                self.next = game.parse().ok();
                return Ok(());
            }
            Kept::Gap { ms } => {
                self.gap += ms;
                return Ok(());
            }
            Kept::Abandoned => {
                self.is_abandoned = true;
                return Ok(());
            }
            _ if overtaken => return Ok(()),
            kept => return self.repeat_rest(kept, now),
        };
        self.apply(command, now)
    }

    fn repeat_rest(&mut self, kept: &Kept, now: Duration) -> Result<(), String> {
        if let Board::Analysis(game) = &mut self.board {
            return if analysis::repeat(game, kept) { Ok(()) } else { Err("it makes no sense there".into()) };
        }
        let command = match kept {
            Kept::Offer { by } => Command::OfferDraw(side(*by)),
            Kept::Decline { by } => Command::DeclineDraw(side(*by)),
            Kept::AddTime { color, ms } => Command::AddTime(side(*color), Duration::from_millis(*ms)),
            Kept::Stop => Command::Stop,
            Kept::Load { variant, fen } => {
                Command::Load(variant.parse().map_err(|error| format!("{error}"))?, fen.clone())
            }
            Kept::UndoEdit => Command::Undo,
            Kept::RedoEdit => Command::Redo,
            Kept::ResetBoard => Command::Reset,
            kept => Command::Edit(kept_edit(kept).ok_or("it is no edit")?),
        };
        self.apply(command, now)
    }

    fn apply(&mut self, command: Command, now: Duration) -> Result<(), String> {
        let Board::Play(session) = &mut self.board else { return Ok(()) };
        session.apply(Actor::Anyone, command, now).map(drop).map_err(|error| error.to_string())
    }
}

fn read_controls(controls: &Both<String>) -> Result<ByColor<TimeControl>, String> {
    let read = |text: &str| text.parse().map_err(|error| format!("{error}"));
    Ok(ByColor { white: read(&controls.white)?, black: read(&controls.black)? })
}

fn read_session(variant: Variant, start: &str, opening: &Opening) -> Result<Session, String> {
    let seat = |code: &str| code.parse().map_err(|error| format!("{error}"));
    let seats = ByColor { white: seat(&opening.seats.white)?, black: seat(&opening.seats.black)? };
    let mut session = Session::new(begin(variant, start, Purpose::Playing)?, seats);
    let controls = read_controls(&opening.clocks)?;
    session
        .apply(Actor::Anyone, Command::Clock(controls), Duration::ZERO)
        .map_err(|error| error.to_string())?;
    Ok(session)
}

/// The tree at the end of its main line's start, so that one reads it from there.
fn read_tree(json: &GameJson) -> Result<Game, String> {
    let mut game = json.read().map_err(|error| error.to_string())?.game;
    game.to_start();
    Ok(game)
}

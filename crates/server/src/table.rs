//! A table: the game or analysis on it, who sits there, and what becomes of both when somebody acts. It does no IO; each
//! thing that is done says how it is to be kept.

mod allowed;
mod analysis;
mod command;
mod kept;
mod replay;
mod roles;
mod wording;

pub use allowed::{Circumstances, action, allowed, can_redo, can_undo, proposable};
pub use analysis::{LARGEST_TREE, explorable, too_large};
pub use command::{Act, no_engine};
pub use kept::{Kept, Opening, Purpose};
pub use roles::color;
pub use wording::{read_controls, read_player, read_variant};

use crate::view::{Happening, Kind, OutcomeView};
use regence_game::session::{Awaiting, Event as Happened, Seat, Session};
use regence_game::{AnyPosition, Game, Variant};
use regence_rules::{ByColor, Color, Outcome};
use regence_store::{Event, GameId, Heirs, SeatRow, Standing, Status, TableRow, UserId};
use std::collections::BTreeMap;
use std::time::Duration;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its game.
    pub id: GameId,
    /// Whose it is.
    pub owner: Option<UserId>,
    /// Who sits on each side; nobody where a computer plays or the seat is free.
    pub users: ByColor<Option<UserId>>,
    /// What is on it.
    pub board: Board,
    /// Who played the game that an analysis is of; nobody by name if it is of none.
    pub players: ByColor<Seat>,
    /// How that game ended.
    pub reviewed: Option<OutcomeView>,
    /// How long computers that play each other wait before each move.
    pub speed: Duration,
    /// Whether opponents who play as people do answer as soon as they know.
    pub at_once: bool,
    /// The rematch.
    pub next: Option<GameId>,
    /// What simple computers' choices depend on.
    pub seed: u64,
    /// Whether it ended without a result.
    pub is_abandoned: bool,
    /// The time that was left to whoever made the move to a place, in milliseconds.
    pub clocks: BTreeMap<u32, u64>,
    /// How many entries its log has.
    pub number: u32,
    /// How long the server was not there in all while its clock would have run, in milliseconds.
    gap: i64,
}

/// What is on a table.
#[derive(Clone, Debug)]
pub enum Board {
    /// A game between sides, or a free board.
    Play(Box<Session>),
    /// A tree of moves to explore.
    Analysis(Box<Game>),
}

/// Something that was done: what to tell, and how to keep it.
#[derive(Clone, Debug)]
pub struct Done {
    /// What has happened.
    pub happened: Vec<Happening>,
    /// What is to be written into the log.
    pub event: Event,
}

impl Table {
    /// The time by which its clock goes, at a moment of the calendar.
    pub fn time(&self, now: regence_store::Moment) -> Duration {
        Duration::from_millis(now.0.saturating_sub(self.gap).max(0) as u64)
    }

    /// The moment of the calendar at which its clock shows a time.
    pub fn moment(&self, time: Duration) -> regence_store::Moment {
        regence_store::Moment((time.as_millis() as i64).saturating_add(self.gap))
    }

    /// The session, unless it is an analysis.
    pub fn session(&self) -> Option<&Session> {
        match &self.board {
            Board::Play(session) => Some(session),
            Board::Analysis(_) => None,
        }
    }

    /// The game, unless the board is free.
    pub fn game(&self) -> Option<&Game> {
        match &self.board {
            Board::Play(session) => session.game(),
            Board::Analysis(game) => Some(game),
        }
    }

    /// Who plays, or in an analysis has played.
    pub fn seats(&self) -> &ByColor<Seat> {
        self.session().map_or(&self.players, Session::seats)
    }

    /// What stands on the board.
    pub fn position(&self) -> AnyPosition {
        match &self.board {
            Board::Play(session) => session.position(),
            Board::Analysis(game) => *game.position(),
        }
    }

    /// The same as FEN; on a free board with the rights to castle that only Chess960 knows.
    pub fn fen(&self) -> String {
        self.session().map_or_else(|| self.position().fen(), Session::fen)
    }

    /// Which chess is played.
    pub fn variant(&self) -> Variant {
        match &self.board {
            Board::Play(session) => session.variant(),
            Board::Analysis(game) => game.variant(),
        }
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(Game::outcome)
    }

    /// Whether the game goes on: neither over nor abandoned.
    pub fn is_running(&self) -> bool {
        !self.is_abandoned && self.outcome().is_none()
    }

    /// Whether nobody has taken a seat that is meant for somebody.
    pub fn has_free_seat(&self) -> bool {
        self.free_seat().is_some()
    }

    /// The side on which nobody sits yet.
    pub fn free_seat(&self) -> Option<Color> {
        let session = self.session()?;
        Color::ALL.into_iter().find(|&color| session.seats()[color].is_human() && self.users[color].is_none())
    }

    /// Whether the computer is to move, nobody missing.
    pub fn awaits_computer(&self) -> bool {
        let awaiting = self.session().map(Session::awaiting);
        matches!(awaiting, Some(Awaiting::Computer { .. } | Awaiting::Engine { .. }))
            && !self.is_abandoned
            && !self.has_free_seat()
    }

    /// What the table is for: that follows from who sits there.
    pub fn kind(&self) -> Kind {
        let Some(session) = self.session() else { return Kind::Analysis };
        let seats = session.seats();
        match (seats.white.is_human(), seats.black.is_human()) {
            (true, true) if self.users.white.is_some() && self.users.white == self.users.black => Kind::Local,
            (true, true) => Kind::Online,
            (false, false) => Kind::Watch,
            _ => Kind::Computer,
        }
    }

    /// How the game stands, for the store.
    pub fn standing(&self) -> Standing {
        let status = match self.outcome() {
            Some(outcome) => Status::ended(outcome),
            None if self.is_abandoned => Status::Abandoned,
            None => Status::Running,
        };
        // An analysis has no result, whatever its position is.
        let status = if self.session().is_none() { Status::Running } else { status };
        let opening = self.session().and_then(Session::game).and_then(Game::opening);
        Standing { fen: self.position().fen(), status, opening: opening.map(Into::into) }
    }

    /// Everybody of whom its log speaks.
    pub fn people(&self) -> Vec<UserId> {
        [self.owner, self.users.white, self.users.black].into_iter().flatten().collect()
    }

    /// Gives what was a stranger's to the account they have signed in to; says whether there was anything. The log keeps
    /// the old number: whose that is, the store knows.
    pub fn pass_on(&mut self, heirs: &Heirs) -> bool {
        let mut has_changed = false;
        for user in [&mut self.owner, &mut self.users.white, &mut self.users.black].into_iter().flatten() {
            if let Some(&heir) = heirs.get(user) {
                *user = heir;
                has_changed = true;
            }
        }
        has_changed
    }

    /// By what the table is found.
    pub fn row(&self) -> TableRow {
        let code = |color: Color| self.seats()[color].code();
        TableRow {
            kind: kind_word(self.kind()).to_owned(),
            owner: self.owner,
            white: SeatRow { user: self.users.white, code: code(Color::White) },
            black: SeatRow { user: self.users.black, code: code(Color::Black) },
        }
    }
}

/// The word for a kind of table.
pub fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Online => "online",
        Kind::Local => "local",
        Kind::Computer => "computer",
        Kind::Watch => "watch",
        Kind::Analysis => "analysis",
    }
}

/// What to tell of what has happened.
fn told(events: &[Happened]) -> Vec<Happening> {
    events
        .iter()
        .map(|event| match event {
            Happened::Played(_) => Happening::Played,
            Happened::TakenBack(count) => Happening::TakenBack { count: *count },
            Happened::Redone(count) => Happening::Redone { count: *count },
            Happened::Ended(_) => Happening::Ended,
            Happened::DrawOffered(by) => Happening::DrawOffered { by: (*by).into() },
            Happened::DrawDeclined(by) => Happening::DrawDeclined { by: (*by).into() },
            // Our sessions do not return to earlier games.
            Happened::Started | Happened::Returned => Happening::Started,
            Happened::Stopped => Happening::Stopped,
            Happened::Edited => Happening::Edited,
            Happened::Seated => Happening::Seated,
            Happened::ClockSet => Happening::ClockSet,
            Happened::Paused => Happening::Paused,
            Happened::Resumed => Happening::Resumed,
        })
        .collect()
}

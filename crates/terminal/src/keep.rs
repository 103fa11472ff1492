//! What the terminal remembers from one day to the next: games and settings, in the store that all of Regence shares.
//!
//! The store waits for the disk, and the screen must not. So a thread of its own owns the store and does one request after
//! the other; each is answered once, and whoever must not show what is not yet on disk waits for that answer.

mod hand;
mod keeper;
mod log;
mod old_files;
mod settings;
mod words;

pub use log::{Changes, LeftGame, Log, Origin};
pub use settings::{Bar, Board, Figures, Settings, Shade};

use keeper::Keeper;
use regence_game::pgn::PgnGame;
use regence_rules::ByColor;
use regence_store::{Cursor, GameFilter, GameId, GameSummary, Place, Tally};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};

/// Something that is asked of the store. Each request is answered once.
#[derive(Clone, Debug)]
pub enum Request {
    /// Write down what has happened in a game. Answered by [`Told::Kept`].
    Keep(Box<Changes>),
    /// Remember the settings. Answered by [`Told::Set`].
    Settings(Box<Settings>),
    /// Look for games, the newest first. Answered by [`Told::Found`].
    Find(Box<Wish>),
    /// Read a game. Answered by [`Told::Opened`].
    Open(GameId),
    /// Count how two of these names stand against each other. Answered by [`Told::Score`].
    Score(ByColor<String>),
}

impl Request {
    /// Whether something changes by it.
    pub fn writes(&self) -> bool {
        matches!(self, Self::Keep(_) | Self::Settings(_))
    }
}

/// Which games are looked for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// A number by which the answer is known.
    pub ticket: u64,
    /// Which ones.
    pub filter: GameFilter,
    /// Where the page begins.
    pub from: Option<Cursor>,
    /// Whose score is asked for, too.
    pub whose: Option<String>,
}

/// What the store says.
#[derive(Clone, Debug)]
pub enum Told {
    /// It is open, or why not, and what is remembered. This comes first, and unasked.
    Remembered(Box<Remembered>),
    /// What has happened in the game is on disk, or why not.
    Kept(Result<(), String>),
    /// So are the settings.
    Set(Result<(), String>),
    /// Games that were looked for, or why they cannot be.
    Found(u64, Result<Box<Found>, String>),
    /// A game, or why it cannot be read.
    Opened(Result<Opened, String>),
    /// How whoever has White stands against whoever has Black.
    Score(ByColor<String>, Tally),
}

/// What was remembered.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// The settings, if there are any.
    pub settings: Option<Settings>,
    /// The last game that was left.
    pub left: Option<LeftGame>,
    /// Why nothing is remembered.
    pub problem: Option<String>,
}

/// Some of the games that were looked for.
#[derive(Clone, Debug)]
pub struct Found {
    /// The games.
    pub games: Vec<Listed>,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
    /// What was scored in all, and against whom.
    pub score: Vec<(String, Tally)>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What is known of it.
    pub summary: GameSummary,
    /// Who plays, as people see it.
    pub names: ByColor<String>,
}

/// A game that was asked for.
#[derive(Clone, Debug)]
pub enum Opened {
    /// It can go on.
    Left(LeftGame),
    /// It can be looked through; and why it cannot go on, if it has not ended.
    Past(Box<PgnGame>, Option<String>),
}

/// The way to the store.
#[derive(Debug)]
pub struct Keep {
    requests: Option<Sender<Request>>,
    thread: Option<JoinHandle<()>>,
}

impl Keep {
    /// Opens the store at a place; without one, nothing is remembered. What is told comes from another thread.
    pub fn open(place: Option<Place>, tell: impl Fn(Told) + Send + 'static) -> Self {
        let (requests, asked) = channel();
        let thread =
            thread::Builder::new().name("store".into()).spawn(move || serve(place.as_ref(), &asked, &tell));
        Self { requests: Some(requests), thread: thread.ok() }
    }

    /// Asks for something; `false` if nobody is there to answer.
    pub fn ask(&self, request: Request) -> bool {
        self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok())
    }

    /// Whether somebody is there to answer.
    pub fn is_there(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }
}

impl Drop for Keep {
    /// Waits until everything that was asked for is done.
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // If it has panicked, that was said already.
            let _ = thread.join();
        }
    }
}

/// Answers until nobody asks any more.
fn serve(place: Option<&Place>, asked: &Receiver<Request>, tell: &impl Fn(Told)) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let closed = Keeper::closed(error.to_string());
            let problem = Some(error.to_string());
            tell(Told::Remembered(Box::new(Remembered { problem, ..Remembered::default() })));
            return asked.iter().for_each(|request| tell(closed.refuse(&request)));
        }
    };
    let (mut keeper, remembered) = runtime.block_on(Keeper::open(place));
    tell(Told::Remembered(Box::new(remembered)));
    loop {
        let request = match keeper.patience() {
            None => asked.recv().map_err(RecvTimeoutError::from),
            Some(patience) => asked.recv_timeout(patience),
        };
        match request {
            Ok(request) => tell(runtime.block_on(keeper.answer(request))),
            Err(RecvTimeoutError::Timeout) => runtime.block_on(keeper.renew()),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    runtime.block_on(keeper.close());
}

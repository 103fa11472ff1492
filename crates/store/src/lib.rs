//! Keeps games, their players and scores, so that nothing acknowledged is lost.
//!
//! A [`Store`] is opened on a folder, in which it is one SQLite file, or on a PostgreSQL database. A game is a log of
//! numbered [entries](Entry) that only ever grows; whatever else is kept of it (where it stands, its main line, the
//! positions in it) is written in the same transaction and could be made from the log again. [`Store::append`] answers
//! when the entry is on disk, not before.
//!
//! ```
//! use regence_game::Game;
//! use regence_store::{Entry, Event, Moment, NewGame, Played, PlayerKind, Standing, Store};
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async {
//! # let folder = std::env::temp_dir().join(format!("regence-store-example-{}", std::process::id()));
//! let store = Store::open(&folder).await?;
//! let now = Moment(1_700_000_000_000);
//! let ann = store.player("Ann", PlayerKind::Human, now).await?;
//! let id = store.create(NewGame { white: Some(ann.id), ..NewGame::at(now) }).await?;
//!
//! let mut game = Game::default();
//! let ply = game.play("e2e4".parse()?)?;
//! let played = Played::of(&ply, None).expect("a move was played");
//! let entry = Entry { at: now, event: Event::Play(played) };
//! store.append(id, 1, entry, Standing::of(&game)).await?;
//!
//! let kept = store.load(id).await?;
//! assert_eq!(kept.game.position(), game.position());
//! assert_eq!(kept.summary.white.unwrap().name.as_str(), "Ann");
//! # store.close().await?;
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Promises
//!
//! - **Acknowledged is kept.** Every change is answered after its transaction is committed and synced to disk. A change
//!   that was asked for but not answered, because the program died, has happened completely or not at all.
//! - **Nobody overwrites.** An entry names the number it expects to get. If another writer was faster, that is a
//!   [conflict](StoreError::Conflict) and nothing has changed.
//! - **No clock.** Times are told, as everywhere in Regence but at the edge.
//! - The store is no judge: what is appended has been played on a [`Game`](regence_game::Game) before.

mod copy;
mod database;
mod ending;
mod error;
mod event;
mod filter;
mod game_id;
mod import;
mod job;
mod lease;
mod likeness;
mod moment;
mod nodes;
mod pgn_date;
mod place;
mod player;
mod replay;
mod score;
mod store;
mod summary;
mod trouble;
mod user;
mod work;

pub use copy::{Copied, copy};
pub use database::{Notice, Notices, Topic};
pub use error::StoreError;
pub use event::{Entry, Event, Played};
pub use filter::{Cursor, GameFilter, Page, ParseCursorError};
pub use game_id::{GameId, ParseGameIdError};
pub use import::PastGame;
pub use job::{
    Claim, JobId, JobKind, JobState, Load, MOST_TRIES, NewJob, Presence, Queue, WORKER_EXPIRY, WorkerId,
};
pub use lease::{EXPIRY, Lease, Leased, NodeId, Renewed};
pub use moment::Moment;
pub use place::{DATABASE_FILE, ParsePlaceError, Place, default_folder};
pub use player::{BadName, Player, PlayerId, PlayerKind, PlayerName};
pub use replay::KeptGame;
pub use score::{Score, Scores, Tally};
pub use store::{Appended, Store};
pub use summary::{GameSummary, KeptPly, NewGame, Opening, Standing, State, Status, Tags};
pub use trouble::{Trouble, TroubleKind};
pub use user::{Heirs, SeatRow, TableRow, Token, User, UserId, UserScore};

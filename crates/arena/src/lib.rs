//! Chess engines against each other: UCI clients, matches, SPRT and ratings.
//!
//! - A [`Client`] is an engine's process that is spoken to in UCI, with patience that ends. What engines say and are
//!   asked is [`uci`], which is text alone.
//! - [`Conditions::play`] plays one game between two [`Player`]s, by the rules and, if wished, by [`Adjudication`].
//! - A [`Match`] plays many, side by side and each opening from both sides, and gathers a [`Tally`]; a [`Report`] shows
//!   it.
//! - A [`LevelPlayer`] is an opponent of our own, without a process. [`calibration`] measures them all.
//! - [`stats`] says what results mean: Elo with its error, [`stats::Sprt`], [`stats::ratings`]. It knows no games.
//!
//! ```
//! use regence_arena::stats::{Hypothesis, Pentanomial, Sprt};
//! // Pairs of games that brought 0, ½, 1, 1½ and 2 points.
//! let pairs = Pentanomial([100, 300, 700, 400, 200]);
//! assert_eq!(pairs.elo().unwrap().to_string(), "30.7 ± 8.7");
//! assert_eq!(Sprt::read("elo0=0 elo1=10")?.verdict(&pairs), Some(Hypothesis::H1));
//! # Ok::<(), regence_arena::SettingError>(())
//! ```

mod adjudication;
pub mod calibration;
mod child_state;
mod client;
mod cpu_clock;
mod date;
mod engine_spec;
mod fault;
mod level_player;
mod limits;
mod opening;
mod pgn;
mod play;
mod player;
mod process;
mod record;
mod report;
mod schedule;
mod seated;
mod settings;
mod sprt_settings;
mod start_error;
pub mod stats;
mod stop;
mod tally;
mod timekeeper;
mod tournament;
pub mod uci;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, ResignRule, Ruling};
pub use client::{Client, TimeSource, Treatment};
pub use engine_spec::{ENGINE_KEYS, EngineError, EngineSettings, EngineSpec, OWN, Program, engines};
pub use fault::{Fault, Halt};
pub use level_player::LevelPlayer;
pub use limits::{Limits, MARGIN};
pub use opening::{Opening, OpeningError, OpeningProblem, Openings, Order};
pub use pgn::game_text;
pub use play::{Cause, Conditions, End, Played, Stopped, Thought};
pub use player::{Player, Question, Reply};
pub use record::{GameRecord, Incident};
pub use report::Report;
pub use schedule::{Encounter, Format, Schedule};
pub use settings::{Keys, Setting, SettingError};
pub use start_error::{StartError, StartProblem};
pub use stop::{Stop, UntilStopped};
pub use tally::{Meeting, Points, Tally, Usage};
pub use tournament::{Finish, Match, Watcher};

//! Opponents of any strength that err as people do, with ratings that were measured.
//!
//! A [`Mind`] plays at a [`Level`](regence_game::session::Level): it sees less than the engine does, and what it does not
//! see depends on how hard it is to see. It never throws dice to blunder. What it overlooks, misjudges and prefers is
//! decided by the position and by a seed, so a game can be repeated and two games differ; it looks at a number of
//! positions, never at a clock unless it is hurried.
//!
//! - [`Parameters`] are what distinguishes the strong from the weak; [`skill`] says which belong to a rating, as measured.
//! - [`situation`], [`clocks`], [`remaining`] and [`write`](write()) turn a game into what the engine can be asked, and its move back into the game's.
//! - A [`Task`] is what a computer at a game is asked to do, for whoever has threads and engines.
//! - An [`Opponent`] is anybody on the list: a level, a person, a simple computer.
//!
//! ```
//! use regence_engine::Situation;
//! use regence_game::session::Level;
//! use regence_levels::Mind;
//! use regence_rules::Position;
//!
//! let situation = Situation::new(Position::START);
//! let mut mind = Mind::new(Level::Elo(1200), 7);
//! let choice = mind.choose(&situation).expect("there are moves");
//! assert_eq!(Mind::new(Level::Elo(1200), 7).choose(&situation).map(|again| again.mv), Some(choice.mv));
//! ```

#![allow(clippy::cast_precision_loss, reason = "worths, plies and counts are small numbers")]

mod asking;
mod chance;
mod choice;
mod company;
mod eye;
mod look;
mod manners;
mod mind;
mod opponent;
mod parameters;
mod patience;
mod repertoire;
mod salience;
mod scale;
mod taking_back;
mod task;
mod technique;

pub use asking::{clocks, remaining, situation, write};
pub use choice::{Choice, Remaining};
pub use company::Company;
pub use mind::Mind;
pub use opponent::{Opponent, ParseOpponentError, Partner};
pub use parameters::{Parameters, Way};
pub use scale::{MEASURED, Measured, skill};
pub use task::{Decision, Play, Search, Task};

//! Games, positions and moves as JSON: one form for files, programs and the network.
//!
//! The form is described in `docs/json.md`. It has a number, [`SCHEMA`]; within a number, fields are only ever added.
//! Whoever reads it need not trust it: moves are played by the rules, and everything that can be derived is derived again.
//!
//! ```
//! use regence_game::json::GameJson;
//! use regence_game::pgn::PgnGame;
//! use regence_game::Game;
//! let mut game = Game::default();
//! game.play_written("e4")?;
//! let text = serde_json::to_string(&GameJson::from(&PgnGame::new(game.clone())))?;
//! assert!(text.starts_with(r#"{"schema":1,"variant":"orthodox","start":"rnbqkbnr/"#));
//! let read: GameJson = serde_json::from_str(&text)?;
//! assert_eq!(read.read()?.game, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod moves;
mod outcome;
mod position;

pub use game::{EndJson, GameJson, GameJsonError, MoveProblem, NodeJson, NotesJson, OpeningJson};
pub use moves::MoveJson;
pub use outcome::OutcomeJson;
pub use position::PositionJson;

/// The number of the form.
pub const SCHEMA: u32 = 1;

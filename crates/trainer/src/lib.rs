//! Teaches the engine what positions are worth: plays games, keeps their positions, and learns weights from them.

pub mod guesses;
pub mod weight_file;

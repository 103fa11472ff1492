//! Teaches the engine what positions are worth: plays games, keeps their positions, and learns weights and networks from them.
#![allow(clippy::cast_precision_loss, reason = "what is learnt here is no more exact than an f32")]

pub mod contest;
mod crew;
pub mod game;
pub mod generate;
pub mod guesses;
pub mod imitate;
pub mod judges;
pub mod learn;
pub mod random;
pub mod record;
pub mod samples;
pub mod shuffle;
pub mod sift;
pub mod spsa;
pub mod tune;
pub mod weight_file;

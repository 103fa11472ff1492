//! What results say about strength: pure arithmetic, no games.

mod elo;
mod normal;
mod pentanomial;
mod ratings;
mod sprt;

pub use elo::{elo_of_score, score_of_elo};
pub use normal::normal_below;
pub use pentanomial::{Estimate, Pentanomial};
pub use ratings::{Encounters, Rating, anchored_ratings, ratings};
pub use sprt::{EloModel, Hypothesis, Sprt};

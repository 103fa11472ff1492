//! Our opponents as a UCI client finds them: by rating, or by name.

use crate::mind::Mind;
use crate::opponent::{Opponent, Partner};
use regence_engine::uci::{Deputies, Deputy};
use regence_engine::{Control, Score, Situation};
use regence_game::session::{Level, RATINGS};
use regence_rules::Move;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// Everybody on the list but the engine itself.
pub struct Company;

/// Who can be asked for by name.
fn named() -> impl Iterator<Item = Opponent> {
    Opponent::all().filter(|&opponent| opponent != Opponent::Level(Level::Full))
}

impl Deputies for Company {
    fn ratings(&self) -> RangeInclusive<u32> {
        u32::from(*RATINGS.start())..=u32::from(*RATINGS.end())
    }

    fn names(&self) -> Vec<String> {
        named().map(Opponent::name).collect()
    }

    fn choose(
        &self,
        whom: Deputy,
        situation: &Situation,
        seed: u64,
        control: &Arc<Control>,
        longest: Option<Duration>,
    ) -> Option<(Move, Option<Score>)> {
        let opponent = match whom {
            Deputy::Rated(elo) => Opponent::Level(Level::Elo(u16::try_from(elo).unwrap_or(u16::MAX))),
            Deputy::Named(place) => named().nth(place)?,
        };
        let choice = match opponent {
            Opponent::Level(level) => Mind::new(level, seed).choose_within(situation, control, longest)?,
            Opponent::Computer(_) => Partner::new(opponent, seed).choose(situation)?,
        };
        Some((choice.mv, choice.score()))
    }
}

//! A game to be analysed, as it is written down for workers.

use regence_engine::Limits;
use regence_game::{AnyPosition, Variant};
use serde_json::json;

/// The engine of this program, as jobs and workers name it: others may find something else.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// How hard positions are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// For how long, how deep, or how many positions.
    pub limits: Limits,
    /// How many lines.
    pub lines: u32,
    /// By how many threads.
    pub threads: u32,
    /// With so much memory.
    pub megabytes: u32,
}

/// A game and how hard to look at each position, in words that a [`Reviewer`](super::Reviewer) understands. The same words
/// mean the same work, so they name the version of the engine as well. Where somebody passed there is no move.
pub fn game_job(
    variant: Variant,
    start: &AnyPosition,
    moves: impl Iterator<Item = Option<String>>,
    effort: &Effort,
) -> String {
    let limits = &effort.limits;
    let job = json!({
        "engine": ENGINE,
        "variant": variant.to_string(),
        "start": start.fen(),
        "moves": moves.collect::<Vec<_>>(),
        "depth": limits.depth,
        "nodes": limits.nodes,
        "microseconds": limits.time.map(|time| time.as_micros() as u64),
        "lines": effort.lines,
        "threads": effort.threads,
        "megabytes": effort.megabytes,
    });
    job.to_string()
}

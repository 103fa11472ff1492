//! The libraries side by side, each used by the fastest way its documentation shows.

mod chess;
#[cfg(feature = "chess-move-gen")]
mod chess_move_gen;
mod cozy_chess;
mod eschac;
mod shakmaty;

use crate::{operations, perft};

/// What our own column is called.
pub const OURS: &str = "regence";

/// The libraries that walk trees, ours first.
pub fn walkers() -> Vec<perft::Entry> {
    vec![
        #[cfg(feature = "ours")]
        perft::Entry::of::<crate::ours::Regence>(),
        perft::Entry::of::<eschac::Eschac>(),
        #[cfg(feature = "chess-move-gen")]
        perft::Entry::of::<chess_move_gen::ChessMoveGen>(),
        perft::Entry::of::<cozy_chess::CozyChess>(),
        perft::Entry::of::<chess::Chess>(),
        perft::Entry::of::<shakmaty::Shakmaty>(),
    ]
}

/// The libraries that do single operations, ours first.
pub fn workers() -> Vec<operations::Entry> {
    vec![
        #[cfg(feature = "ours")]
        crate::ours::Regence::worker(),
        eschac::Eschac::worker(),
        cozy_chess::CozyChess::worker(),
        shakmaty::Shakmaty::worker(),
    ]
}

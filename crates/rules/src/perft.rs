//! Counts the positions some moves ahead: the usual proof, and measure, of a move generator.

use crate::attacks::{Sliders, Task, dispatch};
use crate::collectors::Count;
use crate::generate::Scope;
use crate::legal::Generate;
use crate::move_sets::MoveSets;
use crate::{Bitboard, Position};

impl Position {
    /// The number of positions reached after exactly `depth` half-moves: the usual proof of a move generator.
    pub fn perft(&self, depth: u32) -> u64 {
        dispatch(Perft { position: self, depth })
    }
}

struct Perft<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for Perft<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Sliders>(self) -> u64 {
        let Self { position, depth } = self;
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            let mut count = Count(0);
            let _ =
                Generate { position, movers: Bitboard::FULL, scope: Scope::All, out: &mut count }.run::<L>();
            return count.0 as u64;
        }
        let mut nodes = 0;
        let mut sets = MoveSets::new();
        let _ = Generate { position, movers: Bitboard::FULL, scope: Scope::All, out: &mut sets }.run::<L>();
        sets.for_each(|mv| nodes += L::run(Perft { position: &position.play(mv), depth: depth - 1 }));
        nodes
    }
}

//! Counts the positions some moves ahead: the usual proof, and measure, of a move generator.

use crate::attacks::{Sliders, Task, dispatch};
use crate::collectors::Count;
use crate::generate::{Scope, generate};
use crate::move_sets::MoveSets;
use crate::side::{Black, Side, White};
use crate::{Bitboard, Color, Position};
use core::marker::PhantomData;

impl Position {
    /// The number of positions reached after exactly `depth` half-moves: the usual proof of a move generator.
    ///
    /// ```
    /// use regence_rules::Position;
    /// assert_eq!(Position::START.perft(4), 197_281);
    /// ```
    // A byte of depth is more than anybody can count, and few enough calls for every stack.
    pub fn perft(&self, depth: u8) -> u64 {
        match (depth, self.turn) {
            (0, _) => 1,
            (1, _) => self.legal_move_count() as u64,
            (_, Color::White) => dispatch(Perft::<White>::new(self, depth)),
            (_, Color::Black) => dispatch(Perft::<Black>::new(self, depth)),
        }
    }
}

/// Two plies or more from here; `S` is to move.
struct Perft<'a, S> {
    position: &'a Position,
    depth: u8,
    side: PhantomData<S>,
}

impl<'a, S> Perft<'a, S> {
    #[inline(always)]
    fn new(position: &'a Position, depth: u8) -> Self {
        Self { position, depth, side: PhantomData }
    }
}

impl<S: Side> Task for Perft<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Sliders>(self) -> u64 {
        let Self { position, depth, .. } = self;
        let mut sets = MoveSets::new();
        let _ = generate::<S, L, _>(position, Bitboard::FULL, Scope::All, &mut sets);
        let mut nodes = 0u64;
        if depth == 2 {
            sets.for_each(|mv| {
                nodes += if mv.is_special() {
                    L::run(LastPly::<S::Other>(&position.play_special(mv), PhantomData))
                } else {
                    // Inlined, so that the position before the last ply never leaves the registers.
                    LastPly::<S::Other>(&position.play_plain(mv), PhantomData).run::<L>()
                }
            });
        } else {
            sets.for_each(|mv| nodes += L::run(Perft::<S::Other>::new(&position.play(mv), depth - 1)));
        }
        nodes
    }
}

/// The last ply, counted without being played.
struct LastPly<'a, S>(&'a Position, PhantomData<S>);

impl<S: Side> Task for LastPly<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Sliders>(self) -> u64 {
        let mut count = Count(0);
        let _ = generate::<S, L, _>(self.0, Bitboard::FULL, Scope::All, &mut count);
        count.0 as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::Portable;

    /// What a CPU without the fast look-up runs, on the CPU at hand.
    #[test]
    fn the_portable_generator_counts_the_same() {
        for (fen, depth, nodes) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(Portable::run(Perft::<White>::new(&position, depth)), nodes, "{fen}");
            assert_eq!(position.perft(depth), nodes, "{fen}");
        }
    }
}

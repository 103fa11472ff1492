//! Whether a game can still be won by anybody, found by trying everything.

use crate::{Bitboard, Color, Key, Position, Role, Square, attacks};
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

impl Position {
    /// Whether no legal moves at all could lead to mate, as far as that can be found by trying all of them: in lines
    /// where there is next to no choice, and in positions closed by pawns that only kings and bishops could break. `true`
    /// is certain; `false` means no more than that a mate was found or that there was too much to try.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let closed = Position::from_fen("8/8/2k5/p1p1p1p1/P1P1P1P1/2K5/8/8 w - - 0 1")?;
    /// assert!(closed.is_dead() && !closed.is_insufficient_material());
    /// // The king must take, and then nobody has anything left.
    /// assert!(Position::from_fen("8/8/8/8/3k4/8/1q6/K7 w - - 0 1")?.is_dead());
    /// assert!(!Position::START.is_dead());
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        /// A line without choice is soon over.
        const FORCED: usize = 200;
        /// Two kings and the side to move make some eight thousand positions; a bishop needs more than there is room for,
        /// unless pawns hold it too.
        const CLOSED: usize = 30_000;
        if self.is_insufficient_material() {
            return true;
        }
        if self.is_closed() {
            return self.is_sealed() || self.has_no_mate_within(CLOSED, Self::is_closed);
        }
        let has_no_choice = |position: &Self| position.legal_move_count() <= 2;
        has_no_choice(self) && self.has_no_mate_within(FORCED, has_no_choice)
    }

    /// Whether pawns stand against pawns, and only kings and bishops are left to move. Without pawns, bishops of both
    /// colours can mate, which would take long to find.
    fn is_closed(&self) -> bool {
        let board = self.board();
        let others = board.orthogonal_sliders() | board.by_role(Role::Knight);
        let pawns = board.by_role(Role::Pawn);
        let blocked = |color: Color| {
            let ahead: Bitboard = (pawns & board.by_color(color)).pawns_forward(color);
            (ahead - pawns).is_empty()
        };
        others.is_empty() && pawns.any() && Color::ALL.into_iter().all(blocked)
    }

    /// Whether a closed position stays as it is for ever and without a check, shown by letting everybody go wherever only
    /// pawns would stop them. Says nothing if it is not so: others may be in the way.
    fn is_sealed(&self) -> bool {
        let board = self.board();
        let pawns = board.by_role(Role::Pawn);
        let of = |role, color| board.by_role(role) & board.by_color(color);
        let guarded = |color| attacked(of(Role::Pawn, color), |square| attacks::pawn(color, square));
        let king_steps = |color: Color| move |square| attacks::king(square) - guarded(!color);
        let king = |color| flooded(self.king(color).bitboard(), pawns, king_steps(color));
        let bishop_steps = |square| Role::Bishop.of(Color::White).attacks(square, pawns);
        let nothing_can_happen = |color: Color| {
            let bishops = flooded(of(Role::Bishop, color), pawns, bishop_steps);
            let by_pieces = attacked(king(color), king_steps(color)) | attacked(bishops, bishop_steps);
            !(by_pieces | guarded(color)).meets(of(Role::Pawn, !color))
                && !bishops.meets(guarded(!color) | king(!color))
        };
        !self.is_check() && self.en_passant().is_none() && Color::ALL.into_iter().all(nothing_can_happen)
    }

    /// Whether everything that can follow has been tried, within so many positions, and none of it is mate. Gives up
    /// where a position is not `worth` it.
    fn has_no_mate_within(&self, most: usize, worth: impl Fn(&Self) -> bool) -> bool {
        let mut seen = Seen::default();
        let mut waiting = vec![(*self, self.key())];
        while let Some((position, key)) = waiting.pop() {
            let moves = position.legal_moves();
            if moves.is_empty() && position.is_check() {
                return false;
            }
            for mv in moves {
                let (next, key) = position.play_keyed(mv, key);
                // Asked first, for most have been seen; and those were worth it.
                if seen.has(key) || next.is_insufficient_material() {
                    continue;
                }
                if !worth(&next) || seen.count == most {
                    return false;
                }
                seen.add(key);
                waiting.push((next, key));
            }
        }
        true
    }
}

/// All squares that these attack.
fn attacked(from: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    from.into_iter().map(attacks).fold(Bitboard::EMPTY, |all, more| all | more)
}

/// Where one gets from here step by step, but not onto these squares.
fn flooded(from: Bitboard, closed: Bitboard, steps: impl Fn(Square) -> Bitboard) -> Bitboard {
    let (mut all, mut new) = (from, from);
    while new.any() {
        new = attacked(new, &steps) - closed - all;
        all |= new;
    }
    all
}

/// Keys that have been seen. They are random numbers already, so that each is its own hash.
#[derive(Default)]
struct Seen {
    /// A power of two of places, at least half of them empty, which is 0; a key is at its place or at the next one that was
    /// empty.
    places: Vec<u64>,
    count: usize,
}

impl Seen {
    fn has(&self, key: Key) -> bool {
        !self.places.is_empty() && self.places[self.place(number(key))] != 0
    }

    /// Adds a key that it does not have.
    fn add(&mut self, key: Key) {
        if 2 * self.count >= self.places.len() {
            let larger = vec![0; (2 * self.places.len()).max(64)];
            for key in mem::replace(&mut self.places, larger) {
                let place = self.place(key);
                self.places[place] = key;
            }
        }
        let place = self.place(number(key));
        self.places[place] = number(key);
        self.count += 1;
    }

    /// Where a key is, or would be.
    fn place(&self, key: u64) -> usize {
        let last = self.places.len() - 1;
        let mut place = key as usize & last;
        while self.places[place] != 0 && self.places[place] != key {
            place = (place + 1) & last;
        }
        place
    }
}

/// A key as a number other than 0.
fn number(key: Key) -> u64 {
    key.bits().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[track_caller]
    fn check(fen: &str, expected: bool) {
        assert_eq!(Position::from_fen(fen).expect("a legal position").is_dead(), expected, "{fen}");
    }

    #[test]
    fn closed_positions_are_dead() {
        check("8/8/2k5/p1p1p1p1/P1P1P1P1/2K5/8/8 b - - 9 40", true);
        check("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", true);
        // A pawn that the king can reach, a file that is open, a pawn that can go on.
        check("8/8/2k5/p1p5/P1P5/2K5/8/8 w - - 0 1", false);
        check("8/8/2k5/p1p1p1p1/P1P1P1P1/2K4P/8/8 w - - 0 1", false);
        check("8/p7/2k5/2p1p1p1/2P1P1P1/2K5/P7/8 w - - 0 1", false);
        // Bishops behind pawns, of one side and of both, and one that comes out.
        check("8/8/2k2b2/p1p1p1p1/P1P1P1P1/2K5/8/8 w - - 0 1", true);
        check("8/8/2k2b2/p1p1p1p1/P1P1P1P1/2K2B2/8/8 w - - 0 1", true);
        check("8/8/2k1b3/p1p1p1p1/P1P1P1P1/2K5/8/8 w - - 0 1", false);
    }

    #[test]
    fn forced_lines_to_nothing_are_dead() {
        check("8/8/8/8/3k4/8/1q6/K7 w - - 0 1", true);
        check("k7/8/8/8/8/8/8/KR6 w - - 0 1", false);
        check("8/8/8/8/8/8/5k2/7K b - - 0 1", true);
    }

    #[test]
    fn what_can_be_won_is_alive() {
        check("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", false);
        check("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false);
        check("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", false);
        check("8/8/8/2k5/5b2/5B2/8/2K5 w - - 0 1", false);
    }
    /// A position of pawns against pawns, kings and up to three bishops; not all of them are legal.
    fn random_closed(random: &mut impl FnMut(usize) -> usize) -> Option<Position> {
        let mut setup = Setup::EMPTY;
        for file in 0..8 {
            let rank = 1 + random(5);
            if random(8) > 0 {
                setup = setup.place(Square::from_index(8 * rank + file)?, Role::Pawn.of(Color::White));
                setup = setup.place(Square::from_index(8 * rank + 8 + file)?, Role::Pawn.of(Color::Black));
            }
        }
        let pieces = [Role::King, Role::King, Role::Bishop, Role::Bishop, Role::Bishop];
        for (role, color) in pieces[..2 + random(4)].iter().zip(Color::ALL.into_iter().cycle()) {
            let mut empty = (!setup.board.occupied()).into_iter();
            setup = setup.place(empty.nth(random(48))?, role.of(color));
        }
        setup.build().ok()
    }

    #[test]
    fn whoever_looks_long_enough_finds_no_mate_in_a_sealed_position() {
        let mut state = 1_u64;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut sealed = 0;
        while sealed < 100 {
            let Some(position) = random_closed(&mut random).filter(Position::is_sealed) else { continue };
            sealed += 1;
            assert!(position.has_no_mate_within(1_000_000, Position::is_closed), "{position}");
        }
    }
}

//! Whether a game can still be won by anybody, found by trying everything.

use crate::{Bitboard, Color, Key, Position, Role};
use alloc::collections::BTreeSet;
use alloc::vec;

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
            return self.has_no_mate_within(CLOSED, Self::is_closed);
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

    /// Whether everything that can follow has been tried, within so many positions, and none of it is mate. Gives up
    /// where a position is not `worth` it.
    fn has_no_mate_within(&self, most: usize, worth: impl Fn(&Self) -> bool) -> bool {
        let mut seen: BTreeSet<Key> = BTreeSet::new();
        let mut waiting = vec![*self];
        while let Some(position) = waiting.pop() {
            let moves = position.legal_moves();
            if moves.is_empty() && position.is_check() {
                return false;
            }
            for mv in moves {
                let next = position.play(mv);
                if next.is_insufficient_material() {
                    continue;
                }
                // Asked first: it is what most often ends the search, and does so at once.
                if !worth(&next) || seen.len() > most {
                    return false;
                }
                if seen.insert(next.key()) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}

//! What is remembered of a position, packed into 64 bits.

use crate::score::{LEAST_MATE, LEAST_MATED, MATE, Value};
use regence_rules::{Move, Position, Role, Square, UciMove};

/// Which side of the truth a remembered value is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// There is no value, only an evaluation.
    None,
    /// The truth is at most the value.
    Upper,
    /// The truth is at least the value.
    Lower,
    /// It is the truth.
    Exact,
}

impl Bound {
    const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];

    /// Whether the truth is known to be at least the value.
    pub fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// Whether the truth is known to be at most the value.
    pub fn is_upper(self) -> bool {
        matches!(self, Self::Upper | Self::Exact)
    }
}

/// A move as the table keeps it: 16 bits, none of them promising that it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackedMove(u16);

impl PackedMove {
    /// Packs a move, or its absence.
    pub fn new(mv: Option<Move>) -> Self {
        mv.map_or(Self(0), |mv| {
            let UciMove { from, to, promotion } = mv.uci_chess960();
            let promotion = promotion.map_or(0, |role| role as u16);
            Self(from.index() as u16 | (to.index() as u16) << 6 | promotion << 12)
        })
    }

    /// The move, if there is one and it is legal here.
    pub fn resolve(self, position: &Position) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let square = |index: u16| Square::from_index(usize::from(index & 63));
        let promotion = match self.0 >> 12 {
            0 => None,
            role => Role::ALL.into_iter().find(|&known| known as u16 == role),
        };
        position.resolve(UciMove { from: square(self.0)?, to: square(self.0 >> 6)?, promotion }).ok()
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or one that refuted the last.
    pub mv: PackedMove,
    /// What a search found, mates counted from this position.
    pub value: i16,
    /// The evaluation, uncorrected; [`Entry::NO_EVAL`] if it was never asked for.
    pub eval: i16,
    /// How deep the search was, as [`Entry::pack_depth`] writes it.
    pub depth: u8,
    /// What the value tells.
    pub bound: Bound,
    /// Whether the position has been on the main line of some search.
    pub was_pv: bool,
    /// In which search it was written, modulo [`Entry::AGES`].
    pub(crate) age: u8,
}

impl Entry {
    /// No evaluation.
    pub const NO_EVAL: i16 = i16::MIN;

    /// How many searches are told apart.
    pub(super) const AGES: u8 = 32;

    /// The depth of a search as the table keeps it: one more, as there is one less than nothing, see [`Entry::searched`].
    pub fn pack_depth(depth: i32) -> u8 {
        (depth + 1) as u8
    }

    /// How deep the search was: 0 if only loud moves were looked at, -1 if none.
    pub fn searched(&self) -> i32 {
        i32::from(self.depth) - 1
    }

    /// Nothing but an evaluation.
    pub fn of_eval(eval: i16) -> Self {
        Self { eval, ..Self::from_bits(0) }
    }

    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.mv.0)
            | u64::from(self.value as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.was_pv) << 58
            | u64::from(self.age) << 59
    }

    pub(super) fn from_bits(bits: u64) -> Self {
        Self {
            mv: PackedMove(bits as u16),
            value: (bits >> 16) as i16,
            eval: (bits >> 32) as i16,
            depth: (bits >> 48) as u8,
            bound: Bound::ALL[(bits >> 56 & 3) as usize],
            was_pv: bits >> 58 & 1 == 1,
            age: (bits >> 59) as u8,
        }
    }

    /// The value seen from a root so many half-moves away. A mate that the fifty-move rule may forestall is no mate.
    pub fn value_at(&self, ply: usize, halfmove_clock: u16) -> Value {
        let value = Value::from(self.value);
        let left = 100 - Value::from(halfmove_clock.min(100));
        match value {
            LEAST_MATE.. if MATE - value > left => LEAST_MATE - 1,
            LEAST_MATE.. => value - ply as Value,
            ..=LEAST_MATED if MATE + value > left => 1 - LEAST_MATE,
            ..=LEAST_MATED => value + ply as Value,
            _ => value,
        }
    }

    /// A value at so many half-moves from the root, as the table keeps it.
    pub fn pack_value(value: Value, ply: usize) -> i16 {
        let value = match value {
            LEAST_MATE.. => value + ply as Value,
            ..=LEAST_MATED => value - ply as Value,
            _ => value,
        };
        value as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mated_at;

    #[test]
    fn an_entry_survives_packing() {
        let mv = Position::START.resolve("e2e4".parse().unwrap()).unwrap();
        for (bound, was_pv, age) in [
            (Bound::None, false, 0),
            (Bound::Upper, true, 31),
            (Bound::Lower, false, 16),
            (Bound::Exact, true, 1),
        ] {
            let mv = PackedMove::new(Some(mv));
            let entry = Entry { mv, value: -31_990, eval: Entry::NO_EVAL, depth: 127, bound, was_pv, age };
            assert_eq!(Entry::from_bits(entry.to_bits()), entry);
        }
    }

    #[test]
    fn moves_survive_packing_and_only_where_they_are_legal() {
        for fen in [
            "r3k2r/pPppqpb1/b3pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
            "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        ] {
            let position = Position::from_fen_chess960(fen).unwrap();
            for &mv in &position.legal_moves() {
                assert_eq!(PackedMove::new(Some(mv)).resolve(&position), Some(mv), "{mv:?} in {fen}");
            }
            for bits in 0..=u16::MAX {
                let resolved = PackedMove(bits).resolve(&position);
                assert!(resolved.is_none_or(|mv| position.legal_moves().contains(&mv)), "{bits:x} in {fen}");
            }
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let value = mated_at(7);
        let entry = |value| Entry { value, ..Entry::from_bits(0) };
        let stored = Entry::pack_value(value, 3);
        assert_eq!(entry(stored).value_at(3, 0), value);
        assert_eq!(entry(stored).value_at(5, 0), mated_at(9));
        let stored = Entry::pack_value(-value, 3);
        assert_eq!(entry(stored).value_at(3, 0), -value);
        assert_eq!(entry(Entry::pack_value(-250, 9)).value_at(2, 40), -250);
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_rule_is_none() {
        let entry = |value| Entry { value, ..Entry::from_bits(0) };
        assert_eq!(entry((MATE - 20) as i16).value_at(0, 80), MATE - 20);
        assert_eq!(entry((MATE - 21) as i16).value_at(0, 80), LEAST_MATE - 1);
        assert_eq!(entry(-(MATE - 21) as i16).value_at(0, 80), 1 - LEAST_MATE);
    }
}

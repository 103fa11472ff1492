//! Remembers how many positions lie below a position, so that perft counts no position twice.

use regence_rules::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts by position and depth, shared by all threads without a lock. Whatever comes later takes its slot.
pub struct PerftTable {
    slots: Vec<Slot>,
}

/// A count, and the name of what was counted with the count folded in: a slot half written by one thread and half by
/// another has a name that nobody asks for.
struct Slot {
    name_and_count: AtomicU64,
    count: AtomicU64,
}

impl PerftTable {
    /// A table of so many megabytes; `None` if there is not that much memory.
    pub fn new(megabytes: u32) -> Option<Self> {
        let length = (u64::from(megabytes) << 20) / size_of::<Slot>() as u64;
        let length = usize::try_from(length).ok()?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(length).ok()?;
        slots.resize_with(length, || Slot { name_and_count: AtomicU64::new(0), count: AtomicU64::new(0) });
        Some(Self { slots })
    }

    /// What was counted below this position at this depth, if it is still remembered.
    pub fn count(&self, key: Key, depth: u8) -> Option<u64> {
        let name = name(key, depth);
        let slot = self.slot(name)?;
        let count = slot.count.load(Ordering::Relaxed);
        (slot.name_and_count.load(Ordering::Relaxed) ^ count == name).then_some(count)
    }

    /// Remembers a count.
    pub fn remember(&self, key: Key, depth: u8, count: u64) {
        let name = name(key, depth);
        if let Some(slot) = self.slot(name) {
            slot.count.store(count, Ordering::Relaxed);
            slot.name_and_count.store(name ^ count, Ordering::Relaxed);
        }
    }

    fn slot(&self, name: u64) -> Option<&Slot> {
        let index = (u128::from(name) * self.slots.len() as u128) >> 64;
        self.slots.get(index as usize)
    }
}

/// One number for position and depth together.
fn name(key: Key, depth: u8) -> u64 {
    key.bits() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    #[test]
    fn counts_are_remembered_by_position_and_depth() {
        let table = PerftTable::new(1).expect("one megabyte");
        let key = Position::START.key();
        assert_eq!(table.count(key, 3), None);
        table.remember(key, 3, 8902);
        assert_eq!(table.count(key, 3), Some(8902));
        assert_eq!(table.count(key, 4), None);
        table.remember(key, 3, 1);
        assert_eq!(table.count(key, 3), Some(1));
    }

    #[test]
    fn a_table_of_nothing_remembers_nothing() {
        let table = PerftTable::new(0).expect("no memory at all");
        table.remember(Position::START.key(), 3, 8902);
        assert_eq!(table.count(Position::START.key(), 3), None);
    }
}

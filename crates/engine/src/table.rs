//! The transposition table: what has been found about positions, shared by all threads without locks.

mod entry;
mod pages;
mod prefetch;

pub use entry::{Bound, Entry, PackedMove};

use crate::memory;
use regence_rules::Key;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// A place for one entry: its bits, and the position's key xor those bits. Torn by two writers it matches nobody.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    bits: AtomicU64,
}

/// The slots where a position may be found; they share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// How much less an entry is worth for each search since it was written, in half-moves of depth.
const AGE_COST: i32 = 8;

/// An entry that is not exact replaces one of the same position only if it is no more than this much shallower.
const SHALLOWER: u8 = 4;

/// How many clusters are looked at to tell how full the table is.
const SAMPLE: usize = 250;

/// The memory of a search.
pub struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

impl Table {
    /// A table of so many megabytes; `None` if there is not that much memory.
    pub fn new(megabytes: usize) -> Option<Self> {
        if !memory::has(megabytes) {
            return None;
        }
        let length = megabytes.checked_mul((1 << 20) / size_of::<Cluster>())?.max(1);
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(length).ok()?;
        pages::prefer_large(clusters.spare_capacity_mut());
        clusters.resize_with(length, Cluster::default);
        Some(Self { clusters, age: AtomicU8::new(0) })
    }

    /// How many megabytes it has.
    pub fn megabytes(&self) -> usize {
        size_of_val(&self.clusters[..]) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Relaxed);
            slot.bits.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what earlier ones wrote is worth less.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Entry::AGES, Relaxed);
    }

    /// Loads the place of a position, as it will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(self.cluster(key));
    }

    /// What is remembered of a position.
    #[inline]
    pub fn find(&self, key: Key) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let bits = slot.bits.load(Relaxed);
            (bits != 0 && slot.check.load(Relaxed) ^ bits == key.bits()).then(|| Entry::from_bits(bits))
        })
    }

    /// Remembers an entry in place of the one that is missed least. A move once known is kept if none is better.
    pub fn keep(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut chosen = &self.cluster(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let bits = slot.bits.load(Relaxed);
            let old = Entry::from_bits(bits);
            if bits != 0 && slot.check.load(Relaxed) ^ bits == key.bits() {
                if entry.mv == PackedMove::default() {
                    entry.mv = old.mv;
                }
                if !is_better(&entry, &old, age) {
                    return;
                }
                chosen = slot;
                break;
            }
            let years = i32::from((Entry::AGES + age - old.age) % Entry::AGES);
            let worth = if bits == 0 { i32::MIN } else { i32::from(old.depth) - AGE_COST * years };
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        entry.age = age;
        let bits = entry.to_bits();
        chosen.check.store(key.bits() ^ bits, Relaxed);
        chosen.bits.store(bits, Relaxed);
    }

    /// How much of the table this search has filled, in thousandths.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(SAMPLE)];
        let is_of_now = |slot: &&Slot| {
            let bits = slot.bits.load(Relaxed);
            bits != 0 && Entry::from_bits(bits).age == age
        };
        let filled = sample.iter().flat_map(|cluster| &cluster.0).filter(is_of_now).count();
        (filled * 1000 / (sample.len() * 4)) as u32
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        let index = (u128::from(key.bits()) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// Whether an entry should replace an older one of the same position.
fn is_better(new: &Entry, old: &Entry, age: u8) -> bool {
    new.bound == Bound::Exact || old.age != age || new.depth + SHALLOWER > old.depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    fn entry(depth: u8, bound: Bound) -> Entry {
        Entry { depth, bound, ..Entry::from_bits(0) }
    }

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::new(1).unwrap();
        let key = Position::START.key();
        assert_eq!(table.find(key), None);
        table.keep(key, entry(5, Bound::Lower));
        assert_eq!(table.find(key).map(|entry| entry.depth), Some(5));
        table.clear();
        assert_eq!(table.find(key), None);
    }

    #[test]
    fn a_table_of_any_size_begins_empty_and_keeps_what_it_is_told() {
        // With and without room for large pages, whole ones and more.
        for megabytes in [1, 2, 3, 5, 8, 33] {
            let table = Table::new(megabytes).unwrap();
            assert_eq!(table.megabytes(), megabytes);
            assert!(
                table.clusters.iter().flat_map(|cluster| &cluster.0).all(|slot| slot.bits.load(Relaxed) == 0)
            );
            let mut position = Position::START;
            for depth in 1..20 {
                table.keep(position.key(), entry(depth, Bound::Exact));
                assert_eq!(table.find(position.key()).map(|entry| entry.depth), Some(depth));
                position = position.play(position.legal_moves()[0]);
            }
        }
    }

    #[test]
    fn a_move_outlives_a_search_that_found_none() {
        let table = Table::new(1).unwrap();
        let position = Position::START;
        let mv = position.resolve("g1f3".parse().unwrap()).ok();
        table.keep(position.key(), Entry { mv: PackedMove::new(mv), ..entry(5, Bound::Lower) });
        table.keep(position.key(), entry(7, Bound::Upper));
        let found = table.find(position.key()).unwrap();
        assert_eq!((found.depth, found.mv.resolve(&position)), (7, mv));
    }

    #[test]
    fn a_shallow_search_does_not_replace_a_deep_one() {
        let table = Table::new(1).unwrap();
        let key = Position::START.key();
        let depth = || table.find(key).map(|entry| entry.depth);
        table.keep(key, entry(20, Bound::Lower));
        table.keep(key, entry(3, Bound::Upper));
        assert_eq!(depth(), Some(20));
        table.grow_older();
        table.keep(key, entry(3, Bound::Upper));
        assert_eq!(depth(), Some(3));
    }

    #[test]
    fn memory_that_is_not_there_is_an_answer() {
        assert!(Table::new(usize::MAX >> 20).is_none());
        assert!(Table::new(usize::MAX).is_none());
    }
}

//! The numbers of the search that can be moved, and players who each have values of their own for them.

use crate::search;
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// How many players there can be in one program, each with a number below this.
pub const PLAYERS: usize = 64;

/// One more, for whom no number can be moved.
pub const USUAL_PLAYER: usize = PLAYERS;

thread_local! {
    /// Who plays on this thread.
    static PLAYER: Cell<usize> = const { Cell::new(USUAL_PLAYER) };
}

/// What searches on this thread from now on, with one thread, play with: the values of this player. Until somebody says so, they are
/// the usual ones.
///
/// # Panics
///
/// Panics if there is no such player.
pub fn play_as(player: usize) {
    assert!(player <= USUAL_PLAYER, "player {player}, expected one up to {USUAL_PLAYER}");
    PLAYER.set(player);
}

/// All numbers that can be moved.
pub fn numbers() -> Vec<&'static Number> {
    search::numbers()
}

/// A number that can be moved.
#[derive(Debug)]
pub struct Number {
    module: &'static str,
    name: &'static str,
    usual: i32,
    range: RangeInclusive<i32>,
    values: [AtomicI32; PLAYERS],
}

impl Number {
    pub(crate) const fn new(
        module: &'static str,
        name: &'static str,
        usual: i32,
        range: RangeInclusive<i32>,
    ) -> Self {
        Self { module, name, usual, range, values: [const { AtomicI32::new(i32::MIN) }; PLAYERS] }
    }

    /// The name, with the file that it stands in before it.
    pub fn name(&self) -> String {
        let file = self.module.trim_end_matches("::numbers").rsplit("::").next().unwrap_or_default();
        format!("{file}::{}", self.name)
    }

    /// What it is when nobody moves it.
    pub fn usual(&self) -> i32 {
        self.usual
    }

    /// Between which values it makes sense.
    pub fn range(&self) -> &RangeInclusive<i32> {
        &self.range
    }

    /// Gives it another value for one player, or the nearest that makes sense.
    ///
    /// # Panics
    ///
    /// Panics if there is no such player, or it is the usual one.
    pub fn set(&self, player: usize, value: i32) {
        self.values[player].store(value.clamp(*self.range.start(), *self.range.end()), Relaxed);
    }

    /// The value of whoever plays on this thread.
    pub(crate) fn get(&self) -> i32 {
        match self.values.get(PLAYER.get()).map(|value| value.load(Relaxed)) {
            None | Some(i32::MIN) => self.usual,
            Some(value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn players_have_values_of_their_own() {
        static NUMBER: Number = Number::new("regence::file::numbers", "margin", 30, 10..=50);
        assert_eq!((NUMBER.name(), NUMBER.get()), (String::from("file::margin"), 30));
        NUMBER.set(3, 40);
        NUMBER.set(4, 1_000);
        let as_player = |player| {
            play_as(player);
            NUMBER.get()
        };
        assert_eq!([2, 3, 4, USUAL_PLAYER].map(as_player), [30, 40, 50, 30]);
    }

    #[test]
    fn every_number_has_a_name_of_its_own_and_lies_within_its_range() {
        let numbers = numbers();
        let names: HashSet<String> = numbers.iter().map(|number| number.name()).collect();
        assert_eq!(names.len(), numbers.len());
        assert!(numbers.len() > 30, "{}", numbers.len());
        for number in numbers {
            assert!(number.range().contains(&number.usual()), "{}", number.name());
        }
    }
}

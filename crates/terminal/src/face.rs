//! What clocks show, on the screen and in words.

use regence_game::clock::Face;
use std::time::Duration;

/// The time on a clock, with what has begun of a second, or of a tenth where tenths are shown, counted in full: five
/// minutes are 5:00 until a second has passed.
pub fn face(left: Duration) -> Face {
    let step = if left > Duration::from_secs(10) { 1000 } else { 100 };
    Face(Duration::from_millis((left.as_millis() as u64).next_multiple_of(step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_begun_counts_in_full() {
        for (left, expected) in [
            (300_000, "5:00"),
            (299_001, "5:00"),
            (299_000, "4:59"),
            (10_001, "0:11"),
            (9_950, "0:10"),
            (0, "0.0"),
        ] {
            assert_eq!(face(Duration::from_millis(left)).to_string(), expected, "{left}");
        }
    }
}

//! Guesses what somebody meant to type.

use std::ffi::OsStr;

/// The known word nearest to what was written, if it is at most two slips and less than half a word away.
pub fn nearest(written: &OsStr, known: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    // Nothing we know is longer, so nothing longer can be near.
    let written = written.to_str().filter(|text| text.len() <= 20)?.to_lowercase();
    let (distance, word) =
        known.into_iter().map(|word| (slips(&written, word), word)).min_by_key(|&(distance, _)| distance)?;
    let meaningful = word.trim_start_matches('-').len();
    (distance <= 2 && distance * 2 < meaningful).then_some(word)
}

/// How many letters must be added, dropped, changed or swapped with their neighbour to turn one word into the other.
fn slips(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, &a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let mut fewest = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && b == from[i - 1] {
                fewest = fewest.min(before_last[j - 1] + 1);
            }
            row.push(fewest);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, expected: Option<&str>) {
        assert_eq!(
            nearest(written.as_ref(), ["board", "fen", "moves", "perft", "--divide"]),
            expected,
            "{written}"
        );
    }

    #[test]
    fn a_slip_or_two_are_understood() {
        check("pertf", Some("perft"));
        check("prft", Some("perft"));
        check("MOVE", Some("moves"));
        check("fne", Some("fen"));
        check("--divde", Some("--divide"));
        check("bord", Some("board"));
    }

    #[test]
    fn other_words_are_not_guessed_at() {
        check("", None);
        check("play", None);
        check("x", None);
        check("--depth", None);
        check(&"perft".repeat(1000), None);
    }
}

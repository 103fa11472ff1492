//! How a game ended, as words that stay the same from version to version.

use regence_rules::{Color, Draw, Outcome, Win};

/// The reason of a result that came without one.
pub const UNKNOWN: &str = "unknown";

const WINS: [(Win, &str); 7] = [
    (Win::Checkmate, "checkmate"),
    (Win::LastKingTaken, "last-king-taken"),
    (Win::Stalemate, "stalemate"),
    (Win::NoMoves, "no-moves"),
    (Win::Resignation, "resignation"),
    (Win::Time, "time"),
    (Win::Abandonment, "abandonment"),
];

const DRAWS: [(Draw, &str); 10] = [
    (Draw::Stalemate, "stalemate"),
    (Draw::NoMoves, "no-moves"),
    (Draw::InsufficientMaterial, "insufficient-material"),
    (Draw::SeventyFiveMoves, "seventy-five-moves"),
    (Draw::FiftyMoves, "fifty-moves"),
    (Draw::FivefoldRepetition, "fivefold-repetition"),
    (Draw::ThreefoldRepetition, "threefold-repetition"),
    (Draw::Agreement, "agreement"),
    (Draw::TimeWithoutMaterial { flagged: Color::White }, "white-time-without-material"),
    (Draw::TimeWithoutMaterial { flagged: Color::Black }, "black-time-without-material"),
];

/// The word for a reason.
pub fn word(outcome: Outcome) -> &'static str {
    let found = match outcome {
        Outcome::Win { by, .. } => WINS.iter().find(|(win, _)| *win == by).map(|(_, word)| *word),
        Outcome::Draw(draw) => DRAWS.iter().find(|(known, _)| *known == draw).map(|(_, word)| *word),
    };
    found.unwrap_or(UNKNOWN)
}

/// The outcome that a winner and a reason mean; none if the reason is unknown.
pub fn outcome(winner: Option<Color>, reason: &str) -> Option<Outcome> {
    match winner {
        Some(winner) => {
            let (by, _) = *WINS.iter().find(|(_, word)| *word == reason)?;
            Some(Outcome::Win { winner, by })
        }
        None => DRAWS.iter().find(|(_, word)| *word == reason).map(|(draw, _)| Outcome::Draw(*draw)),
    }
}

/// The result as PGN writes it.
pub const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Who won according to a result, or that it is none.
pub fn winner(result: &str) -> Result<Option<Color>, String> {
    let mut all = [Some(Color::White), Some(Color::Black), None].into_iter();
    all.find(|&winner| self::result(winner) == result).ok_or_else(|| format!("unknown result '{result}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_read_back_from_its_words() {
        let wins = WINS.iter().flat_map(|&(by, _)| Color::ALL.map(|winner| Outcome::Win { winner, by }));
        for ended in wins.chain(DRAWS.iter().map(|&(draw, _)| Outcome::Draw(draw))) {
            assert_eq!(outcome(ended.winner(), word(ended)), Some(ended));
            assert_eq!(winner(ended.result()), Ok(ended.winner()));
        }
        assert_eq!(outcome(None, UNKNOWN), None);
        assert_eq!(winner("*"), Err("unknown result '*'".into()));
    }
}

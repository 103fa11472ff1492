//! How a game ended, as JSON.

use regence_rules::{Color, Draw, Outcome, Win};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeJson {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// `white` or `black`, if somebody won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Why, in one word, always the same.
    pub reason: String,
    /// The whole in a sentence for people.
    #[serde(default)]
    pub sentence: String,
}

/// The words for ways to win.
const WINS: [(&str, Win); 7] = [
    ("checkmate", Win::Checkmate),
    ("lastKingTaken", Win::LastKingTaken),
    ("stalemate", Win::Stalemate),
    ("noMoves", Win::NoMoves),
    ("resignation", Win::Resignation),
    ("time", Win::Time),
    ("abandonment", Win::Abandonment),
];

/// The words for draws.
const DRAWS: [(&str, Draw); 10] = [
    ("stalemate", Draw::Stalemate),
    ("noMoves", Draw::NoMoves),
    ("insufficientMaterial", Draw::InsufficientMaterial),
    ("seventyFiveMoves", Draw::SeventyFiveMoves),
    ("fiftyMoves", Draw::FiftyMoves),
    ("fivefoldRepetition", Draw::FivefoldRepetition),
    ("threefoldRepetition", Draw::ThreefoldRepetition),
    ("agreement", Draw::Agreement),
    ("whiteTimeWithoutMaterial", Draw::TimeWithoutMaterial { flagged: Color::White }),
    ("blackTimeWithoutMaterial", Draw::TimeWithoutMaterial { flagged: Color::Black }),
];

fn word<T: PartialEq>(words: &[(&'static str, T)], wanted: &T) -> &'static str {
    words.iter().find(|(_, known)| known == wanted).map_or("unknown", |&(word, _)| word)
}

fn meaning<T: Copy>(words: &[(&str, T)], wanted: &str) -> Option<T> {
    words.iter().find(|&&(word, _)| word == wanted).map(|&(_, known)| known)
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win { by, .. } => word(&WINS, &by),
            Outcome::Draw(draw) => word(&DRAWS, &draw),
        };
        Self {
            result: outcome.result().into(),
            winner: outcome.winner().map(color_word).map(String::from),
            reason: reason.into(),
            sentence: outcome.to_string(),
        }
    }
}

impl OutcomeJson {
    /// What it says; `None` if it makes no sense.
    pub fn outcome(&self) -> Option<Outcome> {
        let winner = match self.winner.as_deref() {
            None => return meaning(&DRAWS, &self.reason).map(Outcome::Draw),
            Some("white") => Color::White,
            Some("black") => Color::Black,
            Some(_) => return None,
        };
        meaning(&WINS, &self.reason).map(|by| Outcome::Win { winner, by })
    }
}

/// `white` or `black`.
pub(super) fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_read_as_it_is_written() {
        let wins = WINS.map(|(_, by)| Color::ALL.map(|winner| Outcome::Win { winner, by }));
        let draws = DRAWS.map(|(_, draw)| Outcome::Draw(draw));
        for outcome in wins.into_iter().flatten().chain(draws) {
            assert_eq!(OutcomeJson::from(outcome).outcome(), Some(outcome));
            assert_ne!(OutcomeJson::from(outcome).reason, "unknown");
        }
    }
}

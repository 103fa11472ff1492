//! How games ended, for the wire.

use crate::view::{OutcomeView, Status};
use regence_game::json::OutcomeJson;
use regence_game::pgn::GameResult;
use regence_rules::{Color, Draw, Outcome, Win};
use regence_store::Status as Kept;

/// How a game ended.
pub fn outcome(outcome: Outcome) -> OutcomeView {
    let json = OutcomeJson::from(outcome);
    OutcomeView {
        result: json.result,
        winner: outcome.winner().map(Into::into),
        reason: json.reason,
        sentence: json.sentence,
    }
}

/// How things stand, in one word, once a game is over.
pub fn status(outcome: Outcome) -> Status {
    match outcome {
        Outcome::Win { by: Win::Checkmate, .. } => Status::Checkmate,
        Outcome::Win { .. } => Status::Won,
        Outcome::Draw(Draw::Stalemate) => Status::Stalemate,
        Outcome::Draw(_) => Status::Draw,
    }
}

/// How a kept game ended, if it has.
pub fn kept_outcome(status: &Kept) -> Option<OutcomeView> {
    match status {
        Kept::Finished { winner, .. } => {
            Some(status.outcome().map_or_else(|| without_reason(*winner), outcome))
        }
        Kept::Running | Kept::Abandoned => None,
    }
}

/// How a game ended of which only the result is written.
pub fn result(result: GameResult) -> Option<OutcomeView> {
    match result {
        GameResult::WhiteWins => Some(without_reason(Some(Color::White))),
        GameResult::BlackWins => Some(without_reason(Some(Color::Black))),
        GameResult::Draw => Some(without_reason(None)),
        GameResult::Unknown => None,
    }
}

fn without_reason(winner: Option<Color>) -> OutcomeView {
    OutcomeView {
        result: Kept::result_only(winner).result().into(),
        winner: winner.map(Into::into),
        reason: "unknown".into(),
        sentence: winner.map_or("Draw".to_owned(), |winner| format!("{winner} wins")),
    }
}

//! Writes games of a match as PGN.

use crate::date::Date;
use crate::engine_spec::EngineSpec;
use crate::fault::Fault;
use crate::play::{Cause, Thought};
use crate::record::GameRecord;
use regence_game::pgn::{PgnGame, Tags};

/// A game with its tags and, in comments, each move's score, depth and time: `{+0.34/12 0.081s}`.
pub fn game_text(record: &GameRecord, engines: &[EngineSpec], event: &str) -> String {
    let mut pgn = PgnGame::new(record.played.game.clone());
    pgn.result = record.played.end.outcome.into();
    pgn.tags = tags(record, engines, event);
    for (id, thought) in pgn.game.path().into_iter().zip(&record.played.thoughts) {
        if let Some(thought) = thought {
            pgn.game.notes_mut(id).after.add(&comment(thought));
        }
    }
    let end = pgn.game.cursor();
    pgn.game.notes_mut(end).after.add(&record.played.end.to_string().replace('}', ")"));
    pgn.to_string()
}

fn tags(record: &GameRecord, engines: &[EngineSpec], event: &str) -> Tags {
    let by = record.engines();
    let mut tags = Tags::default();
    tags.set("Event", event);
    tags.set("Date", Date::of(record.began).to_string());
    tags.set("Round", format!("{}.{}", record.encounter.round + 1, 1 + u8::from(record.is_return)));
    tags.set("White", &engines[by.white].name);
    tags.set("Black", &engines[by.black].name);
    let [white, black] = [by.white, by.black].map(|engine| engines[engine].limits.pgn());
    if white == black {
        tags.set("TimeControl", white);
    } else {
        tags.set("TimeControl", "?");
        tags.set("WhiteTimeControl", white);
        tags.set("BlackTimeControl", black);
    }
    tags.set("Termination", termination(&record.played.end.cause));
    tags.set("PlyCount", record.played.game.plies().len().to_string());
    tags
}

/// The word that PGN has for it.
fn termination(cause: &Cause) -> &'static str {
    match cause {
        Cause::Rules => "normal",
        Cause::Adjudication(_) => "adjudication",
        Cause::Fault { fault, .. } => match fault {
            Fault::Crash { .. } | Fault::Hang { .. } => "abandoned",
            Fault::IllegalMove { .. } => "rules infraction",
            Fault::Time { .. } | Fault::Patience { .. } => "time forfeit",
        },
    }
}

fn comment(thought: &Thought) -> String {
    let seconds = thought.time.as_secs_f64();
    match (thought.info.score, thought.info.depth) {
        (Some(score), Some(depth)) => format!("{score}/{depth} {seconds:.3}s"),
        (Some(score), None) => format!("{score} {seconds:.3}s"),
        (None, _) => format!("{seconds:.3}s"),
    }
}

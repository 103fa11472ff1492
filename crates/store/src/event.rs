//! What can happen in a game, and how it is written down.

use crate::summary::search_key;
use crate::{Moment, ending};
use regence_game::{Ply, Variant};
use regence_rules::{Outcome, UciMove};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One entry of a game's log.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// When it happened.
    pub at: Moment,
    /// What happened.
    pub event: Event,
}

/// What happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A move was played.
    Play(Played),
    /// Several moves were played one after another, elsewhere, and come at once.
    Line(Vec<Played>),
    /// What was written about a game from elsewhere, beside the clocks of its moves.
    Annotated {
        /// The same moves with all variations, comments and signs, as PGN.
        pgn: String,
    },
    /// Half-moves were taken back. They leave the main line but not the log. To play them again is to play them.
    Undo {
        /// How many.
        plies: u32,
    },
    /// The game was ended by a word or by the clock, rather than by its last move.
    End {
        /// How.
        outcome: Outcome,
        /// The move that was written down to claim the draw, if there was one.
        intended: Option<UciMove>,
    },
    /// The pieces were set up anew: the game begins here, and what was played before is no part of it any more.
    Setup {
        /// Which chess is played from here.
        variant: Variant,
        /// From where, as FEN.
        start: String,
    },
    /// Anything else that belongs to the story: an offer, a pause, a change of seats. It changes nothing on the board.
    Note {
        /// What kind of thing, in a word.
        kind: String,
        /// The thing itself.
        body: serde_json::Value,
    },
}

/// How a null move is written.
const NULL_MOVE: &str = "0000";

/// A move that was played, with what is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// None if the side to move has passed.
    pub(crate) uci: Option<UciMove>,
    pub(crate) san: String,
    pub(crate) clock: Option<Duration>,
    /// By what to find the position it led to; none under house rules, or when read from a log.
    pub(crate) key: Option<u64>,
}

impl Played {
    /// A half-move of a game, and the time that whoever moved has left. None for a null move, which is never played.
    pub fn of(ply: &Ply, clock: Option<Duration>) -> Option<Self> {
        ply.mv.is_some().then(|| Self::recorded(ply, clock))
    }

    /// The same of a game from elsewhere, in which somebody may have passed.
    pub(crate) fn recorded(ply: &Ply, clock: Option<Duration>) -> Self {
        let uci = ply.mv.map(|record| record.uci);
        Self { uci, san: ply.to_string(), clock, key: search_key(&ply.position) }
    }

    /// The move; none if whoever was to move has passed, which only games from elsewhere know.
    pub fn uci(&self) -> Option<UciMove> {
        self.uci
    }

    /// The move as UCI writes it.
    pub(crate) fn word(&self) -> String {
        self.uci.map_or_else(|| NULL_MOVE.to_owned(), |uci| uci.to_string())
    }

    /// The time left to whoever moved.
    pub fn clock(&self) -> Option<Duration> {
        self.clock
    }
}

/// The body of an entry, in JSON.
#[derive(Serialize, Deserialize)]
struct PlayBody {
    uci: String,
    san: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct LineBody {
    moves: Vec<PlayBody>,
}

#[derive(Serialize, Deserialize)]
struct AnnotatedBody<T> {
    pgn: T,
}

#[derive(Serialize, Deserialize)]
struct UndoBody {
    plies: u32,
}

#[derive(Serialize, Deserialize)]
struct SetupBody {
    variant: String,
    start: String,
}

#[derive(Serialize, Deserialize)]
struct EndBody {
    result: String,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    intended: Option<String>,
}

impl From<&Played> for PlayBody {
    fn from(played: &Played) -> Self {
        let clock_ms = played.clock.map(millis);
        Self { uci: played.word(), san: played.san.clone(), clock_ms }
    }
}

impl PlayBody {
    fn played(self) -> Result<Played, String> {
        let uci = match self.uci.as_str() {
            NULL_MOVE => None,
            word => Some(word.parse().map_err(|error| format!("'{word}': {error}"))?),
        };
        Ok(Played { uci, san: self.san, clock: self.clock_ms.map(Duration::from_millis), key: None })
    }
}

/// A clock as it is kept: whole milliseconds.
pub fn millis(clock: Duration) -> u64 {
    // What does not fit a signed word is longer than the universe has lasted.
    u64::try_from(clock.as_millis()).map_or(i64::MAX as u64, |ms| ms.min(i64::MAX as u64))
}

impl Event {
    /// The word that says what kind of event this is.
    pub fn kind(&self) -> &str {
        match self {
            Self::Play(_) => "play",
            Self::Line(_) => "line",
            Self::Annotated { .. } => "annotated",
            Self::Undo { .. } => "undo",
            Self::End { .. } => "end",
            Self::Setup { .. } => "setup",
            Self::Note { kind, .. } => kind,
        }
    }

    /// Whether a note may be of this kind: a short word of small letters that means nothing else.
    pub(crate) fn is_kind_of_note(kind: &str) -> bool {
        let is_word = kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        is_word
            && (1..=32).contains(&kind.len())
            && !["play", "line", "annotated", "undo", "end", "setup"].contains(&kind)
    }

    /// What was played, in order.
    pub(crate) fn played(&self) -> &[Played] {
        match self {
            Self::Play(played) => std::slice::from_ref(played),
            Self::Line(line) => line,
            _ => &[],
        }
    }

    /// How many half-moves were taken back.
    pub(crate) fn undone(&self) -> u32 {
        if let Self::Undo { plies } = self { *plies } else { 0 }
    }

    /// The rest of it, in JSON.
    pub(crate) fn body(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::Play(played) => serde_json::to_string(&PlayBody::from(played)),
            Self::Line(line) => {
                serde_json::to_string(&LineBody { moves: line.iter().map(PlayBody::from).collect() })
            }
            Self::Annotated { pgn } => serde_json::to_string(&AnnotatedBody { pgn }),
            Self::Undo { plies } => serde_json::to_string(&UndoBody { plies: *plies }),
            Self::End { outcome, intended } => serde_json::to_string(&EndBody {
                result: outcome.result().to_owned(),
                reason: ending::word(*outcome).to_owned(),
                intended: intended.map(|uci| uci.to_string()),
            }),
            Self::Setup { variant, start } => {
                serde_json::to_string(&SetupBody { variant: variant.to_string(), start: start.clone() })
            }
            Self::Note { body, .. } => serde_json::to_string(body),
        }
    }

    /// The event that a kind and a body mean; what is wrong with them if they mean none.
    pub(crate) fn read(kind: &str, body: &str) -> Result<Self, String> {
        match kind {
            "play" => Ok(Self::Play(json::<PlayBody>(body)?.played()?)),
            "line" => {
                let line: LineBody = json(body)?;
                Ok(Self::Line(line.moves.into_iter().map(PlayBody::played).collect::<Result<_, _>>()?))
            }
            "annotated" => Ok(Self::Annotated { pgn: json::<AnnotatedBody<String>>(body)?.pgn }),
            "undo" => Ok(Self::Undo { plies: json::<UndoBody>(body)?.plies }),
            "end" => end(json(body)?),
            "setup" => {
                let SetupBody { variant, start } = json(body)?;
                let variant = variant.parse().map_err(|error| format!("variant: {error}"))?;
                Ok(Self::Setup { variant, start })
            }
            _ => Ok(Self::Note { kind: kind.to_owned(), body: json(body)? }),
        }
    }
}

fn end(body: EndBody) -> Result<Event, String> {
    let winner = ending::winner(&body.result)?;
    let outcome = ending::outcome(winner, &body.reason)
        .ok_or_else(|| format!("unknown reason '{}' for {}", body.reason, body.result))?;
    let intended = body.intended.map(|uci| uci.parse()).transpose();
    Ok(Event::End { outcome, intended: intended.map_err(|error| format!("intended move: {error}"))? })
}

fn json<'a, T: Deserialize<'a>>(body: &'a str) -> Result<T, String> {
    serde_json::from_str(body).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::{Color, Draw, Win};

    #[track_caller]
    fn check(event: Event, kind: &str, body: &str) {
        assert_eq!((event.kind(), event.body().expect("it is JSON").as_str()), (kind, body));
        assert_eq!(Event::read(kind, body), Ok(event));
    }

    #[test]
    fn events_are_written_and_read_back() {
        let uci = "e2e4".parse().expect("a move");
        let e4 = Played { uci: Some(uci), san: "e4".into(), clock: None, key: None };
        let timed = Played { clock: Some(Duration::from_millis(1500)), ..e4.clone() };
        check(Event::Play(e4.clone()), "play", r#"{"uci":"e2e4","san":"e4"}"#);
        check(Event::Play(timed.clone()), "play", r#"{"uci":"e2e4","san":"e4","clock_ms":1500}"#);
        let passed = Played { uci: None, san: "--".into(), clock: None, key: None };
        check(
            Event::Line(vec![e4, timed, passed]),
            "line",
            r#"{"moves":[{"uci":"e2e4","san":"e4"},{"uci":"e2e4","san":"e4","clock_ms":1500},{"uci":"0000","san":"--"}]}"#,
        );
        check(Event::Annotated { pgn: "1. e4! *\n".into() }, "annotated", r#"{"pgn":"1. e4! *\n"}"#);
        check(Event::Undo { plies: 2 }, "undo", r#"{"plies":2}"#);
        let resigned = Outcome::Win { winner: Color::Black, by: Win::Resignation };
        check(
            Event::End { outcome: resigned, intended: None },
            "end",
            r#"{"result":"0-1","reason":"resignation"}"#,
        );
        check(
            Event::End { outcome: Outcome::Draw(Draw::ThreefoldRepetition), intended: Some(uci) },
            "end",
            r#"{"result":"1/2-1/2","reason":"threefold-repetition","intended":"e2e4"}"#,
        );
        check(
            Event::Setup { variant: Variant::Chess960, start: "8/8 w - - 0 1".into() },
            "setup",
            r#"{"variant":"chess960","start":"8/8 w - - 0 1"}"#,
        );
        check(
            Event::Note { kind: "chat".into(), body: serde_json::json!({"says": "é\"<"}) },
            "chat",
            r#"{"says":"é\"<"}"#,
        );
    }

    #[test]
    fn bodies_that_mean_nothing_are_named() {
        assert_eq!(
            Event::read("end", r#"{"result":"2-0","reason":"time"}"#),
            Err("unknown result '2-0'".into())
        );
        assert!(Event::read("play", "{}").is_err_and(|why| why.contains("uci")));
        assert!(Event::read("undo", "nonsense").is_err());
    }

    #[test]
    fn notes_have_kinds_of_their_own() {
        for (kind, is_one) in
            [("chat", true), ("draw-offer", true), ("annotated", false), ("", false), ("A", false)]
        {
            assert_eq!(Event::is_kind_of_note(kind), is_one, "{kind}");
        }
    }
}

//! Questions and answers as they are written down for workers elsewhere.

use super::question::{Errand, Question};
use super::story::Answer;
use crate::view::ScoreOfLine;
use regence_engine::{Clock, Limits, Situation};
use regence_game::session::Level;
use regence_game::{AnyPosition, Game, Variant};
use regence_levels::{Play, Remaining, Search, Task};
use regence_rules::{ByColor, Position, UciMove};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a position has come about: all of it that the engine wants to know.
#[derive(Clone, Debug)]
pub(super) struct Past {
    variant: Variant,
    start: AnyPosition,
    moves: Vec<UciMove>,
}

impl Past {
    /// That of a game's position.
    pub(super) fn of(game: &Game) -> Self {
        let mut past = Self { variant: game.variant(), start: *game.start(), moves: Vec::new() };
        for ply in game.plies() {
            match ply.mv {
                Some(mv) => past.moves.push(mv.uci),
                // Whoever passes repeats nothing.
                None => past = Self { start: ply.position, moves: Vec::new(), ..past },
            }
        }
        past
    }
}

/// A question for somebody elsewhere. Whom it is for tells it apart from others.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Letter {
    from: String,
    variant: String,
    start: String,
    moves: Vec<String>,
    task: WrittenTask,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenTask {
    Play { level: String, seed: u64, clock: Option<WrittenRemaining> },
    Search { time_ms: Option<u64>, clock: Option<WrittenClock>, lines: usize },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenRemaining {
    left_ms: u64,
    increment_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenClock {
    left_ms: [Option<u64>; 2],
    increment_ms: [u64; 2],
    moves_to_go: Option<u32>,
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl From<Remaining> for WrittenRemaining {
    fn from(remaining: Remaining) -> Self {
        Self { left_ms: millis(remaining.left), increment_ms: millis(remaining.increment) }
    }
}

impl From<Clock> for WrittenClock {
    fn from(clock: Clock) -> Self {
        Self {
            left_ms: [clock.left.white, clock.left.black].map(|left| left.map(millis)),
            increment_ms: [clock.increment.white, clock.increment.black].map(millis),
            moves_to_go: clock.moves_to_go,
        }
    }
}

impl WrittenClock {
    fn read(&self) -> Clock {
        let [white, black] = self.left_ms.map(|left| left.map(Duration::from_millis));
        let increment = self.increment_ms.map(Duration::from_millis);
        Clock {
            left: ByColor { white, black },
            increment: ByColor { white: increment[0], black: increment[1] },
            moves_to_go: self.moves_to_go,
        }
    }
}

impl Question {
    /// The question in words that [`read`](Self::read) understands; `None` if it is not for others: simple computers
    /// answer at once, and lines are shown as they come.
    pub fn written(&self, from: String) -> Option<String> {
        let task = match &self.task {
            _ if self.errand == Errand::Lines => return None,
            Task::Choose { .. } => return None,
            Task::Play(play) => WrittenTask::Play {
                level: play.level.to_string(),
                seed: play.seed,
                clock: play.remaining.map(Into::into),
            },
            Task::Search(search) => WrittenTask::Search {
                time_ms: search.limits.time.map(millis),
                clock: search.limits.clock.map(Into::into),
                lines: search.lines,
            },
        };
        let past = self.past.as_ref()?;
        let letter = Letter {
            from,
            variant: past.variant.to_string(),
            start: past.start.fen(),
            moves: past.moves.iter().map(ToString::to_string).collect(),
            task,
        };
        serde_json::to_string(&letter).ok()
    }

    /// The question that was written down, or what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let letter: Letter = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let variant: Variant = letter.variant.parse().map_err(|error| format!("{error}"))?;
        let start = variant.read_fen(&letter.start).map_err(|error| error.to_string())?;
        let situation = situation(start, &letter.moves)?;
        let task = match letter.task {
            WrittenTask::Play { level, seed, clock } => {
                let level: Level = level.parse().map_err(|error| format!("{error}"))?;
                let remaining = clock.map(|clock| Remaining {
                    left: Duration::from_millis(clock.left_ms),
                    increment: Duration::from_millis(clock.increment_ms),
                });
                Task::Play(Box::new(Play { situation, variant, level, seed, remaining }))
            }
            WrittenTask::Search { time_ms, clock, lines } => {
                let time = time_ms.map(Duration::from_millis);
                let limits = Limits { time, clock: clock.map(|clock| clock.read()), ..Limits::default() };
                Task::Search(Box::new(Search { situation, variant, limits, lines }))
            }
        };
        Ok(Self { errand: Errand::Reply, task, past: None })
    }
}

fn situation(start: AnyPosition, moves: &[String]) -> Result<Situation, String> {
    let AnyPosition::Standard(start) = start else {
        return Err("the engine does not know these rules".to_owned());
    };
    let mut situation = Situation::new(start);
    for text in moves {
        let position: &Position = situation.position();
        let uci: UciMove = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let mv = position.resolve(uci).map_err(|error| format!("{text}: {error}"))?;
        situation.play(mv);
    }
    Ok(situation)
}

/// An answer from somebody elsewhere.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    best: Option<String>,
    centipawns: Option<i32>,
    mate: Option<i32>,
    natural_ms: u64,
}

impl Answer {
    /// The answer in words that [`read`](Self::read) understands.
    pub fn written(&self) -> String {
        let (centipawns, mate) = match self.score {
            Some(ScoreOfLine::Centipawns(worth)) => (Some(worth), None),
            Some(ScoreOfLine::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let best = self.best.map(|best| best.to_string());
        let reply = Reply { best, centipawns, mate, natural_ms: millis(self.natural) };
        // Numbers and a move can be written.
        serde_json::to_string(&reply).unwrap_or_default()
    }

    /// The answer that was written down; `None` if it makes no sense.
    pub fn read(text: &str) -> Option<Self> {
        let reply: Reply = serde_json::from_str(text).ok()?;
        let best = reply.best.map(|best| best.parse().ok());
        let mate = reply.mate.map(ScoreOfLine::Mate);
        Some(Self {
            best: if let Some(best) = best { Some(best?) } else { None },
            score: reply.centipawns.map(ScoreOfLine::Centipawns).or(mate),
            natural: Duration::from_millis(reply.natural_ms),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_engine::Control;
    use std::sync::Arc;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for mv in moves.split_whitespace() {
            game.play_written(mv).expect("a legal move");
        }
        game
    }

    #[track_caller]
    fn check_same(question: &Question) {
        let written = question.written("here".into()).expect("it can be written");
        let read = Question::read(&written).expect("it can be read");
        // The position, its past, the limits, the level and its seed: all that is thought about.
        assert_eq!(format!("{:?}", read.task), format!("{:?}", question.task));
    }

    #[test]
    fn questions_are_the_same_when_they_are_read() {
        for moves in ["", "e4 e5 Nf3 Nc6 Bb5 a6 O-O", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"] {
            let game = game(moves);
            check_same(&Question::hint(&game, 7, Duration::from_millis(250)));
            check_same(&Question::judgement(&game, Duration::from_secs(1)).expect("the engine knows chess"));
        }
    }

    #[test]
    fn what_is_no_question_is_refused() {
        let written = Question::hint(&game("e4"), 1, Duration::ZERO).written(String::new()).expect("words");
        for (from, to, why) in [
            ("e2e4", "e2e5", "e2e5"),
            ("orthodox", "draughts", "draughts"),
            ("search", "seek", "seek"),
            ("w KQkq", "x KQkq", "expected w or b"),
        ] {
            let text = written.replace(from, to);
            let error = Question::read(&text).expect_err(to);
            assert!(error.contains(why), "{error}");
        }
        assert!(Question::read("").is_err());
    }

    #[test]
    fn lines_and_simple_computers_stay_here() {
        let game = game("e4");
        let lines = Question::lines(&game, 2, Duration::ZERO).expect("the engine knows chess");
        assert_eq!(lines.written(String::new()), None);
        let house = Game::new(Variant::CLASSROOM.start(), regence_game::Purpose::Playing);
        assert_eq!(Question::hint(&house, 1, Duration::ZERO).written(String::new()), None);
    }

    #[test]
    fn answers_are_the_same_when_they_are_read() {
        let best = |text: &str| Some(text.parse().expect("a move"));
        for answer in [
            Answer { best: best("e7e8q"), score: None, natural: Duration::from_millis(1500) },
            Answer { best: None, score: Some(ScoreOfLine::Mate(-3)), natural: Duration::ZERO },
            Answer { best: best("a2a3"), score: Some(ScoreOfLine::Centipawns(0)), natural: Duration::ZERO },
        ] {
            assert_eq!(Answer::read(&answer.written()), Some(answer));
        }
        for text in ["", "{}", r#"{"best":"e9e4","naturalMs":0}"#] {
            assert_eq!(Answer::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_level_plays_the_same_wherever_it_thinks() {
        let game = game("e4 e5");
        let past = Some(Past::of(&game));
        let situation = regence_levels::situation(&game).expect("the engine knows chess");
        let play =
            Play { situation, variant: game.variant(), level: Level::Elo(900), seed: 5, remaining: None };
        let question = Question { errand: Errand::Reply, task: Task::Play(Box::new(play)), past };
        check_same(&question);
        let control = Arc::new(Control::default());
        let read = Question::read(&question.written(String::new()).expect("words")).expect("it can be read");
        assert_eq!(read.task.decide(&control), question.task.decide(&control));
    }
}

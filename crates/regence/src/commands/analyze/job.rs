//! A game to be analysed, and what was found in it, as they are written down for workers elsewhere.

use super::engine;
use super::game::Played;
use super::look::{Analyst, Line};
use regence_arena::Stop;
use regence_engine::{Limits, Score, Situation};
use regence_game::{AnyPosition, Variant};
use regence_rules::{Move, Position, UciMove};
pub use regence_server::worker::Effort;
use regence_server::worker::{ENGINE, Gate, Reviewer, game_job};
use serde_json::{Value, json};
use std::time::Duration;

/// A game with the wish to analyse it.
pub struct Job {
    played: Played,
    effort: Effort,
}

/// A game and how hard to look at it, in words that [`Job::read`] understands.
pub fn write(played: &Played, effort: &Effort) -> Option<String> {
    let start = played.start?;
    let moves = played.moves.iter().map(|(mv, _)| mv.map(|mv| mv.uci_chess960().to_string()));
    let start = AnyPosition::from(start);
    Some(game_job(start.variant(), &start, moves, effort))
}

impl Job {
    /// The job that was written down, or what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let job: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let word = |name: &str| job[name].as_str().ok_or_else(|| format!("no {name}"));
        let number = |name: &str| job[name].as_u64();
        let small = |name: &str| number(name).and_then(|number| u32::try_from(number).ok());
        let needed =
            |name: &str| small(name).filter(|&n| n > 0).ok_or_else(|| format!("no number of {name}"));
        if word("engine")? != ENGINE {
            return Err(format!("it is for version {} of the engine, not {ENGINE}", word("engine")?));
        }
        let variant: Variant = word("variant")?.parse().map_err(|error| format!("{error}"))?;
        let start = match variant.read_fen(word("start")?).map_err(|error| error.to_string())? {
            AnyPosition::Standard(start) => start,
            AnyPosition::House(_) => return Err("the engine does not know these rules".to_owned()),
        };
        let moves = job["moves"].as_array().ok_or("no moves")?;
        let limits = Limits {
            depth: small("depth"),
            nodes: number("nodes"),
            time: number("microseconds").map(Duration::from_micros),
            ..Limits::default()
        };
        if limits == Limits::default() {
            return Err("it would never end".to_owned());
        }
        let (lines, threads, megabytes) = (needed("lines")?, needed("threads")?, needed("megabytes")?);
        let effort = Effort { limits, lines, threads, megabytes };
        Ok(Self { played: Played::replay(start, moves.iter().map(Value::as_str))?, effort })
    }

    /// What is found in each position; `None` if the gate is closed before the end.
    fn run(&self, gate: &Gate, stop: &Stop) -> Result<Option<Vec<Vec<Line>>>, String> {
        let Effort { limits, lines, threads, megabytes } = &self.effort;
        let engine = engine(*megabytes, *threads, *lines).map_err(|error| error.to_string())?;
        let mut analyst = Analyst::new(engine, limits.clone(), *lines as usize, stop.clone());
        let mut found = Vec::with_capacity(self.played.moves.len() + 1);
        for situation in self.played.situations() {
            if !gate.pass() {
                return Ok(None);
            }
            found.push(analyst.look(&situation, &mut |_, _| {}));
        }
        Ok((!stop.is_set()).then_some(found))
    }
}

/// Does the jobs.
pub struct Workbench {
    /// Ends searches at once.
    pub stop: Stop,
}

impl Reviewer for Workbench {
    fn review(&self, body: &str, gate: &Gate) -> Result<Option<String>, String> {
        let found = Job::read(body)?.run(gate, &self.stop)?;
        Ok(found.map(|found| write_found(&found)))
    }
}

/// What was found in each position, in words that [`read_found`] understands.
fn write_found(found: &[Vec<Line>]) -> String {
    let line = |line: &Line| {
        let (kind, worth) = match line.score {
            Score::Centipawns(worth) => ("cp", worth),
            Score::Mate(moves) => ("mate", moves),
        };
        let moves: Vec<String> = line.moves.iter().map(|mv| mv.uci_chess960().to_string()).collect();
        json!({
            "depth": line.depth,
            "deepest": line.deepest,
            kind: worth,
            "nodes": line.nodes,
            "microseconds": line.time.as_micros() as u64,
            "fullness": line.fullness,
            "moves": moves.join(" "),
        })
    };
    let positions = found.iter().map(|lines| Value::Array(lines.iter().map(line).collect()));
    Value::Array(positions.collect()).to_string()
}

/// What was found in each position of a game; `None` if it makes no sense there.
pub fn read_found(text: &str, played: &Played) -> Option<Vec<Vec<Line>>> {
    let found: Value = serde_json::from_str(text).ok()?;
    let (found, situations) = (found.as_array()?, played.situations());
    let found: Option<Vec<Vec<Line>>> = found
        .iter()
        .zip(situations)
        .map(|(lines, situation)| {
            let lines = lines.as_array()?.iter().zip(1..);
            lines.map(|(line, rank)| read_line(line, rank, situation.position())).collect()
        })
        .collect();
    found.filter(|found| found.len() == played.moves.len() + 1)
}

fn read_line(line: &Value, rank: usize, position: &Position) -> Option<Line> {
    let number = |name: &str| line[name].as_u64();
    let worth = |name: &str| line[name].as_i64().and_then(|worth| i32::try_from(worth).ok());
    let score = worth("cp").map(Score::Centipawns).or(worth("mate").map(Score::Mate))?;
    let mut at = *position;
    let mut moves: Vec<Move> = Vec::new();
    for text in line["moves"].as_str()?.split_whitespace() {
        let mv = at.resolve(text.parse::<UciMove>().ok()?).ok()?;
        moves.push(mv);
        at = at.play(mv);
    }
    Some(Line {
        depth: number("depth")? as u32,
        deepest: number("deepest")? as u32,
        rank,
        score,
        nodes: number("nodes")?,
        time: Duration::from_micros(number("microseconds")?),
        fullness: number("fullness")? as u32,
        moves,
    })
}

impl Played {
    /// A game of these moves, none for a side that passes; or what is wrong with them.
    fn replay<'a>(start: Position, moves: impl Iterator<Item = Option<&'a str>>) -> Result<Self, String> {
        let (mut played, mut at) = (Self { start: Some(start), ..Self::default() }, start);
        for text in moves {
            let mv = match text {
                Some(text) => {
                    let uci: UciMove = text.parse().map_err(|error| format!("{text}: {error}"))?;
                    Some(at.resolve(uci).map_err(|error| format!("{text}: {error}"))?)
                }
                None => None,
            };
            at = match mv {
                Some(mv) => at.play(mv),
                None => at.pass().ok_or("nobody can pass in check")?,
            };
            played.moves.push((mv, at));
        }
        Ok(played)
    }

    /// Every position with what came before it.
    pub fn situations(&self) -> Vec<Situation> {
        let Some(start) = self.start else { return Vec::new() };
        let mut situation = Situation::new(start);
        let mut all = vec![situation.clone()];
        for (mv, position) in &self.moves {
            match mv {
                Some(mv) => situation.play(*mv),
                // Nothing that came before a pass can come again.
                None => situation = Situation::new(*position),
            }
            all.push(situation.clone());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::pgn::{MainLine, Reader};

    fn played(pgn: &str) -> Played {
        let mut visitor = MainLine::new(Played::default());
        assert!(Reader::new(pgn.as_bytes()).read_game(&mut visitor).expect("it can be read"));
        let (played, end) = visitor.finish();
        end.expect("no move is illegal");
        let Played { players, start, moves } = played;
        Played { players: players.clone(), start: *start, moves: moves.clone() }
    }

    fn effort() -> Effort {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        Effort { limits, lines: 2, threads: 1, megabytes: 1 }
    }

    const CASTLING_960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/1RK4R w HB - 0 1\"]\n\n1. O-O Kd7 2. -- Kd6 *";

    #[test]
    fn games_are_the_same_when_they_are_read() {
        for pgn in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *",
            "1. d4 -- 2. c4 *",
            CASTLING_960,
            "[White \"A\"]\n\n*",
        ] {
            let played = played(pgn);
            let text = write(&played, &effort()).expect("a game with a start");
            let job = Job::read(&text).expect("it can be read");
            assert_eq!((job.played.start, &job.played.moves), (played.start, &played.moves), "{pgn}");
            assert_eq!(job.effort, effort());
        }
    }

    #[test]
    fn what_is_found_is_the_same_when_it_is_read() {
        for pgn in ["1. f3 e5 2. g4 Qh4# *", CASTLING_960] {
            let played = played(pgn);
            let job = Job::read(&write(&played, &effort()).expect("a game")).expect("it can be read");
            let found =
                job.run(&Gate::default(), &Stop::default()).expect("it can be done").expect("all of it");
            let read = read_found(&write_found(&found), &played).expect("it can be read");
            let told = |found: &[Vec<Line>]| format!("{found:?}");
            // Microseconds are all that is told of the time.
            let found: Vec<Vec<Line>> = found
                .into_iter()
                .map(|lines| {
                    let whole = |line: Line| Line {
                        time: Duration::from_micros(line.time.as_micros() as u64),
                        ..line
                    };
                    lines.into_iter().map(whole).collect()
                })
                .collect();
            assert_eq!(told(&read), told(&found), "{pgn}");
            assert!(read_found(&write_found(&found[1..]), &played).is_none(), "all positions or none");
        }
    }

    #[test]
    fn what_is_no_job_is_refused() {
        let good = write(&played("1. e4 *"), &effort()).expect("a game");
        for (from, to, why) in [
            ("e2e4", "e2e5", "e2e5"),
            ("\"depth\":3", "\"depth\":null", "never end"),
            ("\"lines\":2", "\"lines\":0", "lines"),
            ("orthodox", "draughts", "draughts"),
            (env!("CARGO_PKG_VERSION"), "0.0.0", "version 0.0.0"),
        ] {
            let error = Job::read(&good.replace(from, to)).err().expect(to);
            assert!(error.contains(why), "{error}");
        }
        assert!(Job::read("").is_err());
    }

    #[test]
    fn a_job_is_given_up_when_the_gate_is_closed() {
        let job = Job::read(&write(&played("1. e4 *"), &effort()).expect("a game")).expect("a job");
        let stop = Stop::default();
        stop.set();
        assert!(job.run(&Gate::default(), &stop).expect("no trouble").is_none());
    }
}

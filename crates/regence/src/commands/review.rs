//! `regence review`: says in plain words how games were played, and what was wrong with the bad moves.

use super::analyze::{self, Analyst};
use super::{Answer, MatchError};
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::progress::Progress;
use regence_arena::Stop;
use regence_coach::{Judgement, Played, Review as Reviewed, Seen, Verdict, numbered};
use regence_engine::Limits;
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::{Game, NodeId};
use regence_levels::situation;
use regence_terminal::visible::Visible;
use regence_terminal::whole_file;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

/// What the command takes.
pub const FLAGS: [Flag; 6] = [Flag::Depth, Flag::Nodes, Flag::Time, Flag::Threads, Flag::Hash, Flag::Output];

/// How hard a position is looked at if nobody says: so the same game is reviewed in the same words again.
const USUAL_NODES: u64 = 100_000;

/// A wish to know how games were played.
pub struct Review {
    file: OsString,
    limits: Limits,
    threads: u32,
    megabytes: u32,
    output: Option<OsString>,
}

impl Review {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut words = Vec::new();
        let (mut limits, mut threads, mut megabytes) = (Limits::default(), 1, analyze::MEGABYTES);
        let mut output = None;
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ Flag::Output) => output = Some(arguments.value(flag)?),
                Argument::Flag(flag @ Flag::Threads) => {
                    threads = arguments.number(flag, 1..=analyze::MOST_THREADS)?;
                }
                Argument::Flag(flag @ Flag::Hash) => {
                    megabytes = arguments.number(flag, 1..=analyze::MOST_MEGABYTES)?;
                }
                Argument::Flag(flag) => analyze::take_limit(&mut limits, flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        let mut words = words.into_iter();
        let command = arguments.command();
        let file = words.next().ok_or(Error::Missing { what: "a file of games", command })?;
        if let Some(word) = words.next() {
            return Err(Error::StrayWord { word, command });
        }
        if limits == Limits::default() {
            limits.nodes = Some(USUAL_NODES);
        }
        Ok(Self { file, limits, threads, megabytes, output })
    }

    /// Reviews the games of the file, one after the other.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let stop = Stop::on_signals().map_err(|error| Error::Match(MatchError::Signals(error)))?;
        let engine = analyze::engine(self.megabytes, self.threads, 1)?;
        let mut analyst = Analyst::new(engine, self.limits.clone(), 1, stop);
        let refuse = |error| Error::Input { file: self.file.clone(), error };
        let mut reader = Reader::new(analyze::open(&self.file, analyst.stop())?);
        let (mut builder, mut noted) = (GameBuilder::new(), String::new());
        let (mut number, mut answer) = (0, Answer::Yes);
        while !analyst.is_stopped() && reader.read_game(&mut builder).map_err(refuse)? {
            if analyst.is_stopped() {
                break; // in the middle of a game
            }
            number += 1;
            let (mut game, errors) = builder.take();
            if let Some(error) = errors.first() {
                answer = Answer::No;
                self.tell(number, error);
                continue;
            }
            match examine(&game.game, number, &mut analyst) {
                Some(found) if found.is_whole => {
                    let reviewed = Reviewed::new(&found.played, &found.seen);
                    write_review(number, &game, &found, &reviewed, out)?;
                    reviewed.annotate(&mut game.game, &found.places, &found.played, &found.seen);
                }
                Some(_) => break,
                None => {
                    answer = Answer::No;
                    self.tell(number, "the engine does not know these rules");
                }
            }
            noted.push_str(&game.to_string());
        }
        if let Some(output) = &self.output {
            let written = whole_file::replace(Path::new(output), |file| file.write_all(noted.as_bytes()));
            written.map_err(|error| Error::OutputFile { file: output.clone(), error })?;
        }
        Ok(answer)
    }

    fn tell(&self, number: u64, why: impl std::fmt::Display) {
        let file: &OsStr = &self.file;
        let reason = format!("regence: '{}', game {number}, {why}\n", Visible(file));
        // If nobody can be told, the exit code still says it.
        let _ = io::stderr().write_all(reason.as_bytes());
    }
}

/// What was found in a game.
struct Found {
    places: Vec<NodeId>,
    played: Played,
    seen: Vec<Seen>,
    /// Whether nobody has broken it off.
    is_whole: bool,
}

/// Looks at every position of the main line; `None` under house rules.
fn examine(game: &Game, number: u64, analyst: &mut Analyst) -> Option<Found> {
    let mut at = game.clone();
    let places: Vec<NodeId> = std::iter::once(NodeId::START).chain(game.line_after(NodeId::START)).collect();
    let played = Played::new(game, &places)?;
    let (progress, mut seen) = (Progress::start(), Vec::new());
    analyst.forget();
    for (ply, &place) in places.iter().enumerate() {
        progress.show_line(&format!("game {number}, half-move {ply} of {}", places.len() - 1));
        at.jump(place);
        let line = analyst.look(&situation(&at)?, &mut |_, _| {}).into_iter().next();
        seen.push(analyze::seen(&played.positions[ply], line.as_ref()));
        if analyst.is_stopped() {
            break;
        }
    }
    progress.clear();
    let is_whole = seen.len() == places.len() && !analyst.is_stopped();
    Some(Found { places, played, seen, is_whole })
}

/// Writes who played, how well, where the game turned, and every bad move with what was wrong with it.
fn write_review(
    number: u64,
    game: &PgnGame,
    found: &Found,
    reviewed: &Reviewed,
    out: &mut impl Write,
) -> Result<(), Error> {
    let name = |tag: &str| Visible(game.tags.get(tag).unwrap_or("?").as_ref()).to_string();
    let apart = if number > 1 { "\n" } else { "" };
    writeln!(out, "{apart}game {number}: {} - {}, {}", name("White"), name("Black"), game.result)?;
    let last = found.places.last().copied().unwrap_or(NodeId::START);
    if let Some(opening) = game.game.opening_at(last) {
        writeln!(out, "{opening}")?;
    }
    for sentence in reviewed.story(&found.played) {
        writeln!(out, "{sentence}")?;
    }
    for (ply, verdict) in reviewed.verdicts.iter().enumerate() {
        let Some((judgement, remark)) = verdict.as_ref().and_then(complaint) else { continue };
        let Some(mv) = found.played.moves[ply] else { continue };
        let written = format!("{}{}", numbered(&found.played.positions[ply], mv), judgement.mark());
        writeln!(out, "  {written:14} {remark}")?;
    }
    Ok(out.flush()?)
}

fn complaint(verdict: &Verdict) -> Option<(Judgement, &str)> {
    verdict.judgement.zip(verdict.remark.as_deref())
}

//! `regence analyze`: looks ahead in a position, or in every position of games, and tells what it finds as it goes.

mod game;
mod job;
mod live;
mod look;
mod queue;
mod written;

pub use game::open;
pub use job::Workbench;
pub use look::{Analyst, seen};

use super::{Answer, MatchError};
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::keeping::Keeping;
use crate::origin::Origin;
use job::Effort;
use live::Live;
use queue::Queued;
use regence_arena::Stop;
use regence_engine::{Engine, Judge, Limits};
use regence_rules::Position;
use regence_server::BusUrl;
use regence_store::Place;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;
use written::Style;

/// What the command takes.
pub const FLAGS: [Flag; 14] = [
    Flag::Fen,
    Flag::Chess960,
    Flag::Pgn,
    Flag::Depth,
    Flag::Nodes,
    Flag::Time,
    Flag::MultiPv,
    Flag::Threads,
    Flag::Hash,
    Flag::Json,
    Flag::Queue,
    Flag::Data,
    Flag::Database,
    Flag::Bus,
];

const DEEPEST: u32 = 127;
const MOST_LINES: u32 = 256;
/// The most threads an engine may have.
pub const MOST_THREADS: u32 = 256;
/// The most memory it may have.
pub const MOST_MEGABYTES: u32 = 1 << 16;
/// What it has if nobody says.
pub const MEGABYTES: u32 = 64;

/// How long a position is looked at if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A wish to know more about positions.
pub struct Analyze {
    subject: Subject,
    limits: Limits,
    lines: u32,
    threads: u32,
    megabytes: u32,
    shape: Shape,
}

/// What is looked at.
enum Subject {
    Position {
        position: Position,
        style: Style,
    },
    Games(OsString),
    /// By workers, whose queue is there, and who are woken by this bus.
    Queued(OsString, Place, Option<BusUrl>),
}

/// How the answer looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Text,
    Json,
}

/// The arguments as they come in.
#[derive(Default)]
struct Wishes {
    origin: Origin,
    pgn: Option<OsString>,
    limits: Limits,
    lines: Option<u32>,
    threads: Option<u32>,
    megabytes: Option<u32>,
    json: bool,
    is_queued: bool,
    keeping: Keeping,
    bus: Option<BusUrl>,
}

impl Analyze {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (mut wishes, mut words) = (Wishes::default(), Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) => wishes.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        wishes.origin.refuse_words(&words, arguments.command())?;
        if (wishes.keeping.is_given() || wishes.bus.is_some()) && !wishes.is_queued {
            return Err(Error::Missing { what: "--queue, for workers", command: arguments.command() });
        }
        let subject = match wishes.pgn {
            Some(_) if wishes.origin.fen.is_some() => {
                return Err(Error::Together { flags: [Flag::Fen, Flag::Pgn], command: arguments.command() });
            }
            Some(file) if wishes.is_queued => Subject::Queued(file, wishes.keeping.place()?, wishes.bus),
            Some(file) => Subject::Games(file),
            None if wishes.is_queued => {
                return Err(Error::Missing {
                    what: "the games to queue: --pgn FILE",
                    command: arguments.command(),
                });
            }
            None => {
                let style = if wishes.origin.chess960 { Style::Chess960 } else { Style::Orthodox };
                Subject::Position { position: wishes.origin.position()?, style }
            }
        };
        let mut limits = wishes.limits;
        if limits == Limits::default() {
            limits.time = Some(USUAL_TIME);
        }
        Ok(Self {
            subject,
            limits,
            lines: wishes.lines.unwrap_or(1),
            threads: wishes.threads.unwrap_or(1),
            megabytes: wishes.megabytes.unwrap_or(MEGABYTES),
            shape: if wishes.json { Shape::Json } else { Shape::Text },
        })
    }

    /// Looks, and writes what is found.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        if let Subject::Queued(file, place, bus) = &self.subject {
            let effort = self.effort();
            let wish = Queued { place: place.clone(), bus: bus.clone(), effort, shape: self.shape };
            return wish.run(file, out);
        }
        let stop = Stop::on_signals().map_err(|error| Error::Match(MatchError::Signals(error)))?;
        let mut analyst = Analyst::new(
            engine(self.megabytes, self.threads, self.lines)?,
            self.limits.clone(),
            self.lines as usize,
            stop,
        );
        let is_live = self.shape == Shape::Text && io::stdout().is_terminal();
        match &self.subject {
            Subject::Position { position, .. } if is_live => live::show(&mut analyst, position, out)?,
            Subject::Position { position, style } => {
                self.write_lines(&mut analyst, position, *style, out)?;
            }
            Subject::Games(file) | Subject::Queued(file, ..) => {
                let live = is_live.then(Live::new);
                return game::run(&mut analyst, file, self.shape, live, out);
            }
        }
        Ok(Answer::Yes)
    }

    fn effort(&self) -> Effort {
        Effort {
            limits: self.limits.clone(),
            lines: self.lines,
            threads: self.threads,
            megabytes: self.megabytes,
        }
    }

    /// Writes each line as it is found, for files and programs.
    fn write_lines(
        &self,
        analyst: &mut Analyst,
        position: &Position,
        style: Style,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let mut written = Ok(());
        let lines = analyst.look(&(*position).into(), &mut |news, lines| {
            let Some(rank) = news else { return };
            let line = &lines[rank - 1];
            let text = match self.shape {
                Shape::Text => written::text(position, line, self.lines > 1),
                Shape::Json => written::json(position, line, style),
            };
            written = std::mem::replace(&mut written, Ok(()))
                .and_then(|()| writeln!(out, "{text}"))
                .and_then(|()| out.flush());
        });
        written?;
        if lines.is_empty() {
            let end = look::end(position);
            let text = match self.shape {
                Shape::Text => written::end(position),
                Shape::Json => written::json(position, &end, style),
            };
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}

/// An engine that looks for so many lines.
pub fn engine(megabytes: u32, threads: u32, lines: u32) -> Result<Engine<Judge>, Error> {
    let engine = Engine::new(Judge::default(), megabytes as usize);
    let mut engine = engine.map_err(|_| Error::NoMemory(megabytes))?;
    engine.set_threads(threads as usize).map_err(|_| Error::NoMemoryForThreads(threads))?;
    engine.set_lines(lines as usize);
    engine.set_overhead(Duration::ZERO);
    Ok(engine)
}

impl Wishes {
    fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        match flag {
            Flag::Pgn => self.pgn = Some(arguments.value(flag)?),
            Flag::Depth | Flag::Nodes | Flag::Time => take_limit(&mut self.limits, flag, arguments)?,
            Flag::MultiPv => self.lines = Some(arguments.number(flag, 1..=MOST_LINES)?),
            Flag::Threads => self.threads = Some(arguments.number(flag, 1..=MOST_THREADS)?),
            Flag::Hash => self.megabytes = Some(arguments.number(flag, 1..=MOST_MEGABYTES)?),
            Flag::Json => self.json = true,
            Flag::Queue => self.is_queued = true,
            Flag::Data | Flag::Database => self.keeping.take(flag, arguments)?,
            Flag::Bus => self.bus = Some(arguments.parsed(flag)?),
            _ => self.origin.take(flag, arguments)?,
        }
        Ok(())
    }
}

/// Reads how hard a position is looked at; other flags say nothing of that.
pub fn take_limit(limits: &mut Limits, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
    match flag {
        Flag::Depth => limits.depth = Some(arguments.number(flag, 1..=DEEPEST)?),
        Flag::Nodes => limits.nodes = Some(arguments.number(flag, 1..=u32::MAX)?.into()),
        Flag::Time => limits.time = Some(arguments.parsed::<Seconds>(flag)?.0),
        _ => {}
    }
    Ok(())
}

/// A time as people write it: `2`, `0.5`.
struct Seconds(Duration);

impl std::str::FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const LONGEST: f64 = 1e6;
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=LONGEST).contains(seconds));
        let seconds =
            seconds.ok_or_else(|| format!("expected seconds from 0.001 to {LONGEST}, not '{text}'"))?;
        Ok(Self(Duration::from_secs_f64(seconds)))
    }
}

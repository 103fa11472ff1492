//! `regence match`: lets engines play against each other.

mod error;
mod help;
mod watch;

pub use error::MatchError;
pub use help::HELP;

use super::Answer;
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::progress::Progress;
use error::Words;
use regence_arena::stats::{Hypothesis, Sprt};
use regence_arena::{
    Adjudication, DrawRule, EngineSettings, Finish, Format, Match, Openings, Order, Report, ResignRule,
    Schedule, Stop, TimeSource, engines,
};
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::time::Duration;
use watch::Watch;

/// What the command takes.
pub const FLAGS: [Flag; 18] = [
    Flag::Engine,
    Flag::Each,
    Flag::Rounds,
    Flag::Sprt,
    Flag::Format,
    Flag::Concurrency,
    Flag::Openings,
    Flag::Order,
    Flag::Plies,
    Flag::Seed,
    Flag::Chess960,
    Flag::Resign,
    Flag::Draw,
    Flag::MaxMoves,
    Flag::PgnOut,
    Flag::Event,
    Flag::CpuTime,
    Flag::Patience,
];

const ROUNDS: u32 = 50;
const MOST_ROUNDS: u32 = 10_000_000;
const MOST_GAMES_AT_A_TIME: u32 = 1024;
const MOST_MOVES: u32 = 10_000;
const PATIENCE: u32 = 30;
const LONGEST_PATIENCE: u32 = 86_400;

/// A wish to see engines play.
pub struct MatchEngines {
    of: Match,
    pgn_out: Option<OsString>,
    event: String,
}

/// The arguments as they come in.
#[derive(Default)]
struct Wishes {
    each: EngineSettings,
    engines: Vec<String>,
    rounds: Option<u32>,
    sprt: Option<Sprt>,
    format: Format,
    concurrency: Option<u32>,
    openings: Option<OsString>,
    is_sequential: bool,
    plies: Option<u32>,
    seed: u32,
    chess960: bool,
    adjudication: Adjudication,
    pgn_out: Option<OsString>,
    event: Option<String>,
    time: TimeSource,
    patience: Option<u32>,
}

impl MatchEngines {
    /// Reads the arguments, and the openings they name.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let mut wishes = Wishes::default();
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) => wishes.take(flag, arguments)?,
                Argument::Word(word) => return Err(Error::StrayWord { word, command }),
            }
        }
        wishes.into_match().map_err(Error::Match)
    }

    /// Plays, and writes the result. The answer is yes if no engine did anything wrong, all games were played, and a
    /// test accepted H1.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let stop = Stop::on_signals().map_err(|error| Error::Match(MatchError::Signals(error)))?;
        let mut file = self.pgn_out.as_ref().map(open_to_append).transpose().map_err(Error::Match)?;
        let checked = self.of.check_engines(&stop);
        let remarks = checked.map_err(|error| Error::Match(MatchError::Start(error)))?;
        let progress = Progress::start();
        for (engine, remark) in remarks {
            progress.say(&format!("regence: {} says: {}", engine.escape_debug(), remark.escape_debug()));
        }
        let names = self.of.names();
        if let Some(note) = self.note_on_openings() {
            progress.say(&format!("regence: note: {note}"));
        }
        let mut watch = Watch {
            of: &self.of,
            names: &names,
            event: &self.event,
            file: file.as_mut(),
            progress: &progress,
            shown: String::new(),
        };
        let (tally, finish) = self.of.run(&stop, &mut watch);
        progress.clear();
        let report =
            Report { names: &names, schedule: &self.of.schedule, sprt: self.of.sprt.as_ref(), tally: &tally };
        out.write_all(report.table().as_bytes())?;
        let is_faultless = tally.incidents().is_empty();
        Ok(match finish {
            Finish::Complete if self.of.sprt.is_none() && is_faultless => Answer::Yes,
            Finish::Decided(Hypothesis::H1) if is_faultless => Answer::Yes,
            Finish::Complete | Finish::Decided(_) => Answer::No,
            Finish::Interrupted => {
                progress.say("regence: interrupted; this is the result so far");
                Answer::No
            }
            Finish::Lost(error) => {
                progress.say(&format!("regence: the match ended early: {error}"));
                Answer::No
            }
            Finish::Failed(error) => {
                return Err(Error::Match(MatchError::Write(self.pgn_out.clone(), error)));
            }
        })
    }

    /// What is to be said where openings come more than once.
    fn note_on_openings(&self) -> Option<String> {
        let Match { schedule, openings, sprt, .. } = &self.of;
        let (rounds, openings) = (schedule.rounds(), openings.len());
        if rounds <= openings {
            return None;
        }
        let pairings = schedule.pairings();
        let repeating = pairings.iter().filter(|&&(first, second)| self.of.repeats(first, second)).count();
        let how = match repeating {
            0 => "",
            all if all == pairings.len() => ", each time with other moves behind them",
            _ => ", without clocks each time with other moves behind them",
        };
        match sprt {
            None => Some(format!("{rounds} rounds but only {openings} openings, so they come again{how}")),
            Some(_) if repeating > 0 => {
                Some(format!("after {openings} rounds the openings are used up; then they come again{how}"))
            }
            Some(_) => None,
        }
    }
}

fn open_to_append(name: &OsString) -> Result<File, MatchError> {
    let opened = File::options().append(true).create(true).open(name);
    opened.map_err(|error| MatchError::Write(Some(name.clone()), error))
}

impl Wishes {
    fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        match flag {
            Flag::Engine => {
                let words = settings(flag, arguments)?;
                self.engines.push(words);
            }
            Flag::Each => {
                let words = settings(flag, arguments)?;
                self.each.read(&words).map_err(|error| bad(flag, error))?;
            }
            Flag::Sprt => {
                let sprt = Sprt::read(&settings(flag, arguments)?).map_err(|error| bad(flag, error))?;
                self.sprt = Some(sprt);
            }
            Flag::Resign => {
                let rule = ResignRule::read(&settings(flag, arguments)?);
                self.adjudication.resign = Some(rule.map_err(|error| bad(flag, error))?);
            }
            Flag::Draw => {
                let rule = DrawRule::read(&settings(flag, arguments)?);
                self.adjudication.draw = Some(rule.map_err(|error| bad(flag, error))?);
            }
            Flag::MaxMoves => {
                self.adjudication.max_moves = Some(arguments.number(flag, 1..=MOST_MOVES)?);
            }
            Flag::Rounds => self.rounds = Some(arguments.number(flag, 1..=MOST_ROUNDS)?),
            Flag::Concurrency => {
                self.concurrency = Some(arguments.number(flag, 1..=MOST_GAMES_AT_A_TIME)?);
            }
            Flag::Plies => self.plies = Some(arguments.number(flag, 1..=MOST_MOVES)?),
            Flag::Seed => self.seed = arguments.number(flag, 0..=u32::MAX)?,
            Flag::Patience => self.patience = Some(arguments.number(flag, 1..=LONGEST_PATIENCE)?),
            Flag::Format => {
                let formats = [("roundrobin", Format::RoundRobin), ("gauntlet", Format::Gauntlet)];
                self.format = choice(flag, arguments, &formats)?;
            }
            Flag::Order => {
                self.is_sequential = choice(flag, arguments, &[("sequential", true), ("random", false)])?;
            }
            Flag::Openings => self.openings = Some(arguments.value(flag)?),
            Flag::PgnOut => self.pgn_out = Some(arguments.value(flag)?),
            Flag::Event => self.event = Some(arguments.value(flag)?.to_string_lossy().into_owned()),
            Flag::CpuTime => self.time = TimeSource::Cpu,
            _ => self.chess960 = true,
        }
        Ok(())
    }

    fn into_match(self) -> Result<MatchEngines, MatchError> {
        if self.engines.len() < 2 {
            return Err(MatchError::TooFewEngines(self.engines.len()));
        }
        if self.plies.is_some() && self.openings.is_none() {
            return Err(MatchError::PliesOfNothing);
        }
        if self.sprt.is_some() && self.engines.len() > 2 {
            return Err(MatchError::SprtOfMany(self.engines.len()));
        }
        if !self.time.is_available() {
            return Err(MatchError::NoCpuTime);
        }
        let mut specs = Vec::new();
        for own in &self.engines {
            let mut settings = self.each.clone();
            settings.read(own).map_err(|error| MatchError::Setting { flag: Flag::Engine, error })?;
            specs.push(settings);
        }
        let engines = engines(specs).map_err(MatchError::Engine)?;
        let rounds = self.rounds.unwrap_or(if self.sprt.is_some() { MOST_ROUNDS } else { ROUNDS });
        let of = Match {
            schedule: Schedule::new(engines.len(), self.format, rounds as usize),
            engines,
            openings: self.openings()?,
            adjudication: self.adjudication,
            sprt: self.sprt,
            concurrency: self.concurrency.unwrap_or(1) as usize,
            chess960: self.chess960,
            time: self.time,
            patience: Duration::from_secs(u64::from(self.patience.unwrap_or(PATIENCE))),
            seed: u64::from(self.seed),
        };
        let event = self.event.unwrap_or_else(|| "Regence match".to_owned());
        Ok(MatchEngines { of, pgn_out: self.pgn_out, event })
    }

    fn openings(&self) -> Result<Openings, MatchError> {
        let openings = match &self.openings {
            None => Openings::built_in(self.chess960),
            Some(file) => {
                let plies = self.plies.map(|plies| plies as usize);
                let read =
                    File::open(file).and_then(|input| Openings::from_reader(input, self.chess960, plies));
                let read = read.map_err(|error| MatchError::Read(file.clone(), error))?;
                read.map_err(|error| MatchError::Opening(file.clone(), error))?
            }
        };
        let order =
            if self.is_sequential { Order::Sequential } else { Order::Random { seed: u64::from(self.seed) } };
        Ok(openings.ordered(order))
    }
}

/// The settings after a flag, as one text.
fn settings(flag: Flag, arguments: &mut Arguments) -> Result<String, Error> {
    arguments.words().map_err(|word| Error::Match(MatchError::NotText { flag, word }))
}

fn bad(flag: Flag, error: regence_arena::SettingError) -> Error {
    Error::Match(MatchError::Setting { flag, error })
}

/// One of several words.
fn choice<T: Copy>(flag: Flag, arguments: &mut Arguments, choices: &[(&'static str, T)]) -> Result<T, Error> {
    let word = arguments.value(flag)?;
    let found = choices.iter().find(|(name, _)| word == *name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let expected = Words(choices.iter().map(|&(name, _)| name).collect());
        Error::Match(MatchError::Choice { flag, word, expected })
    })
}

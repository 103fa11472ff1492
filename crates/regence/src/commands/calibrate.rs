//! `regence calibrate`: measures how strong our opponents are, and how human their errors.

use super::Answer;
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::progress::Progress;
use regence_arena::Stop;
use regence_arena::calibration::{Calibration, Effort, Examiner, Interruption, Ladder, Ledger, Table};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// What the command takes.
pub const FLAGS: [Flag; 7] =
    [Flag::Rounds, Flag::Step, Flag::People, Flag::Concurrency, Flag::Stockfish, Flag::Examine, Flag::Output];

const ROUNDS: u32 = 40;
const MOST_ROUNDS: u32 = 100_000;
const STEP: u32 = 200;
const MOST_THREADS: u32 = 1024;
const EXAMINED: u32 = 20;
const MOST_EXAMINED: u32 = 100_000;

/// Where results go if nothing is said.
const LEDGER: &str = "calibration.tsv";

/// Where Stockfish may be found.
const PLACES: [&str; 3] = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"];

/// A wish to measure.
pub struct Calibrate {
    effort: Effort,
    concurrency: usize,
    stockfish: Option<PathBuf>,
    examined: usize,
    ledger: PathBuf,
}

impl Calibrate {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let (mut rounds, mut step, mut people, mut threads) = (ROUNDS, STEP, false, 1);
        let (mut examined, mut stockfish, mut ledger) = (EXAMINED, None, OsString::from(LEDGER));
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ Flag::Rounds) => rounds = arguments.number(flag, 1..=MOST_ROUNDS)?,
                Argument::Flag(flag @ Flag::Step) => step = arguments.number(flag, 50..=800)?,
                Argument::Flag(flag @ Flag::Concurrency) => {
                    threads = arguments.number(flag, 1..=MOST_THREADS)?;
                }
                Argument::Flag(flag @ Flag::Examine) => {
                    examined = arguments.number(flag, 0..=MOST_EXAMINED)?;
                }
                Argument::Flag(flag @ Flag::Stockfish) => stockfish = Some(arguments.value(flag)?.into()),
                Argument::Flag(flag @ Flag::Output) => ledger = arguments.value(flag)?,
                Argument::Flag(_) => people = true,
                Argument::Word(word) => return Err(Error::StrayWord { word, command }),
            }
        }
        let found = || PLACES.iter().map(PathBuf::from).find(|path| path.exists());
        Ok(Self {
            effort: Effort { pairs: rounds as usize, step: step as u16, people },
            concurrency: threads as usize,
            stockfish: stockfish.or_else(found),
            examined: examined as usize,
            ledger: ledger.into(),
        })
    }

    /// Plays what is missing and writes the tables. The answer is no if it was interrupted, or if nobody took part whose
    /// rating is known.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Calibration(error.to_string());
        let stop = Stop::on_signals().map_err(|error| failed(&error))?;
        let ladder = Ladder::new(self.effort, self.stockfish.as_deref());
        let mut ledger =
            Ledger::open(&self.ledger, Calibration::fingerprint()).map_err(|error| failed(&error))?;
        let progress = Progress::start();
        let calibration = Calibration { ladder: &ladder, concurrency: self.concurrency, stop };
        let tell = |done: usize, all: usize| progress.show_line(&format!("{done}/{all} pairs of games"));
        let is_whole = match calibration.run(&mut ledger, &tell) {
            Ok(()) => true,
            Err(Interruption::Stopped) => {
                progress.say(&format!("regence: {}; this is the result so far", Interruption::Stopped));
                false
            }
            Err(error) => return Err(failed(&error)),
        };
        let mut table = Table::fit(&ladder, &ledger);
        if is_whole {
            self.examine(&mut table, &ledger, &progress)?;
        }
        progress.clear();
        if self.stockfish.is_none() {
            progress.say(
                "regence: Stockfish is not there, so ratings are relative to their mean; see --stockfish",
            );
        }
        writeln!(out, "{}", table.markdown())?;
        writeln!(out, "{}", table.realism())?;
        write!(out, "The scale that follows:\n{}", table.scale())?;
        Ok(if is_whole && self.stockfish.is_some() { Answer::Yes } else { Answer::No })
    }

    fn examine(&self, table: &mut Table, ledger: &Ledger, progress: &Progress) -> Result<(), Error> {
        let mut examiner = Examiner::new()
            .map_err(|error| Error::NoMemory(u32::try_from(error.megabytes).unwrap_or(u32::MAX)))?;
        table.examine(ledger, self.examined, &mut examiner, &mut |done, all| {
            progress.show_line(&format!("games of {done}/{all} players examined"));
        });
        Ok(())
    }
}

/// What `regence help calibrate` says.
pub const HELP: &str = "\
Measures how strong our opponents are: levels play their neighbours, the simple computers and Stockfish 15.1 held to
`Skill Level` k and depth k+1, whose ratings are known; all ratings are fitted to the results, with error bars.
Then it looks at their games: what they overlook, how soon they castle, what each phase costs them.

Usage: regence calibrate [--rounds N] [--step N] [--people] [--concurrency N] [--stockfish PATH] [--examine N] [-o FILE]

  --rounds N         pairs of games between neighbours, others play half as many; without it, 40
  --step N           Elo between the levels that are measured, 50 to 800; without it, 200
  --people           measure the people with names as well
  --concurrency N    games at the same time; without it, 1
  --stockfish PATH   where Stockfish is; without it, where Debian puts it
  --examine N        games of each that are looked at; without it, 20
  -o, --output FILE  where results are kept, a line each pair of games; without it, calibration.tsv

Games follow from seeds and cost a number of positions, so a busy machine does no harm. Results are added to FILE as
they come: the same command goes on after an interruption, and with more rounds it plays only what is missing. If
levels have changed since, FILE is refused. Exit code 1 if it was interrupted, or Stockfish is not there.
";

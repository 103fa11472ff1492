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
pub const FLAGS: [Flag; 8] = [
    Flag::Error,
    Flag::Pairs,
    Flag::Step,
    Flag::People,
    Flag::Concurrency,
    Flag::Stockfish,
    Flag::Examine,
    Flag::Output,
];

/// With this a label that is right may come out wrong by almost twice its standard error, and is still shown to be within 75.
const ERROR: u32 = 40;
const ERRORS: core::ops::RangeInclusive<u32> = 20..=400;
const MOST_PAIRS: u32 = 100_000;
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
        let (mut error, mut pairs, mut step) = (ERROR, MOST_PAIRS, STEP);
        let (mut people, mut threads) = (false, 1);
        let (mut examined, mut stockfish, mut ledger) = (EXAMINED, None, OsString::from(LEDGER));
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ Flag::Error) => error = arguments.number(flag, ERRORS)?,
                Argument::Flag(flag @ Flag::Pairs) => pairs = arguments.number(flag, 0..=MOST_PAIRS)?,
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
            effort: Effort { pairs: pairs as usize, error: error as u16, step: step as u16, people },
            concurrency: threads as usize,
            stockfish: stockfish.or_else(found),
            examined: examined as usize,
            ledger: ledger.into(),
        })
    }

    /// Plays what is missing and writes the tables. The answer is no if it was interrupted, or if nobody was on the ladder
    /// whose rating is known.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Calibration(error.to_string());
        let stop = Stop::on_signals().map_err(|error| failed(&error))?;
        let ladder = Ladder::new(self.effort, self.stockfish.as_deref());
        let mut ledger = Ledger::open(&self.ledger, &ladder.contestants).map_err(|error| failed(&error))?;
        let progress = Progress::start();
        let left_out = match ledger.outdated() {
            0 => None,
            1 => Some("1 pair of games".to_owned()),
            pairs => Some(format!("{pairs} pairs of games")),
        };
        if let Some(pairs) = left_out {
            progress.say(&format!("regence: {pairs} left out: somebody plays otherwise now"));
        }
        if ledger.was_cut() {
            progress.say("regence: the last line was unfinished, and is taken away");
        }
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
        progress.clear();
        if self.stockfish.is_none() {
            progress.say(
                "regence: Stockfish is not there, so ratings are relative to their mean; see --stockfish",
            );
        }
        writeln!(out, "{}", table.markdown())?;
        writeln!(out, "{}", table.order())?;
        writeln!(out, "The scale that follows:\n{}", table.scale())?;
        out.flush()?;
        if self.examined > 0 {
            // That takes its time; whoever has no patience for it has the ratings already.
            self.examine(&mut table, &ledger, &progress)?;
            progress.clear();
            write!(out, "{}", table.realism())?;
        }
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
Measures how strong our opponents are: levels, simple computers and Stockfish 15.1 held to `Skill Level` k and depth
k+1, whose ratings are known, play whoever is within 320 Elo of them; all ratings are fitted to the results, with
error bars, which leave out what is not known of Stockfish's own ratings.
Then it looks at their games: what they overlook, how soon they castle, what each phase costs them.

Usage: regence calibrate [--error N] [--pairs N] [--step N] [--people] [--concurrency N] [--stockfish PATH]
                         [--examine N] [-o FILE]

  --error N          play until levels from 800 to 2600 are known to so many Elo, 20 to 400, by the arithmetic of the
                     plan; without it, 40. People may be known to half as much again, other levels to twice, simple
                     computers to four times as much. Games are chosen so that they tell most for their time
  --pairs N          no more pairs of games than this; with 0 nothing is played, and what FILE says is told
  --step N           Elo between the levels that are measured, 50 to 800; without it, 200. A few more are measured past
                     1800, where the engine's search takes over from looking ahead as a person does
  --people           measure the people with names as well
  --concurrency N    games at the same time; without it, 1
  --stockfish PATH   where Stockfish is; without it, where Debian puts it
  --examine N        games of each that are looked at, as far as there are any; without it, 20
  -o, --output FILE  where results are kept, a line each pair of games; without it, calibration.tsv

Games follow from seeds and cost a number of positions, so a busy machine does no harm. Results are added to FILE as
they come: the same command goes on after an interruption, and for a smaller error it plays what is missing. After
Ctrl-C it tells what there is so far. Results of players who have changed since do not count. Exit code 1 if it was
interrupted, or if no Stockfish was found and none was named. One that is named is needed only if it has to play; if it
cannot be started then, that is an error.
";

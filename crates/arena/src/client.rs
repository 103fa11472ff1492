//! An engine that is spoken to in UCI, with patience that ends.

use crate::cpu_clock::{self, Reading};
use crate::engine_spec::EngineSpec;
use crate::fault::{Fault, Halt};
use crate::player::{Player, Question, Reply};
use crate::process::{Line, Process};
use crate::start_error::{StartError, StartProblem};
use crate::stop::Stop;
use crate::uci::{EngineOption, Info, Said};
use core::time::Duration;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

/// Which time an engine is charged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TimeSource {
    /// What passes on the wall.
    #[default]
    Wall,
    /// What its process really computed, whatever else the machine did meanwhile.
    Cpu,
}

impl TimeSource {
    /// Whether this system can tell it.
    pub const fn is_available(self) -> bool {
        matches!(self, Self::Wall) || cpu_clock::IS_AVAILABLE
    }

    /// What a process has computed so far: as exactly as can be had if that counts, at a glance if it only explains.
    pub(crate) fn reading(self, process: u32) -> Option<Reading> {
        match self {
            Self::Wall => Reading::at_a_glance(process),
            Self::Cpu => Reading::of(process),
        }
    }
}

/// More lines than can wait to be read at a time.
const MOST_STALE_LINES: usize = 10_000;

/// How to treat engines.
#[derive(Clone, Debug)]
pub struct Treatment {
    /// Whether they play Chess960.
    pub chess960: bool,
    /// Which time counts.
    pub time: TimeSource,
    /// How long to wait for what has no clock: a start, a sign of life, a move by nodes or depth.
    pub patience: Duration,
    /// When to give up everything.
    pub stop: Stop,
}

/// A running engine.
pub struct Client {
    process: Process,
    treatment: Treatment,
    /// What it calls itself.
    title: String,
    options: Vec<EngineOption>,
    /// What it had to say about its settings.
    remarks: Vec<String>,
}

impl Client {
    /// Starts an engine, hears who it is, sets its options and waits until it is ready.
    pub fn start(spec: &EngineSpec, treatment: &Treatment) -> Result<Self, StartError> {
        let failed = |problem| StartError { engine: spec.name.clone(), problem };
        let process = Process::start(spec, treatment.time)
            .map_err(|error| failed(StartProblem::Process { program: spec.program.clone(), error }))?;
        let mut client = Self {
            process,
            treatment: treatment.clone(),
            title: String::new(),
            options: Vec::new(),
            remarks: Vec::new(),
        };
        let introduced = client.introduce();
        introduced.map_err(|halt| failed(StartProblem::of(halt, &client.process)))?;
        let settings = client.settings(spec).map_err(failed)?;
        let prepared = client.prepare(&settings);
        prepared.map_err(|halt| failed(StartProblem::of(halt, &client.process)))?;
        Ok(client)
    }

    /// What it calls itself.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The options it has told of.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// What it had to say about its settings: a file that it cannot read, a value that it does not take.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Asks it to leave, and shows it the door if it does not.
    pub fn quit(mut self) {
        /// Ending takes some engines a moment: they may have a large table to give back.
        const LEAVE: Duration = Duration::from_millis(500);
        if self.process.say("stop").is_ok() && self.process.say("quit").is_ok() {
            self.process.end_within(LEAVE);
        }
    }

    fn introduce(&mut self) -> Result<(), Halt> {
        self.say("uci")?;
        let (mut title, mut options) = (String::new(), Vec::new());
        self.wait("uciok", self.treatment.patience, |line| {
            match Said::read(&line.text) {
                Said::Name(name) => name.clone_into(&mut title),
                Said::Option(words) => options.extend(EngineOption::read(words)),
                Said::UciOk => return Some(()),
                _ => {}
            }
            None
        })?;
        self.title = title;
        self.options = options;
        Ok(())
    }

    /// The commands that set its options.
    fn settings(&self, spec: &EngineSpec) -> Result<Vec<String>, StartProblem> {
        let mut commands = Vec::new();
        for (name, value) in &spec.options {
            let known = self.options.iter().find(|option| option.is_named(name));
            let option = known.ok_or_else(|| StartProblem::UnknownOption {
                name: name.clone(),
                known: self.options.iter().map(|option| option.name.clone()).collect(),
            })?;
            commands.push(option.command(value).map_err(StartProblem::Option)?);
        }
        if self.treatment.chess960 {
            let chess960 = self.options.iter().find(|option| option.is_named("UCI_Chess960"));
            let chess960 = chess960.ok_or(StartProblem::NoChess960)?;
            commands.push(chess960.command("true").map_err(StartProblem::Option)?);
        }
        Ok(commands)
    }

    /// Sets its options, and hears what it says to that.
    fn prepare(&mut self, settings: &[String]) -> Result<(), Halt> {
        /// Nobody wants to read more.
        const MOST_REMARKS: usize = 5;
        settings.iter().try_for_each(|command| self.say(command))?;
        let mut remarks = Vec::new();
        self.say("isready")?;
        self.wait("readyok", self.treatment.patience, |line| {
            match Said::read(&line.text) {
                Said::ReadyOk => return Some(()),
                Said::Info(info) if remarks.len() < MOST_REMARKS => {
                    remarks.extend(info.strip_prefix("string ").map(str::to_owned));
                }
                _ => {}
            }
            None
        })?;
        self.remarks = remarks;
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Halt> {
        self.process.say(line).map_err(|_| self.crash().into())
    }

    /// Waits until it has done what it was told.
    fn sync(&mut self) -> Result<(), Halt> {
        self.say("isready")?;
        let is_ready = |line: &Line| (Said::read(&line.text) == Said::ReadyOk).then_some(());
        self.wait("readyok", self.treatment.patience, is_ready)
    }

    /// Waits for a line that is wanted.
    fn wait<T>(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        mut wanted: impl FnMut(&Line) -> Option<T>,
    ) -> Result<T, Halt> {
        /// So often we look whether to give up.
        const GLANCE: Duration = Duration::from_millis(50);
        let until = Instant::now() + patience;
        loop {
            if self.treatment.stop.is_set() {
                return Err(Halt::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.lines().recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash().into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if left.is_zero() {
                return Err(Fault::Hang { awaited, waited: patience }.into());
            }
        }
    }

    /// It has ended, or closed its output, which for us is the same.
    fn crash(&mut self) -> Fault {
        /// The end of its output may come a little before its own.
        const AFTER: Duration = Duration::from_millis(500);
        let status = self.process.end_within(AFTER);
        Fault::Crash { how: status.map_or("it closed its output".to_owned(), in_words) }
    }

    /// Waits for the move; if it takes too long, asks for it, so that the engine may be used on.
    fn hear_move(&mut self, info: &mut Info, within: Duration) -> Result<(String, Line), Halt> {
        let mut hear = |line: &Line| match Said::read(&line.text) {
            Said::Info(words) => {
                info.take(words);
                None
            }
            Said::BestMove(best) => {
                Some((best.to_owned(), Line { text: String::new(), at: line.at, cpu: line.cpu.clone() }))
            }
            _ => None,
        };
        match self.wait("bestmove", within, &mut hear) {
            Err(Halt::Fault(Fault::Hang { awaited, waited })) => {
                self.say("stop")?;
                let patience = self.treatment.patience;
                self.wait(awaited, patience, hear).map_err(|halt| match halt {
                    Halt::Fault(Fault::Hang { .. }) => {
                        Fault::Hang { awaited, waited: waited + patience }.into()
                    }
                    other => other,
                })
            }
            heard => heard,
        }
    }
}

impl Player for Client {
    fn new_game(&mut self) -> Result<(), Halt> {
        self.say("ucinewgame")?;
        self.sync()
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Reply, Halt> {
        self.say(question.position)?;
        // What it said since its last move answers nothing. One that never stops talking is not waited for.
        self.process.lines().try_iter().take(MOST_STALE_LINES).for_each(drop);
        let cpu_before = self.process.computed();
        let asked = Instant::now();
        self.say(question.go)?;
        let mut info = Info::default();
        let (best, line) = self.hear_move(&mut info, question.within)?;
        let wall = line.at.saturating_duration_since(asked);
        let computed = cpu_before.zip(line.cpu).map(|(before, after)| after.since(&before));
        let time = match (self.treatment.time, computed) {
            (TimeSource::Cpu, Some(computed)) => computed,
            // What passed counts; or it has gone already, and the next question will say more.
            _ => wall,
        };
        Ok(Reply { best, time, computed, info })
    }

    fn last_words(&self) -> Vec<String> {
        self.process.last_words()
    }
}

/// How a process ended.
fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name =
            nix::sys::signal::Signal::try_from(number).map_or("unknown", nix::sys::signal::Signal::as_str);
        return format!("ended by signal {number} ({name})");
    }
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "ended".to_owned(),
    }
}

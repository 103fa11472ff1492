//! An engine's process: lines in, lines out, and a sure end.

use crate::child_state::{self, ChildState};
use crate::client::TimeSource;
use crate::cpu_clock::Reading;
use crate::engine_spec::{EngineSpec, Program};
use core::time::Duration;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

/// A line that an engine said.
pub struct Line {
    /// Its text.
    pub text: String,
    /// When it came.
    pub at: Instant,
    /// What its process had computed by then; looked up for moves only.
    pub cpu: Option<Reading>,
}

/// A running engine. When it is dropped, the process is ended, with all that it has started.
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    time: TimeSource,
    /// It has ended, and its number may mean somebody else by now.
    is_reaped: bool,
}

impl Process {
    /// Starts a program, of which this time counts.
    pub fn start(spec: &EngineSpec, time: TimeSource) -> io::Result<Self> {
        /// So many lines may wait to be read. An engine that floods us waits, instead of filling the memory.
        const WAITING_LINES: usize = 4096;
        let mut child = command(spec)?.spawn()?;
        let taken = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = taken else {
            return Err(io::Error::other("its input and output cannot be had"));
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        let process = Self { child, input, lines, last_words: Arc::default(), time, is_reaped: false };
        let (id, heard, seen) = (process.child.id(), process.last_words.clone(), process.last_words.clone());
        thread::Builder::new().spawn(move || {
            let computed = || time.reading(id);
            listen(output, computed, &sender, &heard);
        })?;
        thread::Builder::new().spawn(move || drain(errors, &seen))?;
        Ok(process)
    }

    /// Says a line to the engine.
    pub fn say(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.input.flush()
    }

    /// The lines it says, which end when it does.
    pub fn lines(&self) -> &Receiver<Line> {
        &self.lines
    }

    /// What it has computed so far, where the system tells.
    pub fn computed(&self) -> Option<Reading> {
        self.time.reading(self.child.id())
    }

    /// The last lines it said, on either output.
    pub fn last_words(&self) -> Vec<String> {
        self.last_words.lock().map(|words| words.iter().cloned().collect()).unwrap_or_default()
    }

    /// What became of it, if it ends within this time.
    pub fn end_within(&mut self, time: Duration) -> Option<ExitStatus> {
        /// The system has no way to wait for a process only so long.
        const PAUSE: Duration = Duration::from_millis(2);
        let until = Instant::now() + time;
        loop {
            if self.has_ended() {
                return self.reap();
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Whether it has ended by itself.
    fn has_ended(&mut self) -> bool {
        if self.is_reaped {
            return true;
        }
        let state = child_state::look(&mut self.child);
        self.is_reaped = state == ChildState::Gone;
        state != ChildState::Running
    }

    /// Ends it and all that it has started, and says what became of it. Once its number may mean somebody else, nobody is ended; so
    /// what an engine leaves behind ends with it only where its end can be seen beforehand.
    fn reap(&mut self) -> Option<ExitStatus> {
        if !self.is_reaped {
            #[cfg(unix)]
            if let Some(id) = self.group() {
                let _ = nix::sys::signal::killpg(id, nix::sys::signal::Signal::SIGKILL);
            }
            // It may have ended by itself, and then there is nothing to kill; either way it is not left behind.
            let _ = self.child.kill();
        }
        self.is_reaped = true;
        self.child.wait().ok()
    }

    /// Its number, which is also that of the group of all that it has started.
    #[cfg(unix)]
    fn group(&self) -> Option<nix::unistd::Pid> {
        i32::try_from(self.child.id()).ok().map(nix::unistd::Pid::from_raw)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.reap();
    }
}

fn command(spec: &EngineSpec) -> io::Result<Command> {
    let mut command = match &spec.program {
        Program::Own => {
            let mut own = Command::new(std::env::current_exe()?);
            own.arg("uci");
            own
        }
        Program::Path(path) => Command::new(path),
        Program::Level(_) => return Err(io::Error::new(io::ErrorKind::Unsupported, "a level is no program")),
    };
    command.args(&spec.arguments).envs(spec.environment.iter().cloned());
    if let Some(folder) = &spec.folder {
        // Otherwise the system would say of the program that it is not there.
        if !folder.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                format!("there is no folder '{}'", folder.display()),
            ));
        }
        command.current_dir(folder);
    }
    // Ctrl-C reaches everything that shares our group; engines are told to quit by us.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

fn listen(
    output: impl Read,
    computed: impl Fn() -> Option<Reading>,
    lines: &SyncSender<Line>,
    words: &Mutex<VecDeque<String>>,
) {
    let mut output = BufReader::new(output);
    while let Some(text) = next_line(&mut output) {
        let at = Instant::now();
        let is_move = text.trim_start().starts_with("bestmove");
        let cpu = if is_move { computed() } else { None };
        remember(words, text.clone());
        if lines.send(Line { text, at, cpu }).is_err() {
            return;
        }
    }
}

/// Reads what would otherwise fill its pipe and stop the engine.
fn drain(errors: impl Read, words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    while let Some(text) = next_line(&mut errors) {
        remember(words, format!("(stderr) {text}"));
    }
}

fn remember(words: &Mutex<VecDeque<String>>, text: String) {
    const REMEMBERED: usize = 3;
    if let Ok(mut words) = words.lock() {
        if words.len() == REMEMBERED {
            words.pop_front();
        }
        words.push_back(text);
    }
}

/// The next line without its end, cut off if nobody could want to read on; none when there are no more.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    const LONGEST: u64 = 1 << 16;
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    if line.last() != Some(&b'\n') && read as u64 == LONGEST {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that leaves somebody behind who holds its output.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_an_engine_has_started_ends_with_it() {
        let mut settings = crate::EngineSettings::default();
        settings.read("cmd=sh nodes=1 arg=-c arg=sleep 1000 & echo here; exit 5").expect("settings");
        let spec = crate::engines(vec![settings]).expect("an engine").remove(0);
        let patience = Duration::from_mins(1);
        let mut process = Process::start(&spec, TimeSource::Wall).expect("it starts");
        let line = process.lines().recv_timeout(patience).expect("it speaks");
        assert_eq!(line.text, "here");
        let status = process.end_within(patience).expect("it ends");
        assert_eq!(status.code(), Some(5));
        let after = process.lines().recv_timeout(patience).map(|line| line.text);
        assert_eq!(after, Err(std::sync::mpsc::RecvTimeoutError::Disconnected));
    }

    #[test]
    fn lines_are_cut_but_not_lost() {
        let long = "x".repeat(200_000);
        let text = format!("one\r\n\n{long}\nthree\u{ff}\nfour");
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input) {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [3, 0, 1 << 16, 7, 4]);
        assert_eq!(next_line(&mut &b"\xff\xfe\n"[..]).as_deref(), Some("\u{fffd}\u{fffd}"));
    }
}

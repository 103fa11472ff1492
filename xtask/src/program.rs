//! An engine in a process of its own, spoken to in UCI as far as measuring needs.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A running engine.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What an engine has said it took to answer, and what passed here meanwhile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Positions looked at.
    pub nodes: u64,
    /// From the question to the answer.
    pub time: Duration,
}

impl Program {
    /// Starts an engine with one thread and a table of 16 MB.
    pub fn start(path: &Path, words: &[&str]) -> Result<Self, String> {
        let refuse = |error| format!("cannot run {}: {error}", path.display());
        let mut command = Command::new(path);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(refuse)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{} has no pipes", path.display()));
        };
        let mut program = Self { child, input, output: BufReader::new(output) };
        program.say("uci")?;
        program.wait_for("uciok")?;
        program.set("Hash", 16)?;
        program.set("Threads", 1)?;
        Ok(program)
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), String> {
        self.say(&format!("setoption name {name} value {value}"))
    }

    /// Makes ready for a position with nothing remembered.
    pub fn prepare(&mut self, fen: &str) -> Result<(), String> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {fen}"))?;
        self.say("isready")?;
        self.wait_for("readyok").map(drop)
    }

    /// Searches, and says how much work it was.
    pub fn go(&mut self, limits: &str) -> Result<Effort, String> {
        let started = Instant::now();
        self.say(&format!("go {limits}"))?;
        let nodes = self.wait_for("bestmove")?;
        Ok(Effort { nodes, time: started.elapsed() })
    }

    /// Searches without end, stops the search after a while, and says how long that takes.
    pub fn stop_after(&mut self, while_searching: Duration) -> Result<Duration, String> {
        self.say("go infinite")?;
        std::thread::sleep(while_searching);
        let stopped = Instant::now();
        self.say("stop")?;
        self.wait_for("bestmove")?;
        Ok(stopped.elapsed())
    }

    /// Says any bytes, as a line.
    pub fn throw(&mut self, bytes: &[u8]) -> Result<(), String> {
        let said = self.input.write_all(bytes).and_then(|()| self.input.write_all(b"\n"));
        said.map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// Hears everything that has been said up to now, whatever it is: an option that does not exist is objected to at once.
    pub fn listen(&mut self, mark: &str) -> Result<(), String> {
        self.say(&format!("setoption name {mark} value x"))?;
        self.wait_for(&format!("info string there is no option '{mark}'")).map(drop)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// Reads until a line begins like this; the nodes last told on the way.
    fn wait_for(&mut self, beginning: &str) -> Result<u64, String> {
        let (mut nodes, mut bytes) = (0, Vec::new());
        loop {
            bytes.clear();
            let read = self.output.read_until(b'\n', &mut bytes);
            let line = String::from_utf8_lossy(&bytes);
            match read {
                Ok(0) => return Err(format!("the engine ended before it said {beginning}")),
                Ok(_) if line.starts_with(beginning) => return Ok(nodes),
                Ok(_) => nodes = told_nodes(&line).unwrap_or(nodes),
                Err(error) => return Err(format!("cannot hear the engine: {error}")),
            }
        }
    }
}

/// The nodes that a line of information tells.
fn told_nodes(line: &str) -> Option<u64> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|&word| word == "nodes")?;
    words.next()?.parse().ok()
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

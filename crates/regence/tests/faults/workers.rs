//! Workers in processes of their own, and games for them to analyse.

use crate::deadline::{end_of, first_line};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

/// One long game, so that there is time to kill whoever looks at it, and a short one.
const GAMES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n1. d4 d5 *\n";
const EFFORT: [&str; 5] = ["analyze", "--pgn", "-", "--nodes", "60000"];

/// A worker.
pub struct Worker(Child);

impl Worker {
    /// Starts one, which takes part when this returns.
    pub fn start(url: &str) -> Self {
        Self::start_at(&["--database", url])
    }

    /// The same where these words say.
    pub fn start_at(place: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
        command.args(["worker", "--threads", "1", "--hash", "1"]).args(place);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let line = first_line(child.stdout.take().expect("its output is a pipe"));
        assert!(line.contains("works for"), "{line}");
        Self(child)
    }

    /// Kills it without warning.
    pub fn kill(mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it ends");
    }

    /// Asks it to stop.
    pub fn stop(mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "it is asked");
        assert!(end_of(&mut self.0).success(), "in good order");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Somebody who has games analysed.
pub struct Analysis(Child);

impl Analysis {
    /// Queues the games.
    pub fn start(url: &str) -> Self {
        Self::start_at(&["--database", url])
    }

    /// The same where these words say.
    pub fn start_at(place: &[&str]) -> Self {
        Self(spawn(&[&["--queue"], place].concat()))
    }

    /// What comes of it.
    pub fn finish(mut self) -> String {
        let mut output = self.0.stdout.take().expect("its output is a pipe");
        let text = thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).map(|_| text)
        });
        assert_eq!(end_of(&mut self.0).code(), Some(0));
        text.join().expect("it is read").expect("text")
    }

    /// What comes of it without workers.
    pub fn here() -> String {
        Self(spawn(&[])).finish()
    }
}

fn spawn(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args(EFFORT).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(GAMES.as_bytes()).expect("it reads");
    child
}

impl Drop for Analysis {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

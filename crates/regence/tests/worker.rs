//! `regence worker` and `regence analyze --queue`, as a shell sees them: what workers find is what would be found here.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const GAMES: &str = "\
[White \"Teacher\"]
[Black \"Pupil\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

1. d4 -- 2. c4 *

1. e4 e5 2. Ke3 *

[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/8/1RK4R w HB - 0 1\"]

1. O-O Kd7 *

1. d4 -- 2. c4 *
";

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("regence-{name}-{}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn analyze(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args(["analyze", "--pgn", "-"]).args(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(GAMES.as_bytes()).expect("it reads");
    child.wait_with_output().expect("the program ends")
}

fn start_worker(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args(["worker", "--threads", "2", "--hash", "1", "--data"]).arg(folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says so");
    assert!(line.starts_with("Regence works for "), "{line}");
    child
}

fn stop(mut worker: Child) {
    let asked = Command::new("kill").args(["-TERM", &worker.id().to_string()]).status();
    assert!(asked.is_ok_and(|status| status.success()));
    assert!(worker.wait().expect("it ends").success(), "it stops in good order");
}

/// Answer, exit code, and what is told on standard error.
fn told(output: &Output) -> (String, Option<i32>, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), output.status.code(), text(&output.stderr))
}

#[test]
fn what_workers_find_is_what_would_be_found_here() {
    let folder = Folder::new("worker");
    let effort = ["--depth", "5", "--multipv", "2"];
    let here = told(&analyze(&effort));
    assert_eq!(here.1, Some(1), "one game is bad");
    let worker = start_worker(&folder.0);
    let queued = [&effort[..], &["--queue", "--data", folder.path()]].concat();
    assert_eq!(told(&analyze(&queued)), here);
    stop(worker);
    // Nobody is there any more, but nothing has to be done again.
    let (answer, code, errors) = told(&analyze(&queued));
    assert_eq!((answer, code), (here.0, here.1));
    assert!(errors.contains("game 3"), "{errors}");
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    for (words, reason) in [
        (&["analyze", "--queue"][..], "`analyze` needs the games to queue: --pgn FILE"),
        (&["analyze", "--pgn", "x", "--data", "y"][..], "`analyze` needs --queue, for workers"),
        (&["worker", "--bus", "http://x"][..], "expected a URL like nats://HOST:PORT, not 'http://x'"),
        (&["worker", "home"][..], "home"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_regence")).args(words).output().expect("it runs");
        let (answer, code, errors) = told(&output);
        assert_eq!((answer.as_str(), code), ("", Some(2)), "{words:?}");
        assert!(errors.contains(reason), "{errors}");
    }
}

//! `cargo xtask bench server`: a server and, in a second process, people who play on it, faster step by step until moves
//! take too long. Then the server is killed, and whatever it had acknowledged must be there when it comes back.

use crate::steps::{Steps, target_folder};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How many games at once, how many moves a second step by step, and for how many seconds each.
const USUAL: [&str; 3] = ["2000", "500,1000,1500,2000,2500,3000,3500,4000,5000,6000,8000,10000", "10"];

/// Measures: how many games, how many moves a second (one step after the other), for how many seconds each.
pub fn run(words: &[&str]) -> Result<(), String> {
    let [games, rates, seconds] = match *words {
        [] => USUAL,
        [games, rates, seconds] => [games, rates, seconds],
        _ => return Err("expected GAMES MOVES_A_SECOND[,MORE...] SECONDS".into()),
    };
    let mut steps = Steps::default();
    steps.cargo("build the server", &["build", "--release", "--package", "regence"], &[])?;
    let people = ["build", "--release", "--package", "regence-server", "--example", "load"];
    steps.cargo("build its people", &people, &[])?;
    let folder = target_folder().join("bench-server");
    // What an earlier run has left.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let measured = measure(&folder, games, rates, seconds);
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn measure(folder: &Path, games: &str, rates: &str, seconds: &str) -> Result<(), String> {
    let ledger = folder.join("ledger");
    let ledger = ledger.to_str().ok_or("the target folder's name is not UTF-8")?;
    let server = Server::start(folder)?;
    let process = server.child.id().to_string();
    people(&["play", &server.address, games, rates, seconds, ledger, &process])?;
    // Killed without a word: it must have kept everything by now.
    drop(server);
    let server = Server::start(folder)?;
    people(&["check", &server.address, ledger])
}

/// Lets the people do something.
pub fn people(words: &[&str]) -> Result<(), String> {
    match Command::new(built("examples/load")).args(words).status() {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("the people failed: {other:?}")),
    }
}

fn built(name: &str) -> PathBuf {
    target_folder().join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A server that runs; it is killed when it is let go.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Result<Self, String> {
        let mut child = Command::new(built("regence"))
            .args(["web", "--no-open", "--port", "0", "--threads", "1", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server does not start: {error}"))?;
        let said = child.stdout.take();
        let mut server = Self { child, address: String::new() };
        let mut line = String::new();
        let said = said.ok_or("the server says nothing")?;
        BufReader::new(said).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        server.address = address.map(str::to_owned).ok_or(format!("the server says {line:?}"))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

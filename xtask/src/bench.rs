//! `cargo xtask bench`: the side-by-side benchmarks, and how fast network and store are.

pub mod engine;

use crate::steps::{Steps, target_folder};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Measures the store in a folder, or where temporary files are.
pub fn store(folder: Option<&str>) -> Result<(), String> {
    let run = ["run", "--quiet", "--release", "--package", "regence-store", "--example", "appends", "--"];
    let words: Vec<&str> = run.into_iter().chain(folder).collect();
    Steps::default().cargo("moves acknowledged by the store", &words, &[])
}

/// Measures the network of the engine, or that of a file.
pub fn network(file: &[&str]) -> Result<(), String> {
    let run = ["run", "--quiet", "--release", "--package", "regence-engine", "--example", "network", "--"];
    Steps::default().cargo("the network beside the written evaluation", &[&run[..], file].concat(), &[])
}

/// A server and, in a second process, people who play on it: how many games, moves a second, and for how many seconds.
pub fn server(words: &[&str]) -> Result<(), String> {
    let [games, rate, seconds] = match *words {
        [] => ["2000", "1000", "30"],
        [games, rate, seconds] => [games, rate, seconds],
        _ => return Err("expected GAMES MOVES_A_SECOND SECONDS".into()),
    };
    let mut steps = Steps::default();
    steps.cargo("build the server", &["build", "--release", "--package", "regence"], &[])?;
    let client = ["build", "--release", "--package", "regence-server", "--example", "load"];
    steps.cargo("build its people", &client, &[])?;
    let [program, client] = ["regence", "examples/load"]
        .map(|name| target_folder().join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    let folder = target_folder().join("bench-server");
    // What an earlier run has left.
    let _ = std::fs::remove_dir_all(&folder);
    let mut server = Command::new(program)
        .args(["web", "--no-open", "--port", "0", "--threads", "1", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the server does not start: {error}"))?;
    let measured = address(&mut server).and_then(|address| {
        let status = Command::new(client).args([address.as_str(), games, rate, seconds]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("the people failed: {other:?}")),
        }
    });
    let _ = server.kill();
    let _ = server.wait();
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

/// Where a server that was started says it is.
fn address(server: &mut Child) -> Result<String, String> {
    let mut line = String::new();
    let said = server.stdout.take().ok_or("the server says nothing")?;
    BufReader::new(said).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    address.map(str::to_owned).ok_or(format!("the server says {line:?}"))
}

/// The rules, built for any CPU and for this one; `words` go to the benchmark.
pub fn rules(words: &[&str]) -> Result<(), String> {
    let mut steps = Steps::default();
    for (name, folder, flags) in [
        ("default target", "bench-default", ""),
        ("this machine's CPU", "bench-native", "-C target-cpu=native"),
    ] {
        let folder = target_folder().join(folder);
        let folder = folder.to_str().ok_or("the target folder's name is not UTF-8")?;
        let manifest = ["--manifest-path", "benches/rules/Cargo.toml", "--target-dir", folder];
        let run = ["run", "--quiet", "--release", "--features", "ours"];
        let words = [&run[..], &manifest, &["--"], words].concat();
        steps.cargo(name, &words, &[("RUSTFLAGS", flags)])?;
    }
    Ok(())
}

/// Reading PGN, with the built program besides; `words` go to the benchmark.
pub fn pgn(words: &[&str]) -> Result<(), String> {
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let program = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    let [folder, files] = ["bench-default", "bench-pgn-files"].map(|folder| target_folder().join(folder));
    let text =
        |path: &std::path::Path| path.to_str().map(str::to_owned).ok_or("a folder's name is not UTF-8");
    let (program, folder, files) = (text(&program)?, text(&folder)?, text(&files)?);
    let manifest = ["--manifest-path", "benches/pgn/Cargo.toml", "--target-dir", &folder];
    let options = ["--", "--files", &files, "--program", &program];
    let words = [&["run", "--quiet", "--release"][..], &manifest, &options, words].concat();
    steps.cargo("reading PGN", &words, &[])
}

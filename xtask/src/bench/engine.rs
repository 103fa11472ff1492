//! `cargo xtask bench engine`: our engine beside Debian's stockfish, with one thread and two, and how soon it stops.

use crate::program::{Effort, Program};
use crate::steps::{Steps, root, target_folder};
use regence_rules::Position;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How much is measured.
struct Amount {
    /// Nodes for each position, for speed.
    nodes: u32,
    /// How deep, for threads, and how many times over.
    depth: u32,
    times: u32,
    /// How often the engine is stopped.
    stops: u32,
}

const USUAL: Amount = Amount { nodes: 500_000, depth: 20, times: 2, stops: 200 };
const QUICK: Amount = Amount { nodes: 50_000, depth: 12, times: 1, stops: 20 };

/// Where Debian puts it, and where others may.
const STOCKFISH: [&str; 3] = ["/usr/games/stockfish", "/usr/local/bin/stockfish", "/usr/bin/stockfish"];

/// Measures everything and prints tables.
pub fn run(words: &[&str]) -> Result<(), String> {
    let (amount, parts) = match words {
        ["--quick", parts @ ..] => (QUICK, parts),
        parts => (USUAL, parts),
    };
    let wanted = |part: &str| parts.is_empty() || parts.contains(&part);
    if let Some(unknown) = parts.iter().find(|part| !["speed", "threads", "stop"].contains(part)) {
        return Err(format!("there is speed, threads and stop to measure, but no `{unknown}`"));
    }
    Steps::default().cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let ours = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    let positions = positions()?;
    if wanted("speed") {
        speed(&ours, &stockfish()?, &positions, &amount)?;
    }
    if wanted("threads") {
        threads(&ours, &positions, &amount)?;
    }
    if wanted("stop") {
        stops(&ours, &positions, &amount)?;
    }
    Ok(())
}

/// The positions of `regence bench` that are orthodox chess.
fn positions() -> Result<Vec<String>, String> {
    let path = root().join("crates/engine/src/bench.fen");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().filter(|fen| Position::from_fen(fen).is_ok()).map(str::to_owned).collect())
}

/// Stockfish where it is, or installed if that can be done without asking.
fn stockfish() -> Result<PathBuf, String> {
    let found = || STOCKFISH.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(path) = found() {
        return Ok(path);
    }
    println!("── installing stockfish");
    let installed = Command::new("apt-get").args(["install", "--yes", "--quiet", "stockfish"]).status();
    let path = installed.ok().filter(std::process::ExitStatus::success).and_then(|_| found());
    path.ok_or("there is no stockfish to compare with; install it with: apt-get install stockfish".into())
}

/// Nodes a second with one thread, turn by turn so that both meet the same moods of the machine.
#[allow(clippy::cast_precision_loss)] // Few digits are shown.
fn speed(ours: &Path, theirs: &Path, positions: &[String], amount: &Amount) -> Result<(), String> {
    let mut programs = [Program::start(ours, &["uci"])?, Program::start(theirs, &[])?];
    let mut sums = [Effort::default(); 2];
    let limits = format!("nodes {}", amount.nodes);
    let mut left_out = 0;
    for fen in positions {
        let mut efforts = [Effort::default(); 2];
        for (program, effort) in programs.iter_mut().zip(&mut efforts) {
            program.prepare(fen)?;
            *effort = program.go(&limits)?;
        }
        // Who has seen everything ends early, and would seem to have searched the rest in no time.
        if efforts.iter().any(|effort| effort.nodes < u64::from(amount.nodes) / 2) {
            left_out += 1;
            continue;
        }
        for (sum, effort) in sums.iter_mut().zip(efforts) {
            // What was asked for counts: the last line told may lag behind.
            sum.nodes += effort.nodes.max(u64::from(amount.nodes));
            sum.time += effort.time;
        }
    }
    let [ours, theirs] = sums.map(|sum| sum.nodes as f64 / sum.time.as_secs_f64());
    println!("{} positions, {} nodes each, one thread", positions.len() - left_out, amount.nodes);
    println!("\n| nodes a second | regence | stockfish | ours / theirs |\n|---|---:|---:|---:|");
    println!("| | {ours:.0} | {theirs:.0} | **{:.2}** |\n", ours / theirs);
    Ok(())
}

/// How long it takes to the same depth with one thread and with two.
#[allow(clippy::cast_precision_loss)] // Few digits are shown.
fn threads(ours: &Path, positions: &[String], amount: &Amount) -> Result<(), String> {
    let mut programs = [Program::start(ours, &["uci"])?, Program::start(ours, &["uci"])?];
    programs[1].set("Threads", 2)?;
    let (mut sums, mut logs, mut runs) = ([Effort::default(); 2], 0.0, 0.0);
    let limits = format!("depth {}", amount.depth);
    for _ in 0..amount.times {
        for fen in positions {
            let mut times = [Duration::ZERO; 2];
            for ((program, sum), time) in programs.iter_mut().zip(&mut sums).zip(&mut times) {
                program.prepare(fen)?;
                let effort = program.go(&limits)?;
                sum.nodes += effort.nodes;
                sum.time += effort.time;
                *time = effort.time;
            }
            logs += (times[1].as_secs_f64() / times[0].as_secs_f64()).ln();
            runs += 1.0;
        }
    }
    let [one, two] = sums.map(|sum| sum.time.as_secs_f64());
    let speedup = (sums[1].nodes as f64 / two) / (sums[0].nodes as f64 / one);
    println!("{} positions to depth {}, {} times", positions.len(), amount.depth, amount.times);
    println!("\n| threads | seconds | nodes |\n|---|---:|---:|");
    for (threads, sum) in [1, 2].iter().zip(sums) {
        println!("| {threads} | {:.2} | {} |", sum.time.as_secs_f64(), sum.nodes);
    }
    println!(
        "\ntime with two / with one: total **{:.2}**, geometric mean **{:.2}**",
        two / one,
        f64::exp(logs / runs)
    );
    println!("nodes a second with two / with one: {speedup:.2}\n");
    Ok(())
}

/// How long a search goes on after `stop`.
fn stops(ours: &Path, positions: &[String], amount: &Amount) -> Result<(), String> {
    println!("{} searches stopped\n\n| threads | mean ms | worst ms |\n|---|---:|---:|", amount.stops);
    for threads in [1, 2] {
        let mut program = Program::start(ours, &["uci"])?;
        program.set("Threads", threads)?;
        let (mut sum, mut worst) = (Duration::ZERO, Duration::ZERO);
        for (index, fen) in positions.iter().cycle().take(amount.stops as usize).enumerate() {
            program.prepare(fen)?;
            // Early and late, so that stops meet every part of a search.
            let took = program.stop_after(Duration::from_millis(index as u64 * 37 % 101))?;
            sum += took;
            worst = worst.max(took);
        }
        let mean = sum.as_secs_f64() * 1e3 / f64::from(amount.stops);
        println!("| {threads} | {mean:.2} | **{:.2}** |", worst.as_secs_f64() * 1e3);
    }
    println!();
    Ok(())
}

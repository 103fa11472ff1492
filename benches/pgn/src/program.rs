//! The built program at work: `regence pgn check` with one thread and two, and how much memory a long stream takes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the stream is, at least.
const STREAM: u64 = 2_000_000_000;

/// How long it takes to check a file; the time on the wall, at best.
pub fn best_times(program: &Path, file: &Path, rounds: usize) -> Result<[Duration; 2], String> {
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        for (threads, best) in ["1", "2"].into_iter().zip(&mut best) {
            let started = Instant::now();
            let status = command(program, threads).arg(file).status();
            let took = started.elapsed();
            match status {
                Ok(status) if status.success() => *best = took.min(*best),
                Ok(status) => return Err(format!("{} ended with {status}", program.display())),
                Err(error) => return Err(format!("cannot run {}: {error}", program.display())),
            }
        }
    }
    Ok(best)
}

/// The most memory, in bytes, that the program takes to check a text over and over, 2 GB through a pipe.
pub fn peak_memory(program: &Path, text: &[u8], threads: &str) -> Result<u64, String> {
    let failed = |error| format!("cannot run {}: {error}", program.display());
    let mut child = command(program, threads).arg("-").stdin(Stdio::piped()).spawn().map_err(failed)?;
    let mut input = child.stdin.take().ok_or("the program has no input")?;
    let (mut written, mut peak) = (0, Ok(0));
    while written < STREAM {
        input.write_all(text).map_err(failed)?;
        written += text.len() as u64;
        // The last answer counts, while the program still waits for more.
        peak = high_water(child.id());
    }
    drop(input);
    child.wait().map_err(failed)?;
    peak
}

fn command(program: &Path, threads: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["pgn", "check", "--threads", threads]).stdout(Stdio::null());
    command
}

/// The most memory that a process has held so far, as Linux keeps it.
fn high_water(process: u32) -> Result<u64, String> {
    let path = format!("/proc/{process}/status");
    let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or(format!("{path} has no VmHWM"))
}

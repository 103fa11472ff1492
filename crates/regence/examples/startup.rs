//! How long `regence` takes from its start to its first picture, in a pseudo-terminal: `cargo xtask bench startup`.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::Read;
use std::num::NonZeroU16;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the program is started in each folder.
const TIMES: usize = 50;
const SIZE: PtySize = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
/// What the first picture says.
const FIRST: &str = "New game";

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let program = std::env::args().nth(1).ok_or("expected the program to start")?;
    let folder = std::env::temp_dir().join(format!("regence-startup-{}", std::process::id()));
    let measured = measure(program.as_ref(), &folder);
    let _ = std::fs::remove_dir_all(&folder);
    let (first, later) = measured?;
    println!("`regence` to its first picture, {TIMES} times at 80x24, milliseconds\n");
    println!("| | fastest | median | slowest |\n|---|---:|---:|---:|");
    for (name, mut times) in [("nothing kept yet", first), ("with a store", later)] {
        times.sort();
        let shown = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        let median = times.get(times.len() / 2);
        println!(
            "| {name} | {:.1} | **{:.1}** | {:.1} |",
            shown(times.first()),
            shown(median),
            shown(times.last())
        );
    }
    Ok(())
}

/// In a folder of its own each time, and again and again in the same.
fn measure(program: &Path, folder: &Path) -> Result<(Vec<Duration>, Vec<Duration>), Failure> {
    let first = (0..TIMES).map(|time| start(program, &folder.join(time.to_string())));
    let first = first.collect::<Result<_, _>>()?;
    let later = (0..TIMES).map(|_| start(program, &folder.join("0"))).collect::<Result<_, _>>()?;
    Ok((first, later))
}

/// From the start of the program to its first picture.
fn start(program: &Path, folder: &Path) -> Result<Duration, Failure> {
    std::fs::create_dir_all(folder)?;
    let pty = native_pty_system().openpty(SIZE)?;
    let mut command = CommandBuilder::new(program);
    command.arg("--data");
    command.arg(folder);
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C.UTF-8");
    let mut reader = pty.master.try_clone_reader()?;
    let [rows, columns] =
        [SIZE.rows, SIZE.cols].map(|count| NonZeroU16::new(count).unwrap_or(NonZeroU16::MIN));
    let mut screen = vt100::Parser::new(rows, columns, 0);
    let started = Instant::now();
    let mut child = pty.slave.spawn_command(command)?;
    // So that reading ends when the program does.
    drop(pty.slave);
    let mut bytes = [0; 4096];
    while !screen.screen().contents().contains(FIRST) {
        match reader.read(&mut bytes) {
            Ok(count) if count > 0 => screen.process(&bytes[..count]),
            _ => return Err(format!("it ended without showing `{FIRST}`").into()),
        }
    }
    let taken = started.elapsed();
    child.kill()?;
    child.wait()?;
    Ok(taken)
}

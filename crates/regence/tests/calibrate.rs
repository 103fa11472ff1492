//! `regence calibrate` as a shell sees it, up to where Stockfish is needed; what is played and fitted is tested with the arena.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A file that nobody else has.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("regence-calibrate-{}-{name}.tsv", std::process::id()))
}

/// Tells what a file says, without playing.
fn tell(path: &PathBuf) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_regence"));
    program.args(["calibrate", "--pairs", "0", "--step", "800", "--stockfish", "/no/such/program", "-o"]);
    program.arg(path).stdin(Stdio::null()).output().expect("the program starts")
}

#[test]
fn what_there_is_so_far_is_told_and_what_no_longer_counts_is_not() {
    let path = file("outdated");
    let title = "# regence calibrate: players, round, points, fingerprints, milliseconds, moves";
    fs::write(&path, format!("{title}\n400\trandom\t0\t2\t2\t0\t0\t5\t5\te2e4\td2d4\n")).expect("a file");
    let output = tell(&path);
    let (said, told) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(said, "regence: 1 pair of games left out: somebody plays otherwise now\n");
    assert!(told.starts_with("| player | label | measured |"), "{told}");
    assert!(told.contains("| player | games | recaptures missed |") && !told.contains("| 400 |"), "{told}");
    assert_eq!(output.status.code(), Some(0));
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let path = file("other");
    fs::write(&path, "# shopping\n").expect("a file");
    let output = tell(&path);
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = "results of a calibration expected, found \"# shopping\"; name a new file";
    assert!(said.contains(expected), "{said}");
    assert!(output.stdout.is_empty() && output.status.code() != Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "# shopping\n");
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn half_a_last_line_is_told_and_taken_away() {
    let path = file("half");
    let title = "# regence calibrate: players, round, points, fingerprints, milliseconds, moves\n";
    fs::write(&path, format!("{title}400\trandom\t0\t2")).expect("a file");
    let output = tell(&path);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "regence: the last line was unfinished, and is taken away\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), title);
    fs::remove_file(&path).expect("it was there");
}

//! Ctrl-C while nothing comes: whoever waits for games that nobody writes is ended by the first.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

/// The beginning of a second game says that the first one is over.
const GAME_AND_MORE: &str = "1. e4 *\n\n[Event \"another\"]\n";

fn start(words: &[&str]) -> (Child, ChildStdin) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let input = child.stdin.take().expect("it is piped");
    (child, input)
}

/// What becomes of the program after Ctrl-C, while its input stays open.
fn interrupt(child: Child, input: ChildStdin) -> Output {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    drop(input);
    output
}

/// The program says something of the first game, waits for the rest of the second, and ends.
#[track_caller]
fn check(words: &[&str], said: usize) {
    let (mut child, mut input) = start(words);
    input.write_all(GAME_AND_MORE.as_bytes()).expect("it reads");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let first: Vec<String> = lines.by_ref().take(said).map(|line| line.expect("text")).collect();
    assert!(first[0].starts_with("game 1: ? - ?"), "{first:?}");
    let output = interrupt(child, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
}

#[test]
fn whoever_waits_for_games_is_ended_by_the_first_ctrl_c() {
    check(&["analyze", "--pgn", "-", "--depth", "1"], 3);
    check(&["review", "-", "--depth", "1"], 2);
}

#[test]
fn whoever_waits_for_games_to_queue_is_ended_by_the_first_ctrl_c() {
    let folder = std::env::temp_dir().join(format!("regence-stop-{}", std::process::id()));
    let place = folder.to_str().expect("text");
    let (mut child, mut input) = start(&["analyze", "--queue", "--data", place, "--pgn", "-"]);
    // Of a bad game is told as soon as it is read.
    input.write_all(GAME_AND_MORE.replace("e4", "e5").as_bytes()).expect("it reads");
    let mut errors = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut told = String::new();
    errors.read_line(&mut told).expect("text");
    assert!(told.starts_with("regence: '-', game 1, "), "{told}");
    let output = interrupt(child, input);
    told.clear();
    errors.read_to_string(&mut told).expect("text");
    std::fs::remove_dir_all(&folder).expect("it is there");
    assert!(told.starts_with("regence: broken off after 0 games"), "{told}");
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(1)), "{told}");
}

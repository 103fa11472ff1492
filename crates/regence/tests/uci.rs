//! `regence uci` as a client sees it, where it takes a system to see it; conversations are tested with the engine.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Stdio};

/// Each thread is promised some megabytes, of which there are fewer than asked for.
#[test]
fn threads_without_memory_are_refused() {
    let script = "ulimit -v 600000 && exec \"$0\" uci";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_regence")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let talk = "setoption name Threads value 256\nisready\nsetoption name Threads value 2\ngo depth 5\n";
    child.stdin.take().expect("it is piped").write_all(talk.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let (before, after) = said.split_once("readyok\n").expect("it is ready");
    let refused = "there is not enough memory: 1020 MB are needed; there are as many threads as before";
    assert_eq!(before, format!("info string {refused}\n"));
    assert!(!after.contains("info string") && after.contains("bestmove "), "{after}");
    assert_eq!(output.status.code(), Some(0));
}

//! The program as a shell runs it, with something piped into it.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs the program with these words on this input.
pub fn run(words: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    thread::scope(|scope| {
        scope.spawn(move || {
            // Whoever does not read to the end has a reason.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    })
}

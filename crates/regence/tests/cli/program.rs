//! The built program: words in; text and an exit code out.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// A position with every kind of move, known for finding mistakes.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// White has been mated.
pub const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    command
}

pub fn run<S: AsRef<OsStr>>(words: &[S]) -> Output {
    program().args(words).output().expect("the program starts")
}

/// The words are answered with exactly this on standard output, nothing on standard error, and exit code 0.
#[track_caller]
pub fn check(words: &[&str], expected: &str) {
    let output = run(words);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
}

/// The words are refused: exit code 2, nothing on standard output, and one printable line on standard error.
#[track_caller]
pub fn refused<S: AsRef<OsStr>>(words: &[S]) -> String {
    let output = run(words);
    let words: Vec<_> = words.iter().map(|word| word.as_ref().to_string_lossy().into_owned()).collect();
    let reason = String::from_utf8(output.stderr).expect("the reason is UTF-8");
    assert_eq!(output.status.code(), Some(2), "{words:?}: {reason}");
    assert_eq!(output.stdout, b"", "{words:?}");
    assert!(reason.starts_with("regence: "), "{words:?}: {reason}");
    assert!(reason.ends_with('\n') && reason.lines().count() == 1, "{words:?}: {reason}");
    assert!(!reason.trim_end_matches('\n').contains(char::is_control), "{words:?}: {reason:?}");
    reason.trim_end_matches('\n').trim_start_matches("regence: ").to_owned()
}

/// The words are refused with exactly this reason.
#[track_caller]
pub fn check_refused(words: &[&str], reason: &str) {
    assert_eq!(refused(words), reason, "{words:?}");
}

pub fn stdout(words: &[&str]) -> String {
    String::from_utf8(run(words).stdout).expect("answers are UTF-8")
}

/// The commands that the overview lists.
pub fn commands() -> Vec<String> {
    let overview = stdout(&["help"]);
    let listed = overview.lines().skip_while(|&line| line != "Commands:").skip(1);
    let words = listed.map_while(|line| line.split_whitespace().next());
    words.map(String::from).collect()
}

/// The flags that a command's help names in its own lines.
pub fn flags(command: &str) -> Vec<String> {
    let help = stdout(&["help", command]);
    let words = help.lines().filter(|line| line.starts_with("  ")).flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(String::from).collect()
}

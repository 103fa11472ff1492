//! Standard streams that are closed, full or left early.

use crate::program::program;
use std::fmt::Write as _;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    for words in [&["help"][..], &["moves"], &["board"], &["perft", "--divide", "3"]] {
        let mut child = program()
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut reason = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut reason).expect("it is UTF-8");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{words:?}: {reason}");
        assert_eq!(reason, "", "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_told() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = program().arg("moves").stdout(full()).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let reason = String::from_utf8_lossy(&output.stderr);
    assert!(
        reason.starts_with("regence: cannot write the answer: ") && reason.lines().count() == 1,
        "{reason}"
    );
    let status = program().arg("nonsense").stderr(full()).status().expect("the program starts");
    assert_eq!(status.code(), Some(2), "even when nobody can be told");
}

#[cfg(unix)]
#[test]
fn closed_standard_streams_do_no_harm() {
    let binary = env!("CARGO_BIN_EXE_regence");
    let mut script = String::new();
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let _ = writeln!(script, "'{binary}' perft 2 {closed} || exit 1");
        let _ = writeln!(script, "'{binary}' nonsense {closed} && exit 1");
    }
    let output = Command::new("sh").arg("-c").arg(script + "exit 0").output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

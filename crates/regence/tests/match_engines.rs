//! `regence match` as a shell sees it, up to where engines are needed; what they do is tested with the arena.

use std::process::{Command, Output, Stdio};

fn run(words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_regence"));
    program.arg("match").args(words).stdin(Stdio::null()).output().expect("the program starts")
}

/// The words are refused: exit code 2, nothing on standard output, and this line on standard error.
#[track_caller]
fn check_refused(words: &[&str], reason: &str) {
    let output = run(words);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("regence: {reason}\n"), "{words:?}");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{words:?}");
}

const ONE: [&str; 4] = ["--engine", "cmd=/no/such/engine", "name=A", "nodes=5"];
const SEE: &str = "see `regence help match`";

#[track_caller]
fn check_two_refused(words: &[&str], reason: &str) {
    check_refused(&[&ONE[..], &["--engine", "cmd=/no/such/engine nodes=5"], words].concat(), reason);
}

#[test]
fn a_match_needs_two_engines_with_programs_and_limits() {
    check_refused(&[], &format!("`match` needs two engines, not 0; {SEE}"));
    check_refused(&ONE, &format!("`match` needs two engines, not 1; {SEE}"));
    let no_program = ["--engine", "name=B nodes=1"];
    check_refused(
        &[&ONE[..], &no_program].concat(),
        &format!("engine 2 has no program, expected cmd=PROGRAM or level=LEVEL; {SEE}"),
    );
    let no_limit = ["--engine", "cmd=x"];
    check_refused(
        &[&ONE[..], &no_limit].concat(),
        &format!("x could think forever, expected tc=, st=, nodes= or depth=; {SEE}"),
    );
}

#[test]
fn settings_that_cannot_be_understood_are_named_with_their_flag() {
    check_two_refused(
        &["--resign", "moves=3"],
        &format!("--resign: unknown setting 'moves=3', expected movecount= score= twosided=; {SEE}"),
    );
    check_two_refused(
        &["--each", "st=fast"],
        &format!("--each: st: expected seconds like 0.1, not 'fast'; {SEE}"),
    );
    check_two_refused(
        &["--sprt", "elo0=1", "elo1=0"],
        &format!("--sprt: elo1: expected elo0 to be less than elo1, not '0'; {SEE}"),
    );
    check_two_refused(&["--plies", "4"], &format!("--plies needs --openings with a PGN file; {SEE}"));
    check_two_refused(
        &["--format", "knockout"],
        &format!("--format: expected roundrobin or gauntlet, not 'knockout'; {SEE}"),
    );
    check_two_refused(
        &["--rounds", "0"],
        &format!("--rounds: expected a number from 1 to 10000000, not '0'; {SEE}"),
    );
    check_two_refused(&["--draw", "--draw"], &format!("--draw is given twice; {SEE}"));
    check_two_refused(
        &["--sprt", "--engine", "cmd=c", "depth=1"],
        &format!("--sprt compares two engines, not 3; {SEE}"),
    );
}

#[cfg(unix)]
#[test]
fn files_and_programs_that_are_not_there_are_named() {
    let missing = "No such file or directory (os error 2)";
    check_two_refused(&[], &format!("A: cannot start '/no/such/engine': {missing}"));
    check_two_refused(&["--openings", "/no/such/file"], &format!("cannot read '/no/such/file': {missing}"));
    let endless = "openings in '/dev/zero', line 1: no end of it within 16777216 bytes";
    check_two_refused(&["--openings", "/dev/zero"], endless);
    check_two_refused(
        &["--pgn-out", "/no/such/folder/x"],
        &format!("cannot write '/no/such/folder/x': {missing}"),
    );
    let short = ["--engine", "cmd=/bin/true", "depth=1", "--engine", "cmd=/bin/true", "depth=1"];
    let output = run(&short);
    let reason = String::from_utf8_lossy(&output.stderr);
    assert!(
        reason.starts_with("regence: true is no UCI engine, or not ready to play: it crashed"),
        "{reason}"
    );
    assert_eq!(output.status.code(), Some(2));
}

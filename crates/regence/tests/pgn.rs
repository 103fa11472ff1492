//! `regence pgn check` as a shell sees it.

mod piped;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const GOOD: &str = "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
const GOOD_LINE: &str =
    "1\t4\trnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\t0-1\tcheckmate\n";

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../game/tests/data").join(name);
    path.to_str().expect("the path is UTF-8").to_owned()
}

fn check(words: &[&str], input: &[u8]) -> Output {
    piped::run(&[&["pgn", "check"], words].concat(), input)
}

#[track_caller]
fn expect(output: &Output, stdout: &str, code: i32) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn good_games_are_summed_up() {
    expect(&check(&["-"], GOOD.as_bytes()), GOOD_LINE, 0);
    expect(&check(&["-"], b""), "", 0);
    expect(&check(&["-"], b"{a comment}"), "", 0);
}

#[test]
fn a_bad_game_makes_the_exit_code_1() {
    let bad = "2\terror\t5:10\tillegal move 'Ke3' of White at move 2: no king can go to e3\n";
    let third = GOOD_LINE.replacen('1', "3", 1);
    let text = format!("{GOOD}\n1. e4 e5 Ke3 *\n\n{GOOD}");
    expect(&check(&["-"], text.as_bytes()), &format!("{GOOD_LINE}{bad}{third}"), 1);
}

#[test]
fn each_file_is_numbered_by_itself() {
    let name = file("annotated.pgn");
    let once = check(&[&name], b"");
    assert_eq!(once.status.code(), Some(1));
    let once = String::from_utf8(once.stdout).expect("answers are UTF-8");
    assert_eq!(once.lines().count(), 6);
    expect(&check(&[&name, "-", &name], GOOD.as_bytes()), &format!("{once}{GOOD_LINE}{once}"), 1);
}

#[test]
fn a_file_that_cannot_be_read_is_told_in_one_line() {
    for name in ["/no/such/file.pgn", "/", "\x1b[31m"] {
        let output = check(&["-", name], GOOD.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), GOOD_LINE, "what came before is answered");
        let reason = String::from_utf8(output.stderr).expect("the reason is UTF-8");
        assert!(reason.starts_with("regence: cannot read '"), "{reason}");
        assert!(reason.lines().count() == 1 && !reason.trim_end().contains(char::is_control), "{reason:?}");
    }
}

#[test]
fn files_behind_one_that_cannot_be_read_are_read() {
    for task in [&["check"][..], &["openings"], &["convert", "--to", "uci"], &["filter"]] {
        let run = |files: &[&str]| piped::run(&[&["pgn"], task, files].concat(), GOOD.as_bytes());
        let good = run(&["-"]);
        assert_eq!(good.status.code(), Some(0), "{task:?}");
        let output = run(&["/no/such.pgn", "-", "/nor/this.pgn"]);
        assert_eq!(output.status.code(), Some(2), "{task:?}");
        assert_eq!(output.stdout, good.stdout, "{task:?}");
        let reasons = String::from_utf8(output.stderr).expect("reasons are UTF-8");
        let files: Vec<_> = reasons.lines().filter_map(|line| line.split('\'').nth(1)).collect();
        assert_eq!(files, ["/no/such.pgn", "/nor/this.pgn"], "{task:?}: {reasons}");
    }
    // Counts of only some of the games would mislead.
    let output = piped::run(&["pgn", "stats", "/no/such.pgn", "-"], GOOD.as_bytes());
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
}

#[test]
fn many_games_come_out_in_order() {
    let lines = 30_000;
    let mut expected = String::new();
    for number in 1..=lines {
        let rest = GOOD_LINE.strip_prefix('1').expect("it is the first");
        let _ = write!(expected, "{number}{rest}");
    }
    expect(&check(&["-"], GOOD.repeat(lines).as_bytes()), &expected, 0);
}

#[test]
fn threads_change_nothing() {
    let game = "[Event \"x\"]\n\n1. e4 {\n\n[Event \"y\"]\n\n} e5 2. Nf3 (2. f4) Nc6 3. Bb5 *\n\n";
    let many = game.repeat(12_000);
    let texts = [
        many.clone(),
        many.replace('\n', "\r\n"),
        // A game that goes wrong now and then, and comments without an end.
        many.replacen("Bb5", "Bb6", 1000),
        format!("{many}\n1. e4 {{{many}"),
        format!("{}\n1. e4 {{ {{x}} {many}", &many[..many.len() / 2]),
        // A comment of several megabytes, and nothing that looks like a game.
        format!("{many}1. d4 {{{}}} d5 *\n\n{many}", "[Event \n".repeat(700_000)),
        "1. e4 e5 2. Nf3 *\n".repeat(60_000),
        "[Event \"x\"]\n\n".repeat(30_000),
    ];
    for (index, text) in texts.iter().enumerate() {
        let one = check(&["--threads", "1", "-"], text.as_bytes());
        assert!(!one.stdout.is_empty() && one.stderr.is_empty());
        for threads in ["2", "5"] {
            let several = check(&["--threads", threads, "-"], text.as_bytes());
            assert!(several.stdout == one.stdout, "text {index} with {threads} threads");
            assert_eq!(several.status.code(), one.status.code());
        }
    }
}

/// Whoever has written a game, and waits, sees what is said of those before it.
#[track_caller]
fn check_stream(threads: &str, game: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["pgn", "check", "--threads", threads, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    for number in 1..=3 {
        stdin.write_all(format!("{game}\n{game}\n").as_bytes()).expect("it reads");
        // The last game of all may still go on.
        let known = if number == 1 { 1 } else { 2 };
        for _ in 0..known {
            assert!(lines.next().expect("a line").expect("text").ends_with("0-1\tcheckmate"));
        }
    }
    drop(stdin);
    assert_eq!(lines.count(), 1);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_stream_is_answered_as_it_comes() {
    let untagged = "1. f3 e5 2. g4 Qh4# 0-1\n";
    for game in [GOOD, untagged, &format!("[White \"x\"]\n\n{untagged}")] {
        check_stream("1", game);
        check_stream("2", game);
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["pgn", "check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    let _ = stdin.write_all(GOOD.repeat(30_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_for_fewer_threads_is_no_trouble() {
    let folder = std::env::temp_dir().join(format!("regence-pgn-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let file = folder.join("many.pgn");
    std::fs::write(&file, format!("{GOOD}\n").repeat(40_000)).expect("there is room");
    let answer = |limit: &str| {
        let script = format!("ulimit -v {limit} && exec \"$0\" pgn check --threads 64 \"$1\"");
        let program = env!("CARGO_BIN_EXE_regence");
        let output = Command::new("sh").args(["-c", &script, program]).arg(&file).output();
        let output = output.expect("the program starts");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{limit}");
        output.stdout
    };
    let lines = answer("unlimited");
    assert_eq!(String::from_utf8_lossy(&lines).lines().count(), 40_000);
    for kilobytes in ["250000", "600000", "2000000"] {
        assert!(answer(kilobytes) == lines, "with {kilobytes} kB");
    }
    std::fs::remove_dir_all(&folder).expect("it is there");
}

//! Games in plain text with the built program: what goes in and out, and the exit code.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with these words and this input.
fn run(words: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(words)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may leave before it has heard everything.
    let _ = program.stdin.take().expect("it listens").write_all(input);
    program.wait_with_output().expect("the program ends")
}

/// The last lines of the answer and the exit code.
#[track_caller]
fn check(words: &[&str], input: &[u8], last_lines: &str, code: i32) {
    let output = run(words, input);
    let answer = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert!(answer.ends_with(last_lines), "{words:?} ended with:\n{answer}");
    assert_eq!(output.status.code(), Some(code), "{words:?}");
}

#[track_caller]
fn check_refused(words: &[&str], reason: &str) {
    let output = run(words, b"");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("regence: {reason}\n"));
    assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)), "{words:?}");
}

#[test]
fn a_game_is_played_from_a_pipe() {
    check(
        &["play", "--plain", "--speech"],
        b"f3\ne5\ng4\nQh4\n",
        "White: g4.\nBlack: queen h4, checkmate.\nBlack wins by checkmate.\nThe input has ended; goodbye.\n",
        0,
    );
    check(&["play"], b"exit\ne4\n", "    a b c d e f g h\nGoodbye.\n", 0);
    check(&["play"], b"", "The input has ended; goodbye.\n", 0);
}

#[test]
fn without_a_command_one_plays() {
    check(&[], b"exit\n", "    a b c d e f g h\nGoodbye.\n", 0);
    check(&["--speech", "--seed", "1"], b"e4\n", "White: e4.\nThe input has ended; goodbye.\n", 0);
}

#[test]
fn a_script_that_was_refused_anything_exits_with_1() {
    check(&["play"], b"e5\n", "No pawn can go to e5.\nThe input has ended; goodbye.\n", 1);
    check(
        &["play"],
        b"xyzzy\nexit\n",
        "'xyzzy' is no move and no command: `help` lists them.\nGoodbye.\n",
        1,
    );
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let words = ["play", "--speech", "--black", "computer:random", "--variant", "chess960", "--seed", "4"];
    let input = b"fen\nmoves\nhint\n";
    assert_eq!(run(&words, input).stdout, run(&words, input).stdout);
    let watched =
        ["play", "--speech", "--white", "computer:careful", "--black", "computer:planner", "--seed", "4"];
    let game = run(&watched, b"");
    assert_eq!(game.stdout, run(&watched, b"").stdout);
    assert!(game.stdout.ends_with(b"goodbye.\n"));
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    check(
        &["play", "--speech"],
        b"\xff\xfe\x00e4\n\x1b[2J\ne4\n",
        "White: e4.\nThe input has ended; goodbye.\n",
        1,
    );
    let output = run(&["play"], b"\x1b[2J\x07\n");
    assert!(!output.stdout.contains(&0x1b) && !output.stdout.contains(&7));
    let named = run(&["classroom"], b"2\n\x1b[2J\nBen\n");
    assert!(!named.stdout.contains(&0x1b));
}

#[test]
fn a_reader_who_leaves_ends_the_game_quietly() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["play", "--white", "computer:random", "--black", "computer:random", "--seed", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    let output = program.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn the_classroom_asks_and_draws_to_the_character() {
    let output = run(&["classroom"], b"2\nAda\nBen\n");
    let expected = "\
Welcome to classroom chess: take the last king to win; answer `quit` to leave.
How many people play, 1 or 2?
Who plays white?
Who plays black?
    a   b   c   d   e   f   g   h  \n  ┌───┬───┬───┬───┬───┬───┬───┬───┐
1 │ R │ N │ B │ Q │ K │ B │ N │ R │ 1
  ├───┼───┼───┼───┼───┼───┼───┼───┤
2 │ P │ P │ P │ P │ P │ P │ P │ P │ 2
  ├───┼───┼───┼───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │   │ 3
  ├───┼───┼───┼───┼───┼───┼───┼───┤
4 │   │   │   │   │   │   │   │   │ 4
  ├───┼───┼───┼───┼───┼───┼───┼───┤
5 │   │   │   │   │   │   │   │   │ 5
  ├───┼───┼───┼───┼───┼───┼───┼───┤
6 │   │   │   │   │   │   │   │   │ 6
  ├───┼───┼───┼───┼───┼───┼───┼───┤
7 │ p │ p │ p │ p │ p │ p │ p │ p │ 7
  ├───┼───┼───┼───┼───┼───┼───┼───┤
8 │ r │ n │ b │ q │ k │ b │ n │ r │ 8
  └───┴───┴───┴───┴───┴───┴───┴───┘
    a   b   c   d   e   f   g   h  \nTurn 1: Ada (white) is to move.
Which square do you move from?
There is no more input; thank you for playing, and goodbye.
";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert_eq!(output.status.code(), Some(0));
}

/// Trap 31: Save saves.
#[test]
fn files_are_written_read_and_not_overwritten_by_accident() {
    let folder = std::env::temp_dir().join(format!("regence-plain-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a game.pgn");
    let script = |commands: &str| commands.replace("FILE", file.to_str().unwrap()).into_bytes();
    assert_eq!(run(&["play", "--speech"], &script("e4\nsave FILE\n")).status.code(), Some(0));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with("\n1. e4 *\n\n"), "{saved}");
    assert_eq!(run(&["play", "--speech"], &script("d4\nsave FILE\n")).status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    let opened = run(&["play", "--speech", file.to_str().unwrap()], &script("e5\nsave! FILE\n"));
    assert_eq!(opened.status.code(), Some(0));
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("\n1. e4 e5 *\n\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_requests_are_refused_in_a_line() {
    check_refused(
        &["play", "--white", "robot"],
        "--white: \"robot\" is no player, expected human:NAME, engine:LEVEL or computer:NAME; see `regence help play`",
    );
    check_refused(
        &["play", "--black", "engine:full", "--variant", "classroom"],
        "--black: the engine plays chess and Chess960 only, expected a simple computer; see `regence help play`",
    );
    check_refused(
        &["play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        "--fen: FEN, column 1: White has 0 kings, expected 1; see `regence help play`",
    );
    check_refused(
        &["play", "--clock", "soon"],
        "--clock: time control, column 1: expected a number like 5 or 0.5, not 's'; see `regence help play`",
    );
    check_refused(
        &["play", "--plain", "--data", "somewhere"],
        "--data: a game in plain text is not kept; save it with `save FILE`; see `regence help play`",
    );
    check_refused(
        &["play", "--database", "postgres://localhost/chess"],
        "--database: a game in plain text is not kept; save it with `save FILE`; see `regence help play`",
    );
    check_refused(&["play", "a", "b"], "unexpected 'b' for `play`; see `regence help play`");
    check_refused(
        &["play", "--plain", "no/such.pgn"],
        "'no/such.pgn' cannot be read: No such file or directory (os error 2)",
    );
    check_refused(
        &["classroom", "--rule", "castling=on", "--rule", "magic=on"],
        "--rule: 'magic=on' is no rule, expected one like castling=on; see `regence help classroom`",
    );
    check_refused(
        &["classroom", "--computer", "deep"],
        "--computer: \"deep\" is no simple computer, expected one of random, finisher, taker, rescuer, careful, planner; see `regence help classroom`",
    );
}

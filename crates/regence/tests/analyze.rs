//! `regence analyze`, as a shell sees it: lines as they are found, rows for the positions of games, and JSON.

mod piped;

use serde_json::Value;
use std::process::Output;

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";

const GAMES: &str = "\
[White \"Teacher\"]
[Black \"Pupil\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White \"Nobody\"]
[Black \"\u{1b}[31mred\"]

1. d4 -- 2. c4 *
";

fn run(words: &[&str], input: &str) -> Output {
    piped::run(&[&["analyze"], words].concat(), input.as_bytes())
}

/// What is answered to words without anything wrong.
#[track_caller]
fn answer(words: &[&str], input: &str) -> String {
    let output = run(words, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

#[track_caller]
fn objects(words: &[&str], input: &str) -> Vec<Value> {
    let text = answer(words, input);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

#[track_caller]
fn refused(words: &[&str], reason: &str) {
    let output = run(words, "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("regence: {reason}\n"), "{words:?}");
    assert_eq!((output.stdout, output.status.code()), (Vec::new(), Some(2)), "{words:?}");
}

#[test]
fn a_position_is_looked_at_deeper_and_deeper() {
    let text = answer(&["--fen", MATE_IN_ONE, "--depth", "4"], "");
    assert_eq!(text.lines().count(), 4, "{text}");
    for (line, depth) in text.lines().zip(1..) {
        assert!(line.starts_with(&format!("depth {depth:>2}       #1 ")), "{line}");
        assert!(line.ends_with("s  1. Ra8#"), "{line}");
    }
}

#[test]
fn several_lines_are_told_with_their_ranks() {
    let text = answer(&["--depth", "3", "--multipv", "3"], "");
    let ranks: Vec<&str> = text.lines().filter_map(|line| line.trim_start().split('.').next()).collect();
    assert_eq!(ranks, ["1", "2", "3", "1", "2", "3", "1", "2", "3"], "{text}");
}

#[test]
fn lines_are_objects_on_request() {
    let lines = objects(&["--fen", MATE_IN_ONE, "--nodes", "500", "--json"], "");
    let last = lines.last().expect("a line");
    assert_eq!(last["score"]["mate"], 1);
    assert_eq!(last["pv"][0], "a1a8");
    assert_eq!(last["san"][0], "Ra8#");
    assert!(last["nodes"].as_u64() <= Some(500), "{last}");
    // Whoever is to move, scores are White's.
    let black = "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    let lines = objects(&["--fen", black, "--depth", "2", "--json"], "");
    assert!(lines.iter().all(|line| line["score"]["mate"] == -1), "{lines:?}");
    let castling = ["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "1", "--multipv", "50", "--json"];
    let first_moves = |words: &[&str]| {
        let lines = objects(words, "");
        lines.iter().map(|line| line["pv"][0].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert!(first_moves(&castling).contains(&"e1g1".to_owned()));
    let chess960 = [&castling[..], &["--chess960"]].concat();
    assert!(first_moves(&chess960).contains(&"e1h1".to_owned()));
}

#[test]
fn a_game_that_is_over_is_said_to_be() {
    assert_eq!(answer(&["--fen", MATED], ""), "White wins by checkmate\n");
    assert_eq!(answer(&["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], ""), "Draw: stalemate\n");
    let [line] = &objects(&["--fen", MATED, "--json"], "")[..] else { panic!("one line") };
    assert_eq!((&line["score"]["mate"], line["pv"].as_array().map(Vec::len)), (&Value::from(0), Some(0)));
}

#[test]
fn players_without_names_are_question_marks() {
    let text = answer(&["--pgn", "-", "--depth", "1"], "1. e4 *");
    assert_eq!(text.lines().next(), Some("game 1: ? - ?"), "{text}");
}

#[test]
fn every_position_of_every_game_has_a_row() {
    let text = answer(&["--pgn", "-", "--depth", "6"], GAMES);
    let names: Vec<String> =
        text.lines().map(|line| line.chars().take(14).collect::<String>().trim_end().to_owned()).collect();
    assert_eq!(names[0], "game 1: Teache", "{text}");
    assert_eq!(names[1], "start", "{text}");
    // What follows allows mate in one, so that it is a blunder at any depth.
    assert_eq!(names[7], "3... Nf6??", "{text}");
    assert_eq!(names[8], "4. Qxf7#", "{text}");
    assert!(text.lines().nth(8).is_some_and(|line| line.ends_with("White wins by checkmate")), "{text}");
    assert_eq!(names[9], "game 2: Nobody", "{text}");
    assert_eq!(names[12], "--", "{text}");
    assert_eq!(text.lines().count(), 1 + 8 + 1 + 4, "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn positions_of_games_are_objects_on_request() {
    let positions = objects(&["--pgn", "-", "--depth", "5", "--multipv", "2", "--json"], GAMES);
    let places: Vec<(u64, u64)> = positions
        .iter()
        .map(|position| (position["game"].as_u64().unwrap(), position["ply"].as_u64().unwrap()))
        .collect();
    let expected: Vec<(u64, u64)> = (0..8).map(|ply| (1, ply)).chain((0..4).map(|ply| (2, ply))).collect();
    assert_eq!(places, expected);
    assert_eq!(positions[0]["move"], Value::Null);
    assert_eq!(positions[6]["judgement"], "blunder");
    assert_eq!((&positions[7]["move"], &positions[7]["san"]), (&"h5f7".into(), &"Qxf7#".into()));
    assert_eq!(positions[7]["lines"][0]["score"]["mate"], 0);
    assert_eq!(positions[3]["lines"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_bad_game_is_told_of_and_the_next_one_looked_at() {
    let output = run(&["--pgn", "-", "--depth", "1"], "1. e4 Ke2 *\n\n1. d4 *\n");
    assert_eq!(output.status.code(), Some(1));
    let reason = String::from_utf8(output.stderr).unwrap();
    assert!(reason.starts_with("regence: '-', game 1, 1:7: "), "{reason}");
    assert!(output.stdout.starts_with(b"game 2: "));
}

#[test]
fn what_cannot_be_is_refused() {
    let help = "see `regence help analyze`";
    refused(&["--fen", MATED, "--pgn", "x"], &format!("either --fen or --pgn, not both; {help}"));
    refused(&["--pgn", "no such file"], "cannot read 'no such file': No such file or directory (os error 2)");
    refused(&["--depth", "0"], &format!("--depth: expected a number from 1 to 127, not '0'; {help}"));
    let seconds = "expected seconds from 0.001 to 1000000";
    refused(&["--time", "soon"], &format!("--time: {seconds}, not 'soon'; {help}"));
    refused(&["--time", "nan"], &format!("--time: {seconds}, not 'nan'; {help}"));
    refused(&["depth"], &format!("unexpected 'depth' for `analyze`; {help}"));
    refused(&["--fen", "8/8 w"], "FEN, column 6: 2 fields, expected 6 with single spaces between them");
}

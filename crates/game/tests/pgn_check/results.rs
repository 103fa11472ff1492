//! Results as they come: in odd places, in odd letters, twice or not at all.

use super::{E4, E4_E5, START, check, check_error, check_one};
use regence_game::pgn::{Follow, GameBuilder, MainLine, Reader};

#[test]
fn results_may_stand_in_odd_places() {
    check_one("1. e4 1-0 e5", 2, E4_E5, "1-0");
    check_one("1. e4 1-0 e5 0-1", 2, E4_E5, "0-1");
    check_one("1. e4 e5 1-0 1-0 *", 2, E4_E5, "*");
    check_one("1. e4 e5 1-0 {White resigns}\n\n{the end}", 2, E4_E5, "1-0");
    check_one("1. e4 (1. d4 1-0) e5 0-1", 2, E4_E5, "0-1");
    check_one("1. e4 e5*", 2, E4_E5, "*");
    check_one("1. e4 e5 1/2", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e5\n\n\n1-0", 2, E4_E5, "1-0");
}

#[test]
fn a_result_may_hang_on_the_last_move() {
    check_one("1. e4 e51-0", 2, E4_E5, "1-0");
    check_one("1. e4 e50-1\n", 2, E4_E5, "0-1");
    check_one("1. e4 e51/2-1/2 {agreed}", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e7-e51-0 ", 2, E4_E5, "1-0");
    check_one("1. e4 e7e51/2-1/2 ; as UCI writes it", 2, E4_E5, "1/2-1/2");
    let castled = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    for end in ["O-O1-0", "0-01-0", "0-0!1-0", "e1g11-0"] {
        check_one(format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {end}"), 7, castled, "1-0");
    }
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let game = format!("4 {mated} 0-1 checkmate");
    check(
        "1. f3 e5 2. g4 Qh4#0-1\n\n1. f3 e5 2. g4 Qd8-h4#0-1 1. f3 e5 2. g4 Qh4#0-1",
        &[&game, &game, &game],
    );
    let promoted = "R7/8/8/8/8/8/8/2K4k b - - 0 1";
    for end in ["a8=R1-0", "a8R1-0", "a8(R)1-0", "a7a8r1-0"] {
        check_one(format!("[FEN \"8/P7/8/8/8/8/8/2K4k w - - 0 1\"]\n\n1. {end}"), 1, promoted, "1-0");
    }
    check(
        "1. e4 (1. d4 d5 e51-0",
        &["1:7: variation not closed, expected ')' before the next game or the end"],
    );
    // What stands before it must be a move.
    check_error("1. e4 e5 2. 21-0", "1:13: unknown token '21-0'");
    check_error("1. e4 e5 2. Nx1-0", "1:13: unknown token 'Nx1-0'");
    check_error("1. e4 e5 2. Nf31-1", "1:13: unknown token 'Nf31-1'");
}

#[test]
fn a_game_may_go_on_behind_its_result() {
    let nc6 = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let d4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    check(
        "[Event \"a\"]\n\n1. e4 e5 1-0\n2. Nf3 Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 *",
        &[&format!("4 {nc6} 1-0 -"), &format!("1 {d4} * -")],
    );
    check_one("1. e4 e5 1-0\n\n2. Nf3 Nc6 0-1", 4, nc6, "0-1");
    check_one("1. e4 e5 1-0 {so}\n{it}\n% went\n{on} 2. Nf3 Nc6", 4, nc6, "1-0");
    check_one("1. e4 1-0\n1... e5 2. Nf3 Nc6 *", 4, nc6, "*");
    check_one("1. e4 1-0 1... e5 2. Nf3 Nc6", 4, nc6, "1-0");
    check_one("1. e4 e5 1-0\n1/2-1/2", 2, E4_E5, "1/2-1/2");
    // Without a number a move on another line is the first of a game, and so is number 1.
    let games = [&*format!("2 {E4_E5} 1-0 -"), &format!("1 {E4} * -")];
    check("e4 e5 1-0\ne4 *", &games);
    check("e4 e5 1-0\n{x}\n\ne4 *", &games);
    check("1. e4 e5 1-0\n% x\n1. e4 *", &games);
    check("1. e4 1-0 e5 1. e4 *", &games);
    check("1. e4 1-0 (1. d4\n\n1-0) e5\n1. e4 *", &games);
}

#[test]
fn a_result_before_the_moves_stands_if_no_other_comes() {
    check_one("* 1. e4 e5 1-0", 2, E4_E5, "1-0");
    check_one("1-0 1. e4 e5", 2, E4_E5, "1-0");
    check_one("1-0\n1. e4 e5", 2, E4_E5, "1-0");
    check_one("[A \"b\"]\n\n1-0 {so} * $1 ) 0-1\n% x\n; and so\ne4 e5", 2, E4_E5, "0-1");
    let games = [&*format!("2 {E4_E5} 1-0 -"), &format!("1 {E4} * -")];
    check("* 1. e4 e5 1-0\n\n* 1. e4 *", &games);
}

#[test]
fn a_result_by_itself_is_a_game_without_moves() {
    let (empty, game) = (format!("0 {START} * -"), format!("1 {E4} 1-0 -"));
    check("*", &[&empty]);
    check("{x}\n*\n; y", &[&empty]);
    check("*\n*", &[&empty]);
    check("*\n \t\n*", &[&empty, &empty]);
    check("1. e4 1-0\n\n*\n\n1. e4 1-0", &[&game, &empty, &game]);
    check("1. e4 1-0\r\n\r\n*\r\n\r\n[A \"b\"]\r\n1. e4 1-0", &[&game, &empty, &game]);
    check("[A \"b\"]\n\n*\n\n1. e4 1-0", &[&empty, &game]);
    check("*\n1. e4 1-0\n\n*", &[&game, &empty]);
}

#[test]
fn results_may_be_written_with_dashes_and_fractions() {
    check_one("1. e4 e5 ½-½", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e5 ½–½ ", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e5 ½\n", 2, E4_E5, "1/2-1/2");
    check_one(b"1. e4 e5 \xbd-\xbd", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e5 1/2—1/2", 2, E4_E5, "1/2-1/2");
    check_one("1. e4 e5 1–0", 2, E4_E5, "1-0");
    check_one("1. e4 e5 0−1", 2, E4_E5, "0-1");
    check_one(b"1. e4 e5 1\x960", 2, E4_E5, "1-0");
    check_error("1. e4 ½-1 e5", "1:7: unknown token '½-1'");
}

#[test]
fn a_result_tag_may_be_odd() {
    for (tag, expected) in [("½-½", "1/2-1/2"), ("1-0 ", "1-0"), (" 0–1", "0-1"), ("2-0", "*")] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 e5\n");
        let mut line = MainLine::new(Nobody);
        assert!(Reader::new(text.as_bytes()).read_game(&mut line).unwrap());
        let (_, end) = line.finish();
        assert_eq!(end.unwrap().result.to_string(), expected, "{tag}");
        let mut builder = GameBuilder::new();
        assert!(Reader::new(text.as_bytes()).read_game(&mut builder).unwrap());
        assert_eq!(builder.take().0.result.to_string(), expected, "{tag}");
    }
}

/// Follows nothing.
struct Nobody;

impl Follow for Nobody {}

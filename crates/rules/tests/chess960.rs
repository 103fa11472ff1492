//! The 960 starts and their numbers.

mod data_files;

use data_files::rows;
use regence_rules::{Position, chess960};
use std::collections::BTreeSet;

#[track_caller]
fn check(number: u16, fen: &str) {
    let start = chess960::start(number).unwrap();
    assert_eq!(start.to_string(), fen, "{number}");
    assert_eq!(chess960::number_of(&start), Some(number), "{fen}");
}

#[test]
fn every_number_has_its_start() {
    for row in rows(include_str!("data/chess960.epd")) {
        check(row[0].parse().unwrap(), row[1]);
    }
}

#[test]
fn the_starts_are_960_and_all_different() {
    let starts: BTreeSet<_> =
        (0..chess960::STARTS).map(|number| chess960::start(number).unwrap().to_string()).collect();
    assert_eq!(starts.len(), 960);
    assert_eq!(chess960::start(960), None);
    assert_eq!(chess960::start(u16::MAX), None);
}

#[test]
fn start_518_is_the_orthodox_one() {
    assert_eq!(chess960::ORTHODOX, 518);
    assert_eq!(chess960::start(518), Some(Position::START));
    assert_eq!(chess960::number_of(&Position::START), Some(518));
}

#[test]
fn what_is_no_start_has_no_number() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnqbkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNQBKBNR w KQkq - 0 1",
    ] {
        assert_eq!(chess960::number_of(&Position::from_fen(fen).unwrap()), None, "{fen}");
    }
}

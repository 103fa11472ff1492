//! How games end, and who could still win.

mod data_files;

use data_files::rows;
use regence_rules::{Color, Draw, Outcome, Position, Win};

/// The outcome in the words of the table.
fn word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "-",
        Some(Outcome::Win { by: Win::Checkmate, .. }) => "checkmate",
        Some(Outcome::Draw(Draw::Stalemate)) => "stalemate",
        Some(Outcome::Draw(Draw::InsufficientMaterial)) => "insufficient",
        Some(Outcome::Draw(Draw::SeventyFiveMoves)) => "seventyfive",
        Some(other) => panic!("a position cannot tell of {other}"),
    }
}

#[track_caller]
fn check(fen: &str, expected: &str, can_win: [bool; 2]) {
    let position = Position::from_fen(fen).unwrap();
    let outcome = position.outcome();
    assert_eq!(word(outcome), expected, "{fen}");
    assert_eq!(Color::ALL.map(|color| position.can_win(color)), can_win, "{fen}");
    let winner = outcome.and_then(Outcome::winner);
    assert_eq!(winner, (expected == "checkmate").then_some(!position.turn()), "{fen}");
    let result = match (outcome, winner) {
        (None, _) => return,
        (_, None) => "1/2-1/2",
        (_, Some(Color::White)) => "1-0",
        (_, Some(Color::Black)) => "0-1",
    };
    assert_eq!(outcome.map(Outcome::result), Some(result), "{fen}");
}

#[test]
fn positions_have_their_outcomes() {
    for row in rows(include_str!("data/outcome.tsv")) {
        check(row[0], row[1], [row[2], row[3]].map(|can_win| can_win.parse().unwrap()));
    }
}

#[test]
fn a_draw_can_be_claimed_after_a_hundred_half_moves() {
    #[track_caller]
    fn check(fen: &str, expected: bool) {
        assert_eq!(Position::from_fen(fen).unwrap().can_claim_fifty(), expected, "{fen}");
    }
    check("4k3/8/8/8/8/8/8/Q3K3 w - - 99 80", false);
    check("4k3/8/8/8/8/8/8/Q3K3 w - - 100 80", true);
    check("4k3/8/8/8/8/8/8/Q3K3 b - - 149 80", true);
    // Mate on the last move of the fifty is mate.
    check("4k2R/8/4K3/8/8/8/8/8 b - - 100 80", false);
}

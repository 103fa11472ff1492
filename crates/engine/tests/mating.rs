//! Bare kings are mated: the evaluation shows the way that the search alone is too short-sighted to find.

use regence_engine::{Control, Engine, Judge, Limits, Situation};
use regence_rules::{Color, Outcome, Position};
use std::sync::Arc;

/// The engine, playing both sides with so many nodes a move, mates with White within so many moves.
#[track_caller]
fn check(fen: &str, nodes: u64, moves: u32) {
    let mut engine = Engine::new(Judge::default(), 4).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut situation = Situation::new(Position::from_fen(fen).unwrap());
    while situation.position().outcome().is_none() {
        let position = situation.position();
        assert!(position.fullmove_number() <= moves, "no mate after {moves} moves: {}", position.fen());
        let answer = engine.search(&situation, &limits, &Arc::new(Control::default()), &mut |_| {});
        situation.play(answer.best.unwrap());
    }
    let outcome = situation.position().outcome();
    assert!(matches!(outcome, Some(Outcome::Win { winner: Color::White, .. })), "{fen}: {outcome:?}");
}

#[test]
fn a_queen_mates() {
    check("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 2_000, 20);
}

#[test]
fn a_rook_mates() {
    check("8/8/8/3k4/8/8/8/K6R w - - 0 1", 2_000, 30);
}

#[test]
fn a_pawn_becomes_a_queen_that_mates() {
    check("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", 2_000, 45);
}

//! The six simple computers.

use regence_game::computer::{Computer, SimpleComputer};
use regence_game::{AnyPosition, Game, Purpose, Random, Variant};
use regence_rules::house::HouseRules;
use regence_rules::{Color, Outcome};
use std::collections::BTreeSet;

/// Plays a game to its end, or for so many half-moves.
fn play(start: AnyPosition, [white, black]: [SimpleComputer; 2], seed: u64) -> Game {
    let mut game = Game::new(start, Purpose::Playing);
    for ply in 0..300 {
        if game.outcome().is_some() {
            break;
        }
        let player = if game.position().turn() == Color::White { white } else { black };
        let mv = player.choose(game.position(), &mut Random::of(seed, ply)).expect("the game goes on");
        game.play(mv.uci(game.variant())).expect("it is legal");
    }
    game
}

/// What the first of two scores against the second, in half points out of so many.
fn score(start: AnyPosition, one: SimpleComputer, two: SimpleComputer, games: u64) -> u64 {
    let points = |outcome: Option<Outcome>, color| match outcome.and_then(Outcome::winner) {
        None => 1,
        Some(winner) => 2 * u64::from(winner == color),
    };
    let as_white = (0..games / 2).map(|seed| points(play(start, [one, two], seed).outcome(), Color::White));
    let as_black = (0..games / 2).map(|seed| points(play(start, [two, one], seed).outcome(), Color::Black));
    as_white.chain(as_black).sum()
}

#[test]
fn each_is_stronger_than_the_one_before_it() {
    for start in [Variant::Orthodox.start(), Variant::CLASSROOM.start()] {
        for pair in SimpleComputer::ALL.windows(2) {
            let points = score(start, pair[1], pair[0], 24);
            assert!(points > 24, "{} against {}: {points} of 48 in {start}", pair[1], pair[0]);
        }
    }
}

/// Trap 14, as far as it concerns the simple computers: they vary their play.
#[test]
fn a_seed_repeats_a_game_and_another_does_not() {
    let seats = [SimpleComputer::Planner, SimpleComputer::Careful];
    let moves = |seed| {
        let game = play(Variant::Orthodox.start(), seats, seed);
        game.plies().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(moves(7), moves(7));
    assert_ne!(moves(7), moves(8));
}

#[test]
fn they_play_every_rule_set_and_size() {
    let boards = ["rk1/pp1/1KR", "rqkr/pppp/PPPP/RQKR", "k4/5/5/5/4K", "kk3q/6/2n3/3N2/6/Q3KK"];
    for (index, board) in boards.into_iter().enumerate() {
        for rules in ["orthodox", "classroom", "orthodox,check=off", "classroom,promotion=on,repetition=on"] {
            let rules: HouseRules = rules.parse().unwrap();
            let start = Variant::House(rules).read_fen(board).unwrap();
            for computer in SimpleComputer::ALL {
                play(start, [computer, SimpleComputer::Random], index as u64);
            }
        }
    }
    for number in [0, 400, 959] {
        play(Variant::start_960(number).unwrap(), [SimpleComputer::Taker; 2], 3);
    }
}

/// The moves that it plays, one seed or another.
fn played(computer: SimpleComputer, fen: &str) -> BTreeSet<String> {
    let position = Variant::Orthodox.read_fen(fen).unwrap();
    let choose = |seed| computer.choose(&position, &mut Random::new(seed)).unwrap();
    (0..50).map(|seed| position.san(choose(seed)).unwrap().to_string()).collect()
}

#[track_caller]
fn check(computer: SimpleComputer, fen: &str, expected: &[&str]) {
    let expected = expected.iter().copied().map(String::from).collect();
    assert_eq!(played(computer, fen), expected, "{computer} in {fen}");
}

#[test]
fn each_minds_what_it_says() {
    use SimpleComputer::{Careful, Finisher, Planner, Rescuer, Taker};
    check(Finisher, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &["Ra8#"]);
    check(Taker, "4k3/8/8/1q1r4/2P5/8/8/4K3 w - - 0 1", &["cxb5"]);
    check(Rescuer, "4k3/8/8/8/8/1p6/N1P5/6RK w - - 0 1", &["cxb3"]);
    check(Rescuer, "k7/8/8/8/6P1/7b/6P1/K7 w - - 0 1", &["gxh3"]);
    let guarded_pawn = "k7/8/2p5/3p4/8/8/8/K2Q4 w - - 0 1";
    check(Taker, guarded_pawn, &["Qxd5"]);
    assert!(!played(Careful, guarded_pawn).contains("Qxd5"));
    check(Planner, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", &["Ra7", "Rb7", "Rg1"]);
}

#[test]
fn names_are_read_as_they_are_written() {
    for computer in SimpleComputer::ALL {
        assert_eq!(computer.name().parse(), Ok(computer));
    }
    let error = "deep".parse::<SimpleComputer>().unwrap_err();
    assert!(error.to_string().starts_with("\"deep\" is no simple computer, expected one of random, "));
}

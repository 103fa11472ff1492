//! House rules with every rule on are the rules of chess: move for move what `Position` says.
#![cfg(feature = "alloc")]

mod data_files;
mod random;

use data_files::{perft_positions, rows};
use random::Random;
use regence_rules::house::{HouseMove, HousePosition, HouseRules};
use regence_rules::{Color, Move, Position};

#[track_caller]
fn house(fen: &str) -> HousePosition {
    HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Both see the same here.
#[track_caller]
fn check(house: &HousePosition, position: &Position) {
    assert_eq!(house.fen(), position.fen());
    let mut theirs: Vec<_> = house.legal_moves().iter().map(|mv| mv.uci()).collect();
    let mut ours: Vec<_> = position.legal_moves().iter().map(|mv| mv.uci()).collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    assert_eq!(theirs, ours, "{position}");
    assert_eq!(house.is_check(), position.is_check(), "{position}");
    assert_eq!(house.outcome(), position.outcome(), "{position}");
    for color in Color::ALL {
        assert_eq!(house.can_win(color), position.can_win(color), "{position} {color}");
    }
}

/// Both write the moves alike, and find the same move, or none, in what each piece could be said to do: with no origin,
/// with its file, its rank or both.
#[track_caller]
fn check_notation(house: &HousePosition, position: &Position) {
    for mv in position.legal_moves() {
        let (uci, san) = (mv.uci(), position.san(mv).to_string());
        assert_eq!(house.san(house.resolve(uci).unwrap()).to_string(), san, "{position}");
        let (letter, from) = (mv.role().letter(), uci.from.to_string());
        let (file, rank) = from.split_at(1);
        let promotion = mv.promotion().map_or(String::new(), |role| format!("={}", role.letter()));
        let (role, to) = (if letter == 'P' { String::new() } else { letter.to_string() }, uci.to);
        let written = ["", file, rank, &from].map(|origin| format!("{role}{origin}{to}{promotion}"));
        for written in written.into_iter().chain([san]) {
            let theirs = house.parse_san(&written).ok().map(HouseMove::uci);
            let ours = position.parse_san(&written).ok().map(Move::uci);
            assert_eq!(theirs, ours, "{position} {written}");
        }
    }
}

#[test]
fn both_count_the_same_leaf_nodes() {
    for (fen, counts) in perft_positions() {
        let (house, position) = (house(fen), Position::from_fen(fen).unwrap());
        let depth = if counts.get(3).is_none_or(|&nodes| nodes < 1_000_000) { 4 } else { 3 };
        for depth in 0..=depth {
            assert_eq!(house.perft(depth), position.perft(depth), "{fen} at depth {depth}");
        }
    }
}

#[test]
fn both_play_the_same_games() {
    let mut random = Random::new(11);
    let rich: Vec<_> = perft_positions().map(|(fen, _)| fen).collect();
    let start = Position::START.fen();
    for fen in rich.into_iter().chain([&*start; 20]) {
        let (mut house, mut position) = (house(fen), Position::from_fen(fen).unwrap());
        for ply in 0..100 {
            check(&house, &position);
            // Many ways to write every move take their time, so only now and then.
            if ply % 5 == 0 {
                check_notation(&house, &position);
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = random.choose(&moves);
            house = house.play(house.resolve(mv.uci()).unwrap());
            position = position.play(mv);
        }
    }
}

#[test]
fn both_end_the_same_way() {
    for row in rows(include_str!("data/outcome.tsv")) {
        if let Ok(position) = Position::from_fen(row[0]) {
            check(&house(row[0]), &position);
        }
    }
    for fen in [
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 b - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k2r/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 149 90",
        "4k3/8/8/8/8/8/8/4K2R w - - 150 90",
    ] {
        check(&house(fen), &Position::from_fen(fen).unwrap());
    }
}

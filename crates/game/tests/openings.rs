//! Every opening of the table is found by its moves, and by others that lead to the same position.

use regence_game::openings::{self, Opening};
use regence_game::{Game, Purpose};
use regence_rules::Position;
use std::collections::HashSet;

/// The rows from which the table is made: code, name, moves.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = include_str!("../data/openings.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&str> = line.split('\t').collect();
        let [eco, name, moves] = parts[..] else { panic!("a row has three parts: {line}") };
        (eco, name, moves)
    })
}

fn positions(moves: &str) -> Vec<Position> {
    let mut positions = vec![Position::START];
    for san in moves.split_whitespace() {
        let last = positions[positions.len() - 1];
        positions.push(last.play(last.parse_san(san).expect("the moves are legal")));
    }
    positions
}

fn opening(moves: &str) -> Option<Opening> {
    let mut game = Game::new(Position::START, Purpose::Analysing);
    let (mut position, mut played) = (Position::START, Vec::new());
    for san in moves.split_whitespace() {
        let mv = position.parse_san(san).expect("the moves are legal");
        position = position.play(mv);
        played.push(mv);
        game.play(mv.uci()).expect("the game is not over");
    }
    let opening = openings::of(Position::START, played);
    assert_eq!(game.opening(), opening, "{moves}");
    opening
}

#[track_caller]
fn check(moves: &str, expected: &str) {
    assert_eq!(
        opening(moves).map_or_else(|| "-".to_owned(), |opening| opening.to_string()),
        expected,
        "{moves}"
    );
}

#[test]
fn every_row_of_the_table_names_itself() {
    let mut seen = HashSet::new();
    for (eco, name, moves) in rows() {
        let positions = positions(moves);
        let last = positions[positions.len() - 1];
        let found = openings::named(&last).unwrap_or_else(|| panic!("{moves} has no name"));
        assert_eq!((found.eco.to_string().as_str(), found.name), (eco, name), "{moves}");
        assert_eq!(opening(moves), Some(found), "{moves}");
        assert!(seen.insert(last.key()), "{moves} has been named before");
    }
    assert!(seen.len() >= 3455, "only {} rows", seen.len());
}

#[test]
fn another_order_of_moves_leads_to_the_same_name() {
    check("d4 d5 c4 e6", "D30 Queen's Gambit Declined");
    check("c4 e6 d4 d5", "D30 Queen's Gambit Declined");
    check("d4 e6 c4 d5", "D30 Queen's Gambit Declined");
    let najdorf = "B90 Sicilian Defense: Najdorf Variation";
    check("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", najdorf);
    check("Nf3 a6 e4 c5 Nc3 d6 d4 cxd4 Nxd4 Nf6", najdorf);
}

#[test]
fn a_game_is_called_after_its_last_named_position() {
    check("e4 e5 Nf3 Nc6 Bb5 h5", "C60 Ruy Lopez");
    check("e4 e5 Nf3 Nc6 Bb5 h5 a3 a6 Qe2 Qe7", "C60 Ruy Lopez");
    check("", "-");
}

#[test]
fn positions_without_a_name_have_none() {
    assert_eq!(openings::named(&Position::START), None);
    for fen in ["8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"]
    {
        let position = Position::from_fen(fen).expect("it is legal");
        assert_eq!(openings::named(&position), None, "{fen}");
        assert_eq!(openings::of(position, []), None, "{fen}");
    }
}

#[test]
fn a_name_asks_for_rights_and_turn_too() {
    let italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let position = |fen: &str| Position::from_fen(fen).expect("it is legal");
    assert_eq!(openings::named(&position(italian)).map(|opening| opening.name), Some("Italian Game"));
    for (from, to) in [("KQkq", "Qkq"), (" b ", " w ")] {
        assert_eq!(openings::named(&position(&italian.replace(from, to))), None);
    }
}

#[test]
fn continuations_lead_to_named_positions() {
    let first = openings::continuations(&Position::START);
    assert_eq!(first.len(), 20, "every first move has a name");
    let after = |moves: &str| openings::continuations(positions(moves).last().expect("there is the start"));
    let names: Vec<&str> = after("e4 e5 Nf3 Nc6 Bb5").iter().map(|(_, opening)| opening.name).collect();
    assert!(names.contains(&"Ruy Lopez: Berlin Defense"), "{names:?}");
    assert_eq!(after("e4 e5 Nf3 Nc6 Bb5 h5").len(), 0);
}

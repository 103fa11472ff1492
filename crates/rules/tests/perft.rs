//! Leaf nodes of known positions, counted in every way that the crate offers to see the legal moves.

mod data_files;

use data_files::{perft_positions, rows};
use regence_rules::{Move, Position, Square};
use std::ops::ControlFlow;

/// Beyond this many nodes a count belongs to the deep perft, which has its own command.
const PATIENCE: u64 = 20_000_000;

/// Each depth has its number of leaf nodes, as far as patience goes.
#[track_caller]
fn check(position: &Position, counts: &[u64], patience: u64) {
    assert_eq!(position.perft(0), 1, "{position}");
    for (depth, &nodes) in (1..).zip(counts).take_while(|&(_, &nodes)| nodes <= patience) {
        assert_eq!(position.perft(depth), nodes, "{position} at depth {depth}");
    }
}

/// Every way to see the legal moves shows the same moves, here and further on, to this many leaf nodes.
#[track_caller]
fn check_every_way(position: &Position, counts: &[u64], patience: u64) {
    let depth = counts.iter().take_while(|&&nodes| nodes <= patience).count();
    if depth > 0 {
        assert_eq!(walk(position, depth), counts[depth - 1], "{position} at depth {depth}");
    }
}

fn walk(position: &Position, depth: usize) -> u64 {
    let moves = the_one_truth(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| walk(&position.play(mv), depth - 1)).sum()
}

/// The legal moves, which are the same however they are asked for.
#[track_caller]
fn the_one_truth(position: &Position) -> Vec<Move> {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable();
        moves
    };
    let listed = sorted(position.legal_moves().to_vec());
    assert!(listed.windows(2).all(|pair| pair[0] != pair[1]), "a move twice: {position}");

    let mut visited = Vec::new();
    position.for_each_legal(|mv| visited.push(mv));
    assert_eq!(sorted(visited), listed, "for_each_legal: {position}");

    let mut tried = Vec::new();
    let end = position.try_for_each_legal::<()>(|mv| {
        tried.push(mv);
        ControlFlow::Continue(())
    });
    assert_eq!((sorted(tried), end), (listed.clone(), ControlFlow::Continue(())), "{position}");
    let first = position.try_for_each_legal(ControlFlow::Break).break_value();
    assert_eq!(first.is_some(), !listed.is_empty(), "{position}");

    let (captures, quiets) = (position.captures().to_vec(), position.quiets().to_vec());
    assert!(captures.iter().all(|&mv| position.is_capture(mv)), "captures: {position}");
    assert!(quiets.iter().all(|&mv| !position.is_capture(mv)), "quiets: {position}");
    assert_eq!(sorted([captures, quiets].concat()), listed, "captures and quiets: {position}");

    let by_square = Square::all().flat_map(|from| position.legal_moves_from(from)).collect();
    assert_eq!(sorted(by_square), listed, "legal_moves_from: {position}");

    let mut by_piece = 0;
    position.for_each_piece_moves(|moves| {
        assert_eq!(position.piece_at(moves.from), Some(moves.piece), "{position}");
        let own = listed.iter().filter(|mv| mv.from() == moves.from);
        assert!(own.clone().all(|mv| moves.targets.contains(mv.uci_chess960().to)), "{position}");
        assert_eq!(moves.len(), own.count(), "for_each_piece_moves, {}: {position}", moves.from);
        assert!(!moves.is_empty());
        by_piece += moves.len();
    });
    assert_eq!(by_piece, listed.len(), "for_each_piece_moves: {position}");

    assert_eq!(position.legal_move_count(), listed.len(), "{position}");
    assert_eq!(position.has_legal_moves(), !listed.is_empty(), "{position}");
    listed
}

/// A row of a Chess960 table from the column of the FEN on.
fn chess960_row(row: &[&str]) -> (Position, Vec<u64>) {
    let position = Position::from_fen_chess960(row[0]).unwrap();
    (position, row[1..].iter().map(|nodes| nodes.parse().unwrap()).collect())
}

#[test]
fn orthodox_positions_have_their_leaf_nodes() {
    for (fen, counts) in perft_positions() {
        check(&Position::from_fen(fen).unwrap(), &counts, PATIENCE);
    }
}

#[test]
fn all_960_starts_have_their_leaf_nodes() {
    let mut starts = 0;
    for row in rows(include_str!("data/chess960.epd")) {
        let (position, counts) = chess960_row(&row[1..]);
        check(&position, &counts, PATIENCE);
        starts += 1;
    }
    assert_eq!(starts, 960);
}

#[test]
fn chess960_in_the_middle_of_the_game_has_its_leaf_nodes() {
    for row in rows(include_str!("data/chess960-midgame.epd")) {
        let (position, counts) = chess960_row(&row);
        check(&position, &counts, PATIENCE);
    }
}

#[test]
fn every_way_to_see_the_moves_shows_the_same_moves() {
    for (fen, counts) in perft_positions() {
        check_every_way(&Position::from_fen(fen).unwrap(), &counts, 100_000);
    }
    for row in rows(include_str!("data/chess960-midgame.epd")) {
        let (position, counts) = chess960_row(&row);
        check_every_way(&position, &counts, 30_000);
    }
}

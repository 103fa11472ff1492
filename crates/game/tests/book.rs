//! Polyglot books: bytes to moves and games to bytes.

use regence_game::Random;
use regence_game::book::{Book, BookError, BookMaker, BookRules, Weights};
use regence_game::pgn::{MainLine, Reader};
use regence_rules::Position;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Cursor;

/// An entry as the format describes it: squares by file and rank from 0, what a pawn becomes from 0 for nothing.
fn entry(key: u64, from: &str, to: &str, promotion: u16, weight: u16) -> Vec<u8> {
    let square = |name: &str| match name.as_bytes() {
        &[file, rank] => u16::from(rank - b'1') << 3 | u16::from(file - b'a'),
        _ => panic!("{name} is no square"),
    };
    let mv = promotion << 12 | square(from) << 6 | square(to);
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &7u32.to_be_bytes()].concat()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("it is legal")
}

/// The moves of a position in a book of these bytes, with their weights.
fn moves(bytes: Vec<u8>, position: &Position) -> Vec<(String, u16)> {
    let mut book = Book::new(Cursor::new(bytes)).expect("it is a book");
    let moves = book.moves(position).expect("bytes can be read");
    moves.iter().map(|known| (known.mv.to_string(), known.weight)).collect()
}

#[track_caller]
fn check(fen: &str, (from, to, promotion): (&str, &str, u16), expected: Option<&str>) {
    let position = position(fen);
    let key = position.polyglot_key();
    let bytes = [
        entry(key - 1, "e2", "e4", 0, 1),
        entry(key, from, to, promotion, 9),
        entry(key + 1, "e2", "e4", 0, 1),
    ];
    let expected: Vec<_> = expected.iter().map(|mv| ((*mv).to_owned(), 9)).collect();
    assert_eq!(moves(bytes.concat(), &position), expected, "{fen} {from}{to}");
}

#[test]
fn moves_are_read_as_the_format_writes_them() {
    let start = Position::START.fen();
    check(&start, ("g1", "f3", 0), Some("g1f3"));
    let pawn = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
    for (number, letter) in [(1, "n"), (2, "b"), (3, "r"), (4, "q")] {
        check(pawn, ("a7", "a8", number), Some(&format!("a7a8{letter}")));
    }
}

#[test]
fn castling_is_the_king_taking_its_rook() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(castling, ("e1", "h1", 0), Some("e1g1"));
    check(castling, ("e1", "a1", 0), Some("e1c1"));
    let black = castling.replace(" w ", " b ");
    check(&black, ("e8", "h8", 0), Some("e8g8"));
    check(&black, ("e8", "a8", 0), Some("e8c8"));
    // Without the right to castle it means nothing.
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", ("e1", "h1", 0), None);
}

#[test]
fn what_is_not_legal_is_left_out() {
    let start = Position::START.fen();
    check(&start, ("e2", "e5", 0), None);
    check(&start, ("e7", "e5", 0), None);
    check(&start, ("a1", "a1", 0), None);
    check("8/P6k/8/8/8/8/7K/8 w - - 0 1", ("a7", "a8", 0), None);
    check("8/P6k/8/8/8/8/7K/8 w - - 0 1", ("a7", "a8", 7), None);
}

#[test]
fn the_heaviest_move_comes_first() {
    let key = Position::START.polyglot_key();
    let bytes = [entry(key, "a2", "a3", 0, 1), entry(key, "e2", "e4", 0, 5), entry(key, "d2", "d4", 0, 3)];
    let expected = [("e2e4", 5), ("d2d4", 3), ("a2a3", 1)].map(|(mv, weight)| (mv.to_owned(), weight));
    assert_eq!(moves(bytes.concat(), &Position::START), expected);
    assert_eq!(moves(Vec::new(), &Position::START), []);
}

#[test]
fn bytes_that_are_no_book_are_refused_with_their_place() {
    let refusal = |bytes: Vec<u8>| Book::new(Cursor::new(bytes)).expect_err("it is no book").to_string();
    let (low, high) = (entry(5, "e2", "e4", 0, 1), entry(6, "e2", "e4", 0, 1));
    assert_eq!(
        refusal([low.clone(), high.clone(), low.clone()].concat()),
        "byte 32: key 0000000000000005, expected one not below 0000000000000006"
    );
    let cut = [&low[..], &high[..7]].concat();
    assert_eq!(refusal(cut), "byte 16: 7 bytes are left, expected the 16 of an entry");
    assert_eq!(refusal(vec![0]), "byte 0: 1 bytes are left, expected the 16 of an entry");
    assert!(matches!(
        Book::new(Cursor::new(vec![0; 33])),
        Err(BookError::Truncated { offset: 32, found: 1 })
    ));
    assert_eq!(Book::new(Cursor::new([low, high].concat())).expect("it is a book").len(), 2);
}

#[test]
fn seeds_choose_by_weight_and_always_the_same() {
    let key = Position::START.polyglot_key();
    let bytes =
        [entry(key, "e2", "e4", 0, 600), entry(key, "d2", "d4", 0, 400), entry(key, "a2", "a3", 0, 0)];
    let mut book = Book::new(Cursor::new(bytes.concat())).expect("it is a book");
    let mut chosen = BTreeMap::<String, u32>::new();
    for seed in 0..10_000 {
        let mut choose = || book.choose(&Position::START, &mut Random::new(seed)).expect("bytes can be read");
        let mv = choose().expect("there are moves");
        assert_eq!(choose(), Some(mv), "seed {seed}");
        *chosen.entry(mv.to_string()).or_default() += 1;
    }
    assert_eq!(chosen.keys().collect::<Vec<_>>(), ["d2d4", "e2e4"], "what has no weight is never chosen");
    // Ten standard deviations of a fair choice.
    assert!(chosen["e2e4"].abs_diff(6000) < 490, "{chosen:?}");
    let other = Position::START.play(Position::START.legal_moves()[0]);
    assert_eq!(book.choose(&other, &mut Random::new(1)).expect("bytes can be read"), None);
}

fn make(games: &str, rules: BookRules) -> Vec<u8> {
    let mut maker = BookMaker::new(rules);
    let mut reader = Reader::new(games.as_bytes());
    let mut line = MainLine::new(maker.opening());
    while reader.read_game(&mut line).expect("bytes can be read") {
        let (opening, end) = line.finish();
        maker.add(opening, end.expect("the games are legal").result);
    }
    maker.finish().bytes()
}

const GAMES: &str = "\
1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 c5 1/2-1/2\n\n1. e4 (1. c4) c5 2. Nf3 *\n\n1. d4 0-1\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 1-0\n";

#[track_caller]
fn check_made(rules: BookRules, line: &str, expected: &[(&str, u16)]) {
    let mut position = Position::START;
    for san in line.split_whitespace() {
        position = position.play(position.parse_san(san).expect("the moves are legal"));
    }
    let expected: Vec<_> = expected.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect();
    assert_eq!(moves(make(GAMES, rules), &position), expected, "{line}");
}

#[test]
fn wins_weigh_two_and_draws_one() {
    let any = BookRules { min_games: 1, ..BookRules::default() };
    check_made(any, "", &[("e2e4", 4), ("g1f3", 2)]);
    check_made(any, "e4", &[("c7c5", 4)]);
    check_made(any, "c4", &[]);
    check_made(any, "e4 c5", &[("g1f3", 1)]);
    check_made(BookRules { weights: Weights::Games, ..any }, "", &[("e2e4", 4), ("g1f3", 1), ("d2d4", 1)]);
}

#[test]
fn rare_and_late_moves_are_left_out() {
    check_made(BookRules::default(), "", &[("e2e4", 4)]);
    check_made(BookRules::default(), "e4", &[("c7c5", 4)]);
    check_made(BookRules { max_ply: 1, ..BookRules::default() }, "e4", &[]);
    check_made(BookRules { min_games: 5, ..BookRules::default() }, "", &[]);
}

#[test]
fn weights_too_large_are_scaled_to_the_heaviest() {
    let games = ["1. e4 1-0\n\n".repeat(70_000), "1. d4 1-0\n\n".repeat(35_000), "1. c4 1-0\n\n".to_owned()];
    let book = make(&games.concat(), BookRules { min_games: 1, ..BookRules::default() });
    let expected =
        [("e2e4", 65535), ("d2d4", 32767), ("c2c4", 1)].map(|(mv, weight)| (mv.to_owned(), weight));
    assert_eq!(moves(book, &Position::START), expected);
}

#[test]
fn a_book_does_not_depend_on_the_order_of_games() {
    let mut games: Vec<&str> = GAMES.split("\n\n").collect();
    let rules = || BookRules { min_games: 1, ..BookRules::default() };
    let book = make(&games.join("\n\n"), rules());
    games.reverse();
    assert_eq!(make(&games.join("\n\n"), rules()), book);
    assert_eq!(book.len() % 16, 0);
}

#[test]
fn memory_has_a_bound_and_frequent_moves_survive_it() {
    let mut games = String::new();
    for first in &Position::START.legal_moves() {
        for second in &Position::START.play(*first).legal_moves() {
            let _ = write!(games, "1. e4 e5 2. Nf3 1-0\n\n1. {first} {second} 1-0\n\n");
        }
    }
    let book = make(&games, BookRules { most_moves: 20, ..BookRules::default() });
    assert!(book.len() <= 20 * 16, "{}", book.len());
    assert_eq!(moves(book, &Position::START)[0].0, "e2e4");
}

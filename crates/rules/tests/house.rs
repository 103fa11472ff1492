//! House rules against another library, and against themselves in random play.
#![cfg(feature = "alloc")]

use regence_rules::house::{
    BoardSize, HouseBoard, HousePosition, HouseRules, Invalid, NoMoves, Refusal, Rule, TwoStep, parse_piece,
};
use regence_rules::{Color, Draw, Outcome, Role, Square, UciMove};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::collections::BTreeSet;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Positions rich in castling, pins, promotions, checks and pawns to be taken in passing.
const RICH: [&str; 20] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/Pk6/8/8/8/8/6Kp/8 w - - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "r3k3/8/8/8/8/8/8/3K4 b q - 0 1",
    "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
    "k7/8/8/3Pp3/8/8/8/4R1K1 w - e6 0 2",
];

/// A small random generator (splitmix64), so that each run sees the same games.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn orthodox(fen: &str) -> HousePosition {
    HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap()
}

fn oracle(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// Both know the same moves here and write the same FEN.
#[track_caller]
fn check_equal(position: &HousePosition, oracle: &Chess) {
    let ours: BTreeSet<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    let theirs: BTreeSet<_> =
        oracle.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
    assert_eq!(ours, theirs, "{position}");
    assert_eq!(position.legal_moves().len(), theirs.len(), "{position}");
    assert_eq!(position.fen(), Fen::from_position(oracle, EnPassantMode::Legal).to_string());
    assert_eq!(position.is_check(), oracle.is_check(), "{position}");
}

/// Every way to write a move with and without promotion is accepted if and only if it is among the legal moves.
#[track_caller]
fn check_resolve(position: &HousePosition) {
    let legal: BTreeSet<_> = position.legal_moves().iter().map(|mv| mv.uci()).collect();
    // Every square of the board, and one beyond it where there is one.
    let squares: BTreeSet<_> = position.board().size().squares().chain([Square::H8]).collect();
    for &from in &squares {
        let of_square: BTreeSet<_> = position.legal_moves_from(from).iter().map(|mv| mv.uci()).collect();
        assert!(of_square.iter().eq(legal.iter().filter(|mv| mv.from == from)), "{position:?} {from}");
        for &to in &squares {
            for promotion in [None, Some(Role::Queen), Some(Role::King)] {
                let written = UciMove { from, to, promotion };
                let resolved = position.resolve(written);
                if let Ok(mv) = resolved {
                    // Castling may also be written as the king taking its own rook.
                    assert!(legal.contains(&mv.uci()), "{position:?} {written}");
                    assert!(mv.uci() == written || mv.piece().role == Role::King, "{position:?} {written}");
                } else {
                    assert!(!legal.contains(&written), "{position:?} {written}");
                }
            }
        }
    }
}

/// A position is what its FEN says.
#[track_caller]
fn check_fen(position: &HousePosition) {
    assert_eq!(HousePosition::from_fen(position.rules(), &position.fen()).as_ref(), Ok(position));
    assert_eq!(position.board().placement().parse().as_ref(), Ok(position.board()));
}

#[test]
fn orthodox_counts_the_moves_the_oracle_counts() {
    for (index, fen) in RICH.into_iter().enumerate() {
        // As deep as the patience for a slow generator allows; the six best known positions go to depth 3 at least.
        let patience = if index < 6 { 100_000 } else { 30_000 };
        let oracle = oracle(fen);
        let depth = (1..=4).rev().find(|&depth| shakmaty::perft(&oracle, depth) < patience).unwrap_or(1);
        let position = orthodox(fen);
        for depth in 1..=depth {
            assert_eq!(
                position.perft(depth as u8),
                shakmaty::perft(&oracle, depth),
                "{fen} at depth {depth}"
            );
        }
    }
}

#[test]
fn orthodox_plays_the_games_the_oracle_plays() {
    let mut random = Random(1);
    for fen in RICH.into_iter().chain([START; 4]) {
        let (mut position, mut oracle) = (orthodox(fen), oracle(fen));
        for _ in 0..120 {
            check_equal(&position, &oracle);
            check_fen(&position);
            let moves = oracle.legal_moves();
            if moves.is_empty() {
                assert!(position.outcome().is_some(), "{position}");
                break;
            }
            let mv = random.choose(&moves);
            let written = mv.to_uci(CastlingMode::Standard).to_string().parse().unwrap();
            position = position.play(position.resolve(written).unwrap());
            oracle.play_unchecked(mv);
        }
    }
}

#[test]
fn orthodox_accepts_the_legal_moves_and_no_others() {
    for fen in [RICH[1], RICH[3], RICH[6], RICH[13], RICH[17]] {
        check_resolve(&orthodox(fen));
    }
}

/// Some rules: each switch at random.
fn random_rules(random: &mut Random) -> HouseRules {
    let mut rule = || random.choose(&[Rule::On, Rule::Off]);
    HouseRules {
        castling: rule(),
        en_passant: rule(),
        promotion: rule(),
        check: rule(),
        kings_keep_apart: rule(),
        repetition: rule(),
        two_step: random.choose(&[TwoStep::SecondRank, TwoStep::NeverMoved, TwoStep::Never]),
        no_moves: random.choose(&[NoMoves::Draw, NoMoves::Loss]),
    }
}

/// Pieces at random, pawns on any rank, kings from none to several.
fn random_board(random: &mut Random, size: BoardSize) -> HouseBoard {
    let mut board = HouseBoard::empty(size);
    let pieces = Color::ALL.map(|color| Role::ALL.map(|role| role.of(color)));
    for square in size.squares() {
        if random.below(3) == 0 {
            board = board.with(square, random.choose(pieces.as_flattened())).unwrap();
        }
    }
    board
}

/// Plays a random game and checks what holds for every position.
fn check_game(random: &mut Random, mut position: HousePosition, length: usize) {
    for ply in 0..length {
        check_fen(&position);
        // On the large boards there is much to try, so only now and then.
        if ply % position.board().size().side().pow(2) == 3 {
            check_resolve(&position);
        }
        let moves = position.legal_moves();
        // Of the draws that chess knows by the material and the clock, moves are left.
        let drawn_on_the_way =
            [Draw::InsufficientMaterial, Draw::SeventyFiveMoves].map(|draw| Some(Outcome::Draw(draw)));
        let nobody_plays_on = position.outcome().is_some() && !drawn_on_the_way.contains(&position.outcome());
        assert_eq!(moves.is_empty(), nobody_plays_on, "{position:?}");
        assert_eq!(moves.len() as u64, position.perft(1));
        let distinct: BTreeSet<_> = moves.iter().map(|mv| mv.uci()).collect();
        assert_eq!(distinct.len(), moves.len(), "{position:?}");
        if moves.is_empty() {
            let refusal = position.resolve(UciMove::new(Square::A1, Square::A2));
            assert!(matches!(refusal, Err(Refusal::Invalid(Invalid::GameOver(_)))), "{position:?}");
            return;
        }
        let mv = random.choose(&moves);
        assert_eq!(position.resolve(mv.uci()), Ok(mv), "{position:?}");
        let san = position.san(mv).to_string();
        assert_eq!(position.parse_san(&san), Ok(mv), "{position:?} {san}");
        let next = position.play(mv);
        assert_eq!(next.turn(), !position.turn());
        let taken = usize::from(mv.captured().is_some());
        assert_eq!(
            next.board().pieces().count() + taken,
            position.board().pieces().count(),
            "{position:?} {mv}"
        );
        if position.rules().check.is_on() {
            let own_turn = next.with_turn(position.turn());
            assert!(!own_turn.is_check(), "{position:?} {mv}");
            assert_eq!(next.board().kings(next.turn()), position.board().kings(next.turn()));
        }
        position = next;
    }
}

#[test]
fn any_rules_on_any_board_can_be_played() {
    let mut random = Random(2);
    for size in BoardSize::all() {
        for _ in 0..12 {
            let board = random_board(&mut random, size);
            let rules = random_rules(&mut random);
            let turn = random.choose(&Color::ALL);
            check_game(&mut random, HousePosition::new(rules, board).with_turn(turn), 40);
        }
    }
}

#[test]
fn the_classroom_can_be_played() {
    let mut random = Random(3);
    for _ in 0..6 {
        check_game(&mut random, HousePosition::start(HouseRules::CLASSROOM), 150);
    }
}

#[test]
fn a_classroom_king_is_never_taken_by_a_king() {
    let mut random = Random(4);
    for _ in 0..200 {
        let board = random_board(&mut random, BoardSize::new(5).unwrap());
        let position = HousePosition::new(HouseRules::CLASSROOM, board);
        let king_takes_king = |mv: &&_| is_king_taking_king(**mv);
        assert_eq!(position.legal_moves().iter().find(king_takes_king), None, "{position:?}");
    }
}

fn is_king_taking_king(mv: regence_rules::house::HouseMove) -> bool {
    mv.piece().role == Role::King && mv.captured().is_some_and(|piece| piece.role == Role::King)
}

#[test]
fn editing_and_play_can_be_mixed() {
    let mut random = Random(5);
    for size in BoardSize::all() {
        let mut position = HousePosition::new(random_rules(&mut random), HouseBoard::empty(size));
        let squares: Vec<_> = size.squares().collect();
        for _ in 0..200 {
            let (one, other) = (random.choose(&squares), random.choose(&squares));
            let piece = random.choose(&Role::ALL).of(random.choose(&Color::ALL));
            position = match random.below(10) {
                0..4 => position.place(one, piece).unwrap(),
                4 => position.remove(one).unwrap(),
                5 => position.shift(one, other).unwrap_or(position),
                6 => position.with_turn(!position.turn()),
                _ => match position.legal_moves().as_slice() {
                    [] => position,
                    moves => position.play(random.choose(moves)),
                },
            };
            check_fen(&position);
        }
        assert_eq!(position.fill(None).board(), &HouseBoard::empty(size));
    }
}

#[test]
fn no_bytes_make_the_readers_panic() {
    const LETTERS: &[u8] = b"PNBRQKpnbrqk12345678////// wb-KQkq0amoved:e3,a4\xff\xc3\xa9+";
    let mut random = Random(6);
    for round in 0..20_000 {
        let length = random.below(60);
        let bytes: Vec<u8> = (0..length)
            .map(|_| if round % 2 == 0 { random.choose(LETTERS) } else { random.next() as u8 })
            .collect();
        read(&bytes);
    }
    // Nearly right is where readers go wrong: one byte of a good FEN changed, left out or doubled.
    for fen in RICH.into_iter().chain(["1kqr/pp//RK b - - 3 4 moved:a3,b3"]) {
        for at in 0..fen.len() {
            let mut bytes = fen.as_bytes().to_vec();
            bytes[at] = random.choose(LETTERS);
            read(&bytes);
            bytes.remove(at);
            read(&bytes);
            bytes.insert(at, fen.as_bytes()[at]);
            bytes.insert(at, fen.as_bytes()[at]);
            read(&bytes);
        }
    }
}

/// Reads bytes as whatever there is to read; what is read is written back the same.
fn read(bytes: &[u8]) {
    for rules in [HouseRules::ORTHODOX, HouseRules::CLASSROOM] {
        match HousePosition::from_fen_bytes(rules, bytes) {
            Ok(position) => {
                check_fen(&position);
                position.outcome();
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = parse_piece(text);
    }
}

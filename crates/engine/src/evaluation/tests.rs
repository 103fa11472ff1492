//! What must hold of the evaluation whatever its weights.

use super::*;
use regence_rules::{Piece, Setup, Square, chess960};

/// A small generator (xorshift64*), so that each run sees the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize % bound
    }
}

/// Positions that no chess player would reach, or only by accident.
const STRANGE: [&str; 14] = [
    "QQQQQQQQ/Q6Q/QQ6/8/8/8/k2K4/8 b - - 0 1",
    "qqqqqqqq/q5k1/qq4q1/8/8/8/K7/8 w - - 0 1",
    "nnnnnnnn/nnnnnnkn/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KBBB b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/PPPPPPPP/8/2k5/8/5K2/pppppppp/8 w - - 0 1",
    "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
    "K7/P7/k7/8/8/8/8/8 w - - 0 1",
    "7k/7p/7K/7P/8/8/8/8 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/5k2/8/8/BN2K3 w - - 0 1",
    "8/8/8/3k4/8/8/8/NN2K3 w - - 0 1",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
];

/// Positions of random games, orthodox and Chess960, and the strange ones.
fn positions() -> Vec<Position> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut positions: Vec<Position> =
        STRANGE.iter().map(|fen| Position::from_fen(fen).expect(fen)).collect();
    for game in 0..120 {
        let mut position =
            if game % 2 == 0 { Position::START } else { chess960::start(random.below(960) as u16).unwrap() };
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
            positions.push(position);
        }
    }
    positions
}

fn evaluate(position: &Position) -> i32 {
    Evaluation::default().evaluate(position)
}

/// The FEN of a position with each square and piece replaced.
fn transformed(
    position: &Position,
    square: fn(Square) -> Square,
    piece: fn(Piece) -> Piece,
    turn: Color,
) -> Position {
    let mut setup = Setup { turn, ..Setup::EMPTY };
    for (at, found) in position.board().pieces() {
        setup.board = setup.board.with(square(at), piece(found));
    }
    setup.castling_rooks = position.castling_rooks().into_iter().map(square).collect();
    setup.build().unwrap()
}

#[test]
fn the_sides_are_judged_alike() {
    for position in positions() {
        let swapped = transformed(
            &position,
            Square::flip_ranks,
            |piece| Piece { color: !piece.color, ..piece },
            !position.turn(),
        );
        assert_eq!(evaluate(&position), evaluate(&swapped), "{}", position.fen());
    }
}

#[test]
fn the_wings_are_judged_alike() {
    for position in positions().into_iter().filter(|position| position.castling_rooks().is_empty()) {
        let mirrored = transformed(&position, Square::flip_files, |piece| piece, position.turn());
        assert_eq!(evaluate(&position), evaluate(&mirrored), "{}", position.fen());
    }
}

#[test]
fn search_tuner_and_breakdown_agree() {
    let mut evaluation = Evaluation::default();
    for position in positions() {
        let score = evaluation.evaluate(&position);
        let for_white = if position.turn() == Color::White { score } else { -score };
        assert_eq!(Findings::new(&position).score(&WEIGHTS), for_white, "{}", position.fen());
        let breakdown = Breakdown::new(&position, &WEIGHTS);
        let told: i32 = breakdown.lines.iter().map(|line| line.adds).sum();
        assert_eq!(told + breakdown.drawishness, for_white, "{}", position.fen());
        assert_eq!(breakdown.total, for_white, "{}", position.fen());
    }
}

#[test]
fn no_weight_is_reached_by_nobody() {
    let mut reached = [false; WEIGHT_COUNT];
    for position in positions() {
        let findings = Findings::new(&position);
        for color in Color::ALL {
            for (reached, &count) in reached.iter_mut().zip(findings.counts(color)) {
                *reached |= count != 0;
            }
        }
    }
    for term in Term::ALL {
        assert!(reached[term.start()..][..term.len()].contains(&true), "{term:?}");
    }
}

#[test]
fn all_counts_stay_within_the_halves_of_a_pair() {
    for position in positions() {
        let findings = Findings::new(&position);
        for color in Color::ALL {
            let sum: i32 = findings
                .counts(color)
                .iter()
                .zip(WEIGHTS.all())
                .map(|(&count, weight)| {
                    i32::from(count).abs() * weight.middlegame().abs().max(weight.endgame().abs())
                })
                .sum();
            assert!(sum < 30_000, "{sum} in {}", position.fen());
        }
    }
}

#[track_caller]
fn check(fen: &str, expected: fn(i32) -> bool) {
    let score = evaluate(&Position::from_fen(fen).unwrap());
    assert!(expected(score), "{fen}: {score}");
}

#[test]
fn drawn_endings_are_worth_nothing() {
    for fen in [
        "8/8/8/3k4/8/8/8/NN2K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/N3K3 w - - 0 1",
        "8/8/8/3k1n2/8/8/8/B3K3 w - - 0 1",
        "7k/8/8/8/2B5/8/7P/4K3 w - - 0 1",
        "k7/8/8/8/8/P7/P7/4K3 w - - 0 1",
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        "8/8/4p3/4k3/8/4K3/8/8 b - - 0 1",
    ] {
        check(fen, |score| score == 0);
    }
}

#[test]
fn won_endings_are_worth_more_than_the_pieces() {
    check("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", |score| score > 800);
    check("8/8/8/3k4/8/8/8/BN2K3 b - - 0 1", |score| score < -900);
    check("8/8/8/3k4/8/8/8/BB2K3 b - - 0 1", |score| score < -900);
    check("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", |score| score > 400);
    check("8/8/8/8/3r4/8/4B3/3bK1k1 b - - 0 1", |score| score > 100);
}

#[test]
fn a_bare_king_is_better_off_in_the_middle_and_far_from_the_other() {
    let score = |fen: &str| evaluate(&Position::from_fen(fen).unwrap());
    assert!(score("k7/8/1K6/8/8/8/8/7R w - - 0 1") > score("8/8/8/3k4/8/8/8/K6R w - - 0 1"));
    // A dark bishop mates on a1 and h8.
    assert!(score("7k/8/5K2/8/8/8/8/BN6 w - - 0 1") > score("k7/8/2K5/8/8/8/8/BN6 w - - 0 1"));
}

#[test]
fn a_table_of_squares_is_read_alike_from_both_sides_and_wings() {
    for square in Square::all() {
        assert_eq!(White::table_index(square), White::table_index(square.flip_files()), "{square}");
        assert_eq!(White::table_index(square), Black::table_index(square.flip_ranks()), "{square}");
    }
}

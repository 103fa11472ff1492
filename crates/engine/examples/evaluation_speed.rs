//! How long one evaluation takes: `cargo run --release --example evaluation_speed`.

use regence_engine::Evaluator;
use regence_engine::evaluation::Evaluation;
use regence_rules::Position;
use std::hint::black_box;
use std::time::Instant;

const OPENINGS: [&str; 6] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R w KQ - 4 6",
    "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/3P1B2/2NBPN2/PPPQ1PPP/R3K2R w KQ - 4 9",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QR1K1 w - - 2 11",
    "2r3k1/pb2bppp/1p2p3/2p5/3P1B2/2P1PN2/PP3PPP/R5K1 w - - 2 21",
    "8/2k2ppp/1p2p3/1Pr5/3P1R2/4PK2/5PPP/8 w - - 2 31",
];

/// Positions that follow each other as a search meets them: a move deeper, or its brother.
fn positions() -> Vec<Position> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % bound
    };
    let mut positions = Vec::new();
    for fen in OPENINGS.iter().cycle().take(600) {
        let Ok(mut position) = Position::from_fen(fen) else { continue };
        for _ in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.extend((0..3).map(|_| position.play(moves[below(moves.len())])));
            position = position.play(moves[below(moves.len())]);
        }
    }
    positions
}

fn main() {
    let positions = positions();
    let mut evaluation = Evaluation::default();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for position in &positions {
            black_box(evaluation.evaluate(black_box(position)));
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(positions.len() as u32));
    }
    println!("{:.1} ns an evaluation, over {} positions", best * 1e9, positions.len());
}

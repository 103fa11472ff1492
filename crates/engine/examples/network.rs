//! How long the network takes: for a move played, judged and taken back, and in a whole search, beside the written evaluation.
//!
//! `cargo xtask bench network [FILE]`, with the file of a network or the one that the engine plays with.
#![allow(clippy::cast_precision_loss)] // Nobody reads so many digits.

use regence_engine::network::{Lanes, Net, Network};
use regence_engine::{Bench, Evaluation, Evaluator, USUAL_DEPTH};
use regence_rules::{Move, Position};
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const FENS: [&str; 4] = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/5pk1/4p1p1/3pP2p/2pP1K1P/2P3P1/1r3P2/R7 b - - 3 41",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// Moves to judge: each with the position before it and after it.
fn moves() -> Vec<(Position, Vec<(Move, Position)>)> {
    let positions = FENS.iter().filter_map(|fen| Position::from_fen(fen).ok());
    let after = |position: Position| {
        let quiet = |(_, after): &(Move, Position)| !after.is_check();
        position.legal_moves().into_iter().map(|mv| (mv, position.play(mv))).filter(quiet).collect()
    };
    positions.map(|position| (position, after(position))).collect()
}

/// Nanoseconds for a move: the best of many rounds, for other programs may run as well.
fn nanoseconds(mut judge: impl Evaluator) -> f64 {
    let moves = moves();
    let count: usize = moves.iter().map(|(_, moves)| moves.len()).sum();
    let mut best = f64::INFINITY;
    for _ in 0..2000 {
        let started = Instant::now();
        for (before, moves) in &moves {
            judge.reset(before);
            black_box(judge.evaluate(before));
            for (mv, after) in moves {
                judge.play(before, *mv, after);
                black_box(judge.evaluate(after));
                judge.undo();
            }
        }
        best = best.min(started.elapsed().as_nanos() as f64 / count as f64);
    }
    best
}

fn main() -> Result<(), Box<dyn Error>> {
    let net = match std::env::args_os().nth(1) {
        Some(path) => Arc::new(Net::read(&std::fs::read(path)?)?),
        None => Net::built_in(),
    };
    let network = |lanes| Network::with_lanes(Arc::clone(&net), lanes);
    println!(
        "{} hidden neurons a side; a move played, judged and taken back:",
        regence_engine::network::HIDDEN
    );
    println!("  written evaluation  {:6.0} ns", nanoseconds(Evaluation::default()));
    println!("  network, portable   {:6.0} ns", nanoseconds(network(Lanes::Portable)));
    println!("  network, {:?}  {:6.0} ns", Lanes::best(), nanoseconds(network(Lanes::best())));
    let written = Bench::run(Evaluation::default(), USUAL_DEPTH)?.speed();
    let learnt = Bench::run(network(Lanes::best()), USUAL_DEPTH)?.speed();
    println!(
        "Nodes a second: {written} with the written evaluation, {learnt} with the network: {:.2} times",
        learnt as f64 / written as f64
    );
    Ok(())
}

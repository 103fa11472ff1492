//! Counts positions: `cargo run --release -p regence-rules --example perft -- 6 "FEN"`.

use regence_rules::Position;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let position = arguments.next().map_or(Ok(Position::START), |fen| fen.parse())?;
    let started = Instant::now();
    let nodes = position.perft(depth);
    let seconds = started.elapsed().as_secs_f64();
    println!("{nodes} positions after {depth} half-moves in {seconds:.3} s");
    Ok(())
}

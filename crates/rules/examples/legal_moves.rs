//! Lists the legal moves of a FEN: `cargo run -p regence-rules --example legal_moves -- "FEN"`.

use regence_rules::{ParseFenError, Position};

fn main() -> Result<(), ParseFenError> {
    let position = match std::env::args().nth(1) {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::START,
    };
    print!("{}", position.board());
    for mv in position.legal_moves() {
        println!("{mv}\t{}", position.san(mv));
    }
    if let Some(outcome) = position.outcome() {
        println!("{outcome}");
    }
    Ok(())
}

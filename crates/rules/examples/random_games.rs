//! Plays random games and prints them: `cargo run -p regence-rules --example random_games -- 3`.

use regence_rules::{Color, Position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(3), |games| games.parse())?;
    for game in 1..=games {
        println!("Game {game}");
        play(game);
    }
    Ok(())
}

/// Plays until the position ends the game; the same seed gives the same game.
fn play(seed: u64) {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::START;
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let moves = position.legal_moves();
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mv = moves[usize::try_from(random >> 33).unwrap_or(0) % moves.len()];
        if position.turn() == Color::White {
            print!("{}. ", position.fullmove_number());
        }
        print!("{} ", position.san(mv));
        position = position.play(mv);
    };
    println!("{}\n{outcome}\n", outcome.result());
}

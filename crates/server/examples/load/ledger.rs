//! What was acknowledged, written down to be asked for again.

use crate::Failure;
use crate::wire::{Way, request};
use std::fmt::Write;
use std::net::Ipv4Addr;
use std::sync::Arc;

/// The moves of a game that were acknowledged.
pub struct Played {
    pub game: String,
    pub moves: Vec<String>,
}

/// How many moves there are in all.
pub fn moves(all: &[Played]) -> usize {
    all.iter().map(|played| played.moves.len()).sum()
}

/// Writes a line for each game: its name and its moves.
pub fn write(file: &str, all: &[Played]) -> Result<(), Failure> {
    let mut text = String::new();
    for Played { game, moves } in all {
        writeln!(text, "{game} {}", moves.join(" "))?;
    }
    Ok(std::fs::write(file, text)?)
}

/// Asks a server for every game, and compares. A game may have gone on past what was acknowledged, but not far: one move
/// may have been under way. Whoever comes by way of a proxy is somebody else for each game.
pub async fn check(address: &str, file: &str, is_spread: bool) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)?;
    let (mut kept, mut lost) = (0, 0);
    for (line, number) in text.lines().zip(1..) {
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let game = words.next().ok_or("a line without a game")?;
        let expected: Vec<&str> = words.collect();
        let visitor = is_spread.then(|| Ipv4Addr::from_bits(0x0a00_0000 + number));
        let way = Way { address: Arc::from(address), visitor };
        let (_, found) = request(&way, "GET", &format!("/games/{game}"), "", "").await?;
        let found: Vec<&str> =
            found["moves"].as_array().into_iter().flatten().filter_map(|mv| mv["uci"].as_str()).collect();
        let same = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
        kept += same;
        lost += expected.len() - same;
        if found.len() > expected.len() + 1 {
            return Err(format!("game {game} has {} moves, expected {}", found.len(), expected.len()).into());
        }
    }
    println!("{kept} acknowledged moves are in the games, {lost} are lost");
    if lost > 0 { Err(format!("{lost} moves were lost").into()) } else { Ok(()) }
}

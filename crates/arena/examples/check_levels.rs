//! What `cargo xtask levels` runs: the promises of all levels, with many games.

#[path = "../tests/levels/suite.rs"]
mod suite;

use std::thread;

fn main() {
    let positions = 10_000;
    let levels: Vec<u16> = (400..=2600).step_by(200).collect();
    // The strong take longest, so they begin.
    thread::scope(|scope| {
        scope.spawn(|| {
            for &elo in levels.iter().rev() {
                suite::every_move_is_legal(elo, positions);
                println!("level {elo}: {positions} random positions, every move legal");
                if elo >= 800 {
                    suite::recaptures_are_seen(elo, 200);
                    println!("level {elo}: recaptures seen");
                }
            }
        });
        scope.spawn(|| {
            for pair in levels.windows(2) {
                suite::the_stronger_wins(pair[0], pair[1], 200);
                println!("level {} beats {} in 200 games", pair[1], pair[0]);
            }
            for fen in ["8/8/8/3k4/8/8/8/QK6 w - - 0 1", "7k/8/8/8/8/2K5/3Q4/8 w - - 0 1"] {
                suite::mates(800, fen, 100);
            }
            for fen in ["8/8/8/3k4/8/8/8/RK6 w - - 0 1", "7k/8/8/8/8/2K5/3R4/8 w - - 0 1"] {
                suite::mates(1000, fen, 100);
            }
            println!("basic mates: all won");
        });
    });
}

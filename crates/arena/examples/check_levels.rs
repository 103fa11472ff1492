//! What `cargo xtask levels` runs: the promises of all levels, with many games.

#[path = "../tests/levels/suite.rs"]
mod suite;

use regence_arena::{LevelPlayer, Player, Question, TimeSource};
use regence_engine::Situation;
use regence_game::session::{Level, RATINGS};
use regence_levels::Opponent;
use regence_rules::Position;
use std::thread;
use std::time::Duration;

/// Levels around where the engine's search takes over from looking ahead as a person does, for nobody may be weaker past it.
const SEAM: [[u16; 2]; 2] = [[1750, 1810], [1800, 1860]];

/// Up to this level a move takes less than that on one core.
const CHEAP: u16 = 2000;
const LONGEST: Duration = Duration::from_millis(200);

fn main() {
    let positions = 10_000;
    let levels: Vec<u16> = RATINGS.step_by(200).collect();
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
                if elo <= CHEAP {
                    let longest = longest_move(elo);
                    assert!(longest < LONGEST, "level {elo} computed {longest:?} for a move");
                    println!("level {elo}: {longest:.0?} of computing for a move at most");
                }
            }
        });
        scope.spawn(|| {
            let neighbours = levels.windows(2).map(|pair| [pair[0], pair[1]]);
            for [weak, strong] in SEAM.into_iter().chain(neighbours) {
                suite::the_stronger_wins(weak, strong, 200);
                println!("level {strong} beats {weak} in 200 games");
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

/// The most that a level computes for a move, in random positions and in games with itself.
fn longest_move(elo: u16) -> Duration {
    let time = if TimeSource::Cpu.is_available() { TimeSource::Cpu } else { TimeSource::Wall };
    let mut player = LevelPlayer::new(Opponent::Level(Level::Elo(elo)), false, time);
    let mut situations = suite::random_situations(1_000, 7);
    for seed in 0..10 {
        let [mut white, mut black] = [2 * seed, 2 * seed + 1].map(|seed| suite::mind(elo, seed));
        let mut situation = Situation::new(Position::START);
        for mv in suite::game(Position::START, &mut white, &mut black).0 {
            situations.push(situation.clone());
            situation.play(mv);
        }
    }
    let can_go_on = |situation: &&Situation| situation.position().has_legal_moves();
    let asked = situations.iter().filter(can_go_on).map(|situation| {
        let position = format!("position fen {}", situation.position().fen());
        let question = Question { position: &position, go: "go", within: Duration::MAX };
        player.new_game().and_then(|()| player.think(&question)).expect("a move").time
    });
    asked.max().unwrap_or_default()
}

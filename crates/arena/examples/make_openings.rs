//! Makes the openings that come with the program: random legal moves, as long as neither side gets far ahead.
//!
//! ```sh
//! cargo run --release --package regence-arena --example make_openings -- /usr/games/stockfish 500 > openings.txt
//! ```
//!
//! A move is drawn at random from all legal ones and kept if the judge then sees at most so many hundredths of a pawn
//! between the sides; so lines are varied and no engine's own choice, but sound. The finished position is judged once
//! more, with more positions. What transposes into a line already found is left out.

use regence_arena::uci::{Score, position_command};
use regence_arena::{
    Client, EngineSettings, Halt, Player, Question, StartError, Stop, TimeSource, Treatment, engines,
};
use regence_game::{Game, Random};
use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;

const PLIES: usize = 8;
const FARTHEST: i32 = 60;
const GLANCE_NODES: u32 = 15_000;
const LOOK_NODES: u32 = 200_000;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let program = words.next().ok_or("expected a program that judges, then how many openings")?;
    let wanted: usize = words.next().ok_or("expected how many openings")?.parse()?;
    let mut judge = Judge(start(&program)?);
    println!("# Openings of {PLIES} half-moves for matches, one a line, in UCI notation.");
    println!(
        "# Made by `make_openings`, an example of this crate, with seed {SEED}: random legal moves, each kept if"
    );
    println!("# {} saw at most {FARTHEST} hundredths of a pawn between the sides,", judge.0.title());
    println!("# in {GLANCE_NODES} positions after each half-move and in {LOOK_NODES} at the end.");
    let (mut random, mut seen) = (Random::new(SEED), HashSet::new());
    while seen.len() < wanted {
        let game = line(&mut judge, &mut random)?;
        if judge.is_even(&game, LOOK_NODES)? && seen.insert(without_clocks(&game.position().fen())) {
            let moves: Vec<String> = game
                .plies()
                .iter()
                .map(|ply| ply.mv.map_or_else(String::new, |mv| mv.uci.to_string()))
                .collect();
            println!("{}", moves.join(" "));
        }
    }
    judge.0.quit();
    Ok(())
}

fn start(program: &str) -> Result<Client, Box<dyn Error>> {
    let mut settings = EngineSettings::default();
    settings.read(&format!("cmd={program} nodes=1"))?;
    let treatment = Treatment {
        chess960: false,
        time: TimeSource::Wall,
        patience: Duration::from_mins(1),
        stop: Stop::default(),
    };
    let specs = engines(vec![settings])?;
    let started: Result<Client, StartError> = Client::start(&specs[0], &treatment);
    Ok(started?)
}

/// A line that stays even.
fn line(judge: &mut Judge, random: &mut Random) -> Result<Game, String> {
    let mut game = Game::default();
    while game.plies().len() < PLIES {
        let moves = game.position().legal_moves();
        let mv = moves[random.below(moves.len())];
        game.play(mv.uci(game.variant())).map_err(|error| error.to_string())?;
        if !judge.is_even(&game, GLANCE_NODES)? {
            game.undo();
        }
    }
    Ok(game)
}

/// The first four fields of a FEN: what repetition looks at.
fn without_clocks(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Who says whether a position is even.
struct Judge(Client);

impl Judge {
    fn is_even(&mut self, game: &Game, nodes: u32) -> Result<bool, String> {
        let (position, go) = (position_command(game), format!("go nodes {nodes}"));
        let question = Question { position: &position, go: &go, within: Duration::from_mins(1) };
        let reply = self.0.think(&question).map_err(|halt| match halt {
            Halt::Fault(fault) => format!("the judge {fault}"),
            Halt::Stopped => "stopped".to_owned(),
        })?;
        Ok(reply.info.score.is_some_and(|score: Score| score.is_within(FARTHEST)))
    }
}

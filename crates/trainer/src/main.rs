//! The trainer on the command line.

mod commands;

use lexopt::{Arg, ValueExt};
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask train COMMAND [ARGUMENTS]

  generation FOLDER  a whole generation: generate, shuffle, learn, match; games of an interrupted one are kept.
                     A judge that is a network is taught on, at a rate of 0.0005 for 5 epochs if not said
      --positions N    how many positions to learn from, 20 million if not said
      --judge J        who plays the games, and whom the new network is matched against; `written` if not said
      --games N        games of the match, 1000 if not said
      and what generate and learn understand
  generate FILE      play games and append their quiet positions to FILE, until ended or
      --games N        so many games have been played, or
      --positions N    the file has so many positions
      --nodes N        positions looked at for a move, 400 if not said
      --judge J        who judges positions, `written` if not said
      --threads N      games at once, 1 if not said
  imitate FILE...    write positions a few random moves away from those of such files, with what a judge thinks of each
      --positions N    how many, 20 million if not said
      --nodes N        positions looked at for each; none if not said: then he judges at once
      --threads N      judged at once, 1 if not said
      --judge J        who judges them, `written` if not said
      --write FILE     where to
  shuffle FILE...    put the positions of such files into a random order,
      --write FILE     in this file; those of one game in fifty in FILE.others, to judge by
  learn FILE         train a network on a shuffled file
      --epochs N       times through all positions, 20 if not said
      --results X      how much results count against the search's scores, 0 to 1; 0.3 if not said
      --rate X         first step width, 0.001 if not said
      --threads N      2 if not said
      --judge NET      the network to begin with; a new one if not said
      --note TEXT      what the network's file says about where it comes from
      --write FILE     write the network here, after every epoch
  tune FILE...       learn the weights of the written evaluation from the positions of such files
      --epochs N       times through all positions, 40 if not said
      --results X      how much results count against the search's scores, 0 to 1; 0.6 if not said
      --rate X         first step width in hundredths of a pawn, 1 if not said
      --spread X       how far from the start weights are expected, in hundredths of a pawn, 20 if not said
      --judge W        the weights to begin with, `guesses` if not said
      --write FILE     write the weights as Rust source; for the engine, crates/engine/src/evaluation/weights.rs
  match              play two judges against each other
      --judge J        the first, `written` if not said
      --against J      the second, `guesses` if not said
      --games N        how many games, 400 if not said
      --nodes N        positions looked at for a move, 400 if not said
      --threads N      games at once, 1 if not said
      --numbers FILE   the first plays with the search's numbers of such a file of spsa
  spsa FILE          tune the numbers of the search by games, and keep them in FILE with how far they have come; one that is there is carried on
      --games N        how many games in all, 30000 if not said
      --nodes N        positions looked at for a move, 4000 if not said
      --judge J        who judges positions, `network` if not said
      --threads N      games at once, 1 if not said
  sift FILE          tell what each of some changes of those numbers is worth: a line of FILE for each, as in pruning::late_base=400.
                     In every pair of games, one side plays with a random half of them and the other with the rest
      and what spsa understands; 8000 games if not said

A judge is `network` (the one the engine plays with), `written` (the evaluation with the weights compiled in), `guesses` (with those before tuning), a file of weights that tune
has written (its name ends in .rs), or the file of a network.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trainer: {error}");
            ExitCode::from(2)
        }
    }
}

/// Everything that can be said on the command line.
#[derive(Clone, Default)]
struct Wishes {
    files: Vec<PathBuf>,
    games: Option<u64>,
    positions: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
    epochs: Option<usize>,
    results: Option<f32>,
    rate: Option<f32>,
    spread: Option<f32>,
    note: Option<String>,
    write: Option<PathBuf>,
    judge: Option<OsString>,
    against: Option<OsString>,
    numbers: Option<PathBuf>,
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut parser = lexopt::Parser::from_env();
    let command = match parser.next()? {
        None | Some(Arg::Long("help") | Arg::Short('h')) => String::from("help"),
        Some(Arg::Value(word)) => word.string()?,
        Some(flag) => return Err(flag.unexpected().into()),
    };
    let mut wishes = Wishes::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Value(file) => wishes.files.push(file.into()),
            Arg::Long("games") => wishes.games = Some(parser.value()?.parse()?),
            Arg::Long("positions") => wishes.positions = Some(parser.value()?.parse()?),
            Arg::Long("nodes") => wishes.nodes = Some(parser.value()?.parse()?),
            Arg::Long("threads") => wishes.threads = Some(parser.value()?.parse::<usize>()?.max(1)),
            Arg::Long("epochs") => wishes.epochs = Some(parser.value()?.parse()?),
            Arg::Long("results") => wishes.results = Some(parser.value()?.parse()?),
            Arg::Long("rate") => wishes.rate = Some(parser.value()?.parse()?),
            Arg::Long("spread") => wishes.spread = Some(parser.value()?.parse()?),
            Arg::Long("note") => wishes.note = Some(parser.value()?.string()?),
            Arg::Long("write") => wishes.write = Some(parser.value()?.into()),
            Arg::Long("judge") => wishes.judge = Some(parser.value()?),
            Arg::Long("numbers") => wishes.numbers = Some(parser.value()?.into()),
            Arg::Long("against") => wishes.against = Some(parser.value()?),
            flag => return Err(flag.unexpected().into()),
        }
    }
    match command.as_str() {
        "generation" => commands::generation(&wishes),
        "generate" => commands::generate(&wishes),
        "imitate" => commands::imitate(&wishes),
        "shuffle" => commands::shuffle(&wishes),
        "learn" => commands::learn(&wishes),
        "tune" => commands::tune(&wishes),
        "match" => commands::contest(&wishes),
        "spsa" => commands::spsa(&wishes),
        "sift" => commands::sift(&wishes),
        "help" => {
            print!("{HELP}");
            Ok(())
        }
        other => {
            let known = "generation, generate, imitate, shuffle, learn, tune, match, spsa, sift or help";
            Err(format!("there is no command `{other}`; expected {known}").into())
        }
    }
}

//! The trainer on the command line.

use lexopt::{Arg, ValueExt};
use regence_engine::evaluation::{WEIGHTS, Weights};
use regence_trainer::samples::Lessons;
use regence_trainer::tune::Tuner;
use regence_trainer::{contest, generate, guesses, tune, weight_file};
use std::error::Error;
use std::ffi::OsString;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;

const HELP: &str = "\
Usage: cargo xtask train COMMAND [ARGUMENTS]

  generate FILE    play games and append their quiet positions to FILE, until ended or
      --games N      so many games have been played
      --nodes N      positions looked at for a move, 500 if not said
      --threads N    games at once, 1 if not said
  tune FILE...     learn weights from the positions of such files
      --epochs N     times through all positions, 40 if not said
      --results X    how much results count against the search's scores, 0 to 1; 0.6 if not said
      --rate X       first step width in hundredths of a pawn, 1 if not said
      --spread X     how far from the start weights are expected, in hundredths of a pawn, 20 if not said
      --write FILE   write the weights as Rust source; for the engine, crates/engine/src/evaluation/weights.rs
  match            play two sets of weights against each other
      --games N      how many games, 400 if not said
      --nodes N      positions looked at for a move, 500 if not said
      --against W    the other set, `guesses` if not said

With --weights W, each begins with W: `engine` (those compiled in, the usual ones, but for tune), `guesses` (for tune) or a file
that tune has written.
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
#[derive(Default)]
struct Wishes {
    files: Vec<PathBuf>,
    games: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
    epochs: Option<usize>,
    results: Option<f32>,
    rate: Option<f32>,
    spread: Option<f32>,
    write: Option<PathBuf>,
    weights: Option<OsString>,
    against: Option<OsString>,
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
            Arg::Long("nodes") => wishes.nodes = Some(parser.value()?.parse()?),
            Arg::Long("threads") => wishes.threads = Some(parser.value()?.parse()?),
            Arg::Long("epochs") => wishes.epochs = Some(parser.value()?.parse()?),
            Arg::Long("results") => wishes.results = Some(parser.value()?.parse()?),
            Arg::Long("rate") => wishes.rate = Some(parser.value()?.parse()?),
            Arg::Long("spread") => wishes.spread = Some(parser.value()?.parse()?),
            Arg::Long("write") => wishes.write = Some(parser.value()?.into()),
            Arg::Long("weights") => wishes.weights = Some(parser.value()?),
            Arg::Long("against") => wishes.against = Some(parser.value()?),
            flag => return Err(flag.unexpected().into()),
        }
    }
    match command.as_str() {
        "generate" => run_generate(&wishes),
        "tune" => run_tune(&wishes),
        "match" => run_match(&wishes),
        "help" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no command `{other}`; expected generate, tune, match or help").into()),
    }
}

/// The weights of this name, kept for as long as the program runs.
fn weights(name: Option<&OsString>, usual: &str) -> Result<&'static Weights, Box<dyn Error>> {
    let name = name.map_or(Path::new(usual), Path::new);
    if name == Path::new("engine") {
        return Ok(&WEIGHTS);
    }
    let found = if name == Path::new("guesses") {
        guesses::guesses()
    } else {
        let source = std::fs::read_to_string(name).map_err(|error| format!("{}: {error}", name.display()))?;
        weight_file::parse(&source).map_err(|error| format!("{}: {error}", name.display()))?
    };
    Ok(Box::leak(Box::new(found)))
}

fn run_generate(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    let [file] = wishes.files.as_slice() else { return Err("generate needs one file to append to".into()) };
    let plan = generate::Plan {
        games: wishes.games,
        nodes: wishes.nodes.unwrap_or(500),
        threads: wishes.threads.unwrap_or(1).max(1),
        weights: weights(wishes.weights.as_ref(), "engine")?,
    };
    let started = Instant::now();
    generate::generate(file, plan, |games, positions| {
        if games.is_multiple_of(100) && (stderr().is_terminal() || games.is_multiple_of(1000)) {
            let seconds = started.elapsed().as_secs();
            eprintln!("{games} games in {seconds} s, {positions} positions in the file");
        }
    })?;
    Ok(())
}

fn run_tune(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let started = FIRST.get_or_init(Instant::now);
    let mut lessons = Lessons::default();
    for file in &wishes.files {
        lessons.read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let (training, validation) = (lessons.training.all().len(), lessons.validation.all().len());
    println!("{training} positions to learn from, {validation} to judge by, of {} games", lessons.games);
    if training == 0 || validation == 0 {
        return Err("there is nothing to learn from: name files that generate has made".into());
    }
    let usual = tune::Plan::default();
    let plan = tune::Plan {
        epochs: wishes.epochs.unwrap_or(usual.epochs),
        trust_in_results: wishes.results.unwrap_or(usual.trust_in_results),
        rate: wishes.rate.unwrap_or(usual.rate),
        spread: wishes.spread.unwrap_or(usual.spread),
    };
    let start = weights(wishes.weights.as_ref(), "guesses")?;
    let mut tuner = Tuner::new(&lessons.training, &lessons.validation, start, plan);
    let before = tuner.validation_loss();
    println!("slope {:.5}, loss on results {before:.5} before", tuner.slope());
    tuner.run(|epoch, loss| println!("{epoch:3} {:5} s  loss {loss:.5}", started.elapsed().as_secs()));
    let after = tuner.validation_loss();
    println!("loss on results {after:.5} after");
    if let Some(path) = &wishes.write {
        let origin = [
            format!(
                "Written by `cargo xtask train tune --epochs {} --results {} --rate {} --spread {}`",
                plan.epochs, plan.trust_in_results, plan.rate, plan.spread
            ),
            format!(
                "from {training} positions of {} games of self-play. How badly the results of",
                lessons.games
            ),
            format!(
                "{validation} positions of other games are foretold: {before:.5} before, {after:.5} after."
            ),
        ];
        std::fs::write(path, weight_file::source(&tuner.weights(), &origin))?;
    }
    Ok(())
}

fn run_match(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    let first = weights(wishes.weights.as_ref(), "engine")?;
    let second = weights(wishes.against.as_ref(), "guesses")?;
    let pairs = (wishes.games.unwrap_or(400).div_ceil(2)) as u32;
    let standing = contest::contest(first, second, pairs, wishes.nodes.unwrap_or(500), |standing| {
        if standing.pairs.iter().sum::<u32>().is_multiple_of(50) {
            eprintln!("{standing}");
        }
    })?;
    println!("{standing}");
    Ok(())
}

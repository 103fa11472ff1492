//! What the trainer's commands do.

use crate::Wishes;
use regence_engine::{Judge, tuning};
use regence_trainer::learn::{self, Model};
use regence_trainer::random::Random;
use regence_trainer::samples::Lessons;
use regence_trainer::spsa::State;
use regence_trainer::tune::Tuner;
use regence_trainer::{contest, generate, imitate, judges, record, shuffle, sift, spsa, tune, weight_file};
use std::error::Error;
use std::ffi::OsStr;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::Instant;

type Outcome = Result<(), Box<dyn Error>>;

/// The one file that a command needs.
fn only_file<'a>(wishes: &'a Wishes, what: &str) -> Result<&'a PathBuf, Box<dyn Error>> {
    match wishes.files.as_slice() {
        [file] => Ok(file),
        files => Err(format!("{} names given, expected one: {what}", files.len()).into()),
    }
}

fn judge(wishes: &Wishes) -> Result<Judge, Box<dyn Error>> {
    judges::judge(wishes.judge.as_deref().unwrap_or(OsStr::new("written")))
}

/// Plays games and keeps their positions.
pub fn generate(wishes: &Wishes) -> Outcome {
    let file = only_file(wishes, "the file to append to")?;
    let plan = generate::Plan {
        games: wishes.games,
        positions: wishes.positions,
        nodes: wishes.nodes.unwrap_or(400),
        threads: wishes.threads.unwrap_or(1),
        judge: judge(wishes)?,
    };
    let started = Instant::now();
    generate::generate(file, &plan, |games, positions| {
        if games.is_multiple_of(100) && (stderr().is_terminal() || games.is_multiple_of(1000)) {
            let seconds = started.elapsed().as_secs();
            eprintln!("{games} games in {seconds} s, {positions} positions in the file");
        }
    })?;
    Ok(())
}

/// Writes what a judge thinks of many positions.
pub fn imitate(wishes: &Wishes) -> Outcome {
    let to = wishes.write.as_ref().ok_or("imitate needs --write FILE")?;
    let plan = imitate::Plan {
        positions: wishes.positions.unwrap_or(20_000_000),
        judge: judge(wishes)?,
        nodes: wishes.nodes.unwrap_or(0),
        threads: wishes.threads.unwrap_or(1) as u64,
    };
    let written = imitate::imitate(&wishes.files, to, &plan, 1)?;
    println!("{written} positions");
    Ok(())
}

/// The file of positions to judge by that belongs to one to learn from.
fn others(shuffled: &Path) -> PathBuf {
    shuffled.with_added_extension("others")
}

/// Shuffles positions.
pub fn shuffle(wishes: &Wishes) -> Outcome {
    let to = wishes.write.as_ref().ok_or("shuffle needs --write FILE")?;
    let counts = shuffle::shuffle(&wishes.files, to, &others(to), 1)?;
    let shuffle::Counts { training, validation, games } = counts;
    println!("{training} positions to learn from, {validation} to judge by, of {games} games");
    Ok(())
}

/// Trains a network.
pub fn learn(wishes: &Wishes) -> Outcome {
    let file = only_file(wishes, "the shuffled file to learn from")?;
    let usual = learn::Plan::default();
    let plan = learn::Plan {
        epochs: wishes.epochs.unwrap_or(usual.epochs),
        results: wishes.results.unwrap_or(usual.results),
        rate: wishes.rate.unwrap_or(usual.rate),
        threads: wishes.threads.unwrap_or(usual.threads),
        batch: usual.batch,
    };
    let mut model = match &wishes.judge {
        None => Model::new(&mut Random::new(1)),
        Some(name) => match judges::judge(name)?.net() {
            Some(network) => Model::from_net(network.net()),
            None => return Err("only a network can learn on".into()),
        },
    };
    let note = wishes.note.clone().unwrap_or_default();
    let started = Instant::now();
    let mut written = Ok(());
    learn::learn(&mut model, file, &others(file), plan, |progress, model| {
        let learn::Progress { epoch, loss, validation } = progress;
        println!("{epoch:3} {:5} s  loss {loss:.6}  of others {validation:.6}", started.elapsed().as_secs());
        if let Some(path) = &wishes.write {
            written = std::fs::write(path, model.rounded(note.clone()).write());
        }
    })?;
    Ok(written?)
}

/// Plays a match.
pub fn contest(wishes: &Wishes) -> Outcome {
    let against = wishes.against.as_deref().unwrap_or(OsStr::new("guesses"));
    let numbers = wishes.numbers.as_deref().map(read_state).transpose()?;
    let plan = contest::Plan {
        judges: [judge(wishes)?, judges::judge(against)?],
        numbers: numbers.as_ref(),
        pairs: wishes.games.unwrap_or(400).div_ceil(2) as u32,
        nodes: wishes.nodes.unwrap_or(400),
        threads: wishes.threads.unwrap_or(1) as u32,
    };
    let standing = contest::contest(&plan, |standing| {
        if standing.pairs.iter().sum::<u32>().is_multiple_of(50) {
            eprintln!("{standing}");
        }
    })?;
    println!("{standing}");
    Ok(())
}

/// How far tuning of the search has come, as a file says.
fn read_state(path: &Path) -> Result<State, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(State::read(&text, &tuning::numbers()).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Tunes the numbers of the search by games; a file that is there already is carried on.
pub fn spsa(wishes: &Wishes) -> Outcome {
    let file = only_file(wishes, "the file with the numbers and how far they have come")?;
    let numbers = tuning::numbers();
    let state = if file.exists() { read_state(file)? } else { State::new(&numbers) };
    let plan = spsa::Plan {
        pairs: wishes.games.unwrap_or(30_000).div_ceil(2),
        nodes: wishes.nodes.unwrap_or(4000),
        threads: wishes.threads.unwrap_or(1),
        // The numbers are those of whoever plays with the network.
        judge: judges::judge(wishes.judge.as_deref().unwrap_or(OsStr::new("network")))?,
    };
    let write = |state: &State| -> std::io::Result<()> {
        let beside = file.with_added_extension("new");
        std::fs::write(&beside, state.write(&numbers))?;
        std::fs::rename(&beside, file)
    };
    let (started, before) = (Instant::now(), state.pairs);
    let state = spsa::tune(state, &plan, |state| {
        if state.pairs.is_multiple_of(50) {
            let seconds = started.elapsed().as_secs();
            let played = 2 * (state.pairs - before);
            eprintln!("{played} games in {seconds} s, {} of {} pairs", state.pairs, plan.pairs);
            if let Err(error) = write(state) {
                eprintln!("trainer: cannot write {}: {error}", file.display());
            }
        }
    })?;
    write(&state)?;
    print!("{}", state.write(&numbers));
    Ok(())
}

/// Tells what changes of the search's numbers are worth.
pub fn sift(wishes: &Wishes) -> Outcome {
    let file = only_file(wishes, "the file with the changes")?;
    let numbers = tuning::numbers();
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let changes = sift::read(&text, &numbers).map_err(|error| format!("{}: {error}", file.display()))?;
    let plan = sift::Plan {
        changes,
        pairs: wishes.games.unwrap_or(8000).div_ceil(2),
        nodes: wishes.nodes.unwrap_or(4000),
        threads: wishes.threads.unwrap_or(1),
        judge: judges::judge(wishes.judge.as_deref().unwrap_or(OsStr::new("network")))?,
    };
    let findings = sift::sift(&plan, |findings| {
        if findings.pairs.is_multiple_of(250) {
            eprint!("{}", findings.write(&plan.changes, &numbers));
        }
    })?;
    print!("{}", findings.write(&plan.changes, &numbers));
    Ok(())
}

/// How a network that knows something already is taught on: gently, and not for long.
const RATE_OF_TEACHING_ON: f32 = 0.0005;
const EPOCHS_OF_TEACHING_ON: usize = 5;

/// A whole generation: games until there are enough positions, shuffled, learnt from, and the new network matched against the old judge.
/// A judge that is a network is taught on; another one is where a new network comes from.
pub fn generation(wishes: &Wishes) -> Outcome {
    let folder = only_file(wishes, "the generation's folder")?;
    std::fs::create_dir_all(folder)?;
    let [games, shuffled, net] = ["games", "shuffled", "net"].map(|name| folder.join(name));
    let positions = wishes.positions.unwrap_or(20_000_000);
    let threads = wishes.threads.or(Some(2));
    println!("Generating {positions} positions in {}", games.display());
    generate(&Wishes {
        files: vec![games.clone()],
        positions: Some(positions),
        threads,
        games: None,
        ..wishes.clone()
    })?;
    println!("Shuffling");
    let count = std::fs::metadata(&games)?.len() / record::SIZE as u64;
    shuffle(&Wishes { files: vec![games], write: Some(shuffled.clone()), ..Wishes::default() })?;
    println!("Learning");
    let pupil = wishes.judge.clone().filter(|name| judges::is_network(name));
    let teaching_on = pupil.is_some();
    let learnt = Wishes {
        files: vec![shuffled],
        write: Some(net.clone()),
        judge: pupil,
        rate: wishes.rate.or(teaching_on.then_some(RATE_OF_TEACHING_ON)),
        epochs: wishes.epochs.or(teaching_on.then_some(EPOCHS_OF_TEACHING_ON)),
        threads,
        note: wishes.note.clone().or(Some(format!("{count} positions"))),
        ..wishes.clone()
    };
    learn(&learnt)?;
    println!("Playing against the judge of before");
    let against = wishes.judge.clone().or(Some("written".into()));
    let games = wishes.games.or(Some(1000));
    contest(&Wishes { judge: Some(net.clone().into()), against, games, threads, ..wishes.clone() })?;
    println!("The network is in {}", net.display());
    Ok(())
}

/// Learns the weights of the written evaluation.
pub fn tune(wishes: &Wishes) -> Outcome {
    let started = Instant::now();
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
    let start = judges::weights(wishes.judge.as_deref().unwrap_or(OsStr::new("guesses")))?;
    let mut tuner = Tuner::new(&lessons.training, &lessons.validation, start, plan);
    let before = tuner.validation_loss();
    println!("slope {:.5}, loss on results {before:.5} before", tuner.slope());
    tuner.run(|epoch, loss| println!("{epoch:3} {:5} s  loss {loss:.5}", started.elapsed().as_secs()));
    let after = tuner.validation_loss();
    println!("loss on results {after:.5} after");
    if let Some(path) = &wishes.write {
        let tune::Plan { epochs, trust_in_results, rate, spread } = plan;
        let command =
            format!("--epochs {epochs} --results {trust_in_results} --rate {rate} --spread {spread}");
        let games = lessons.games;
        let origin = [
            format!("Written by `cargo xtask train tune {command}`"),
            format!("from {training} positions of {games} games of self-play. How badly the results of"),
            format!(
                "{validation} positions of other games are foretold: {before:.5} before, {after:.5} after."
            ),
        ];
        std::fs::write(path, weight_file::source(&tuner.weights(), &origin))?;
    }
    Ok(())
}

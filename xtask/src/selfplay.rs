//! `cargo xtask selfplay`: what an engine must bear before people trust it: many games against itself without a fault, and
//! a client that talks nonsense.

use crate::program::Program;
use crate::steps::{Steps, target_folder};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// How many games are played if nobody says.
const GAMES: u32 = 1_000;

/// How long nonsense is talked.
const NONSENSE: Duration = Duration::from_mins(1);

/// An engine that is silent for so long hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Words that a client may say in any order.
const WORDS: [&str; 44] = [
    "uci",
    "isready",
    "go",
    "stop",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "e1g1",
    "a7a8q",
    "0000",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Chess960",
    "OwnBook",
    "BookFile",
    "SyzygyPath",
    "true",
    "1",
    "2",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "mate",
    "-1",
    "99999999999999999999",
    "ponder",
    "ponderhit",
    "infinite",
    "searchmoves",
    "ucinewgame",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/8/4K2R",
];

/// Plays and talks; further words go to `regence match`.
pub fn run(words: &[&str]) -> Result<(), String> {
    let (games, words) = match words {
        [first, rest @ ..] if first.bytes().all(|letter| letter.is_ascii_digit()) => {
            (first.parse().map_err(|_| format!("expected a number of games, not {first}"))?, rest)
        }
        words => (GAMES, words),
    };
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let program = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    steps.step("talking nonsense", || talk_nonsense(&program))?;
    steps.step(&format!("{games} games at 0.1 s a move"), || play(&program, games, words))?;
    steps.summarise();
    Ok(())
}

/// Lets the program play against itself. Its exit code says whether anything went wrong.
fn play(program: &Path, games: u32, words: &[&str]) -> Result<(), String> {
    let rounds = games.div_ceil(2).to_string();
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get).to_string();
    let mut command = Command::new(program);
    command.args(["match", "--engine", "cmd=regence", "name=one", "--engine", "cmd=regence", "name=other"]);
    command.args(["--each", "st=0.1", "option.Hash=16", "--rounds", &rounds]);
    if !words.contains(&"--concurrency") {
        command.args(["--concurrency", &cores]);
    }
    let status = command.args(words).status().map_err(|error| format!("cannot play: {error}"))?;
    if status.success() { Ok(()) } else { Err("an engine was at fault, or not all games were played".into()) }
}

/// Talks nonsense for a while; the engine must go on answering, and search when it is asked sensibly at the end.
fn talk_nonsense(program: &Path) -> Result<(), String> {
    let (done, result) = channel();
    let program: PathBuf = program.into();
    // The thread is left behind if the engine hangs: we end, and the engine with us.
    thread::spawn(move || done.send(babble(&program)));
    let limit = NONSENSE + PATIENCE;
    result.recv_timeout(limit).map_err(|_| "the engine hangs".to_owned())?
}

fn babble(program: &Path) -> Result<(), String> {
    let mut random = Random(0x5eed);
    let (mut lines, started) = (0, Instant::now());
    while started.elapsed() < NONSENSE {
        let mut engine = Program::start(program, &["uci"])?;
        for _ in 0..500 {
            let words: Vec<&str> = (0..random.below(9)).map(|_| WORDS[random.below(WORDS.len())]).collect();
            let mut line = words.join(" ").into_bytes();
            if random.below(5) == 0 {
                line.extend((0..random.below(60)).map(|_| random.below(256) as u8));
            }
            engine.throw(&line)?;
            lines += 1;
            if lines % 16 == 0 {
                engine.listen(&format!("mark {lines}"))?;
            }
        }
        engine.throw(b"\nstop\nsetoption name MultiPV value 1\nsetoption name Threads value 1")?;
        engine.prepare("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
        engine.go("depth 3")?;
    }
    println!("   {lines} lines");
    Ok(())
}

/// Random numbers that can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

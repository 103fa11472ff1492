//! `cargo xtask perft`: the release build against every count we know.

use crate::steps::{Steps, root, target_folder};
use std::fs;
use std::process::Command;
use std::time::Instant;

/// How long it may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// The table of orthodox positions; some seconds.
    Usual,
    /// Chess960 and counts in the billions besides; minutes.
    Deep,
}

/// What the program must count.
struct Case {
    fen: String,
    chess960: bool,
    depth: u32,
    nodes: u64,
}

/// One half-move beyond the table, for three of the usual positions; counts that many programs agree on.
const DEEP: [(&str, u32, u64); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3_195_901_860),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 8_031_647_685),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8, 3_009_794_393),
];

/// Counts everything and prints a table.
pub fn run(effort: Effort) -> Result<(), String> {
    Steps::default().cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let mut cases = orthodox(&read("perft.epd")?)?;
    if effort == Effort::Deep {
        cases.extend(chess960(&read("chess960-midgame.epd")?, 0)?);
        cases.extend(chess960(&read("chess960.epd")?, 1)?);
        let deep = DEEP.map(|(fen, depth, nodes)| Case { fen: fen.into(), chess960: false, depth, nodes });
        cases.extend(deep);
    }
    println!("{:>5} {:>14} {:>9} {:>7}  position", "depth", "nodes", "seconds", "M/s");
    let (mut wrong, mut nodes) = (0, 0);
    let started = Instant::now();
    for case in &cases {
        nodes += case.nodes;
        wrong += usize::from(!count(case)?);
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{} positions, {nodes} nodes, {seconds:.1} s", cases.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} of {} counts are wrong", cases.len())) }
}

/// Counts one position and prints its line; whether the count is right.
fn count(case: &Case) -> Result<bool, String> {
    let program = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(&program);
    command.args(["perft", "--fen", &case.fen, &case.depth.to_string()]);
    if case.chess960 {
        command.arg("--chess960");
    }
    let started = Instant::now();
    let output = command.output().map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let answer = String::from_utf8_lossy(&output.stdout);
    let right = answer.trim_end() == format!("nodes {}", case.nodes);
    #[allow(clippy::cast_precision_loss)] // Three digits are shown.
    let speed = case.nodes as f64 / seconds / 1e6;
    println!("{:>5} {:>14} {seconds:>9.3} {speed:>7.0}  {}", case.depth, case.nodes, case.fen);
    if !right {
        let reason = String::from_utf8_lossy(&output.stderr);
        println!(
            "      WRONG: expected nodes {}, got {}{}",
            case.nodes,
            answer.trim_end(),
            reason.trim_end()
        );
    }
    Ok(right)
}

fn read(table: &str) -> Result<String, String> {
    let path = root().join("crates/rules/tests/data").join(table);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// `FEN ;D1 n ;D2 n …`: the last of these.
fn orthodox(table: &str) -> Result<Vec<Case>, String> {
    let case = |line: &str| {
        let fen = line.split_once(" ;")?.0.to_owned();
        let (depth, nodes) = line.rsplit_once(";D")?.1.trim_end().split_once(' ')?;
        Some(Case { fen, chess960: false, depth: depth.parse().ok()?, nodes: nodes.parse().ok()? })
    };
    lines(table).map(|line| case(line).ok_or_else(|| format!("cannot read the line `{line}`"))).collect()
}

/// FEN and the counts of depth 1 to 4 in columns, from column `first` on: the last of these.
fn chess960(table: &str, first: usize) -> Result<Vec<Case>, String> {
    let case = |line: &str| {
        let columns: Vec<&str> = line.split('\t').skip(first).collect();
        let (fen, counts) = columns.split_first()?;
        let nodes = counts.last()?.parse().ok()?;
        Some(Case { fen: (*fen).to_owned(), chess960: true, depth: u32::try_from(counts.len()).ok()?, nodes })
    };
    lines(table).map(|line| case(line).ok_or_else(|| format!("cannot read the line `{line}`"))).collect()
}

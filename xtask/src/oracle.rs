//! `cargo xtask oracle pgn`: whether other programs read the same in PGN files as we do.
//!
//! python-chess is fetched into the target folder, pgn-extract from Debian if it is missing. Files of games are generated there, and the
//! difficult files in python-chess's source are read as well.

mod api;
mod book;
mod uci;

pub use api::api;
pub use book::book;
pub use uci::uci;

use crate::steps::{Steps, root, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version of python-chess that is asked.
const PYTHON_CHESS: &str = "chess==1.11.2";

/// Files in which we are known to differ, and why. Any other difference is a fault.
const EXPLAINED: [(&str, &str); 3] = [
    ("antichess-programfox.pgn", "antichess, which we do not play"),
    ("knightvuillaume-jannlee-zh-lichess.pgn", "crazyhouse, which we do not play"),
    ("saturs-jannlee-zh-lichess.pgn", "crazyhouse, which we do not play"),
];

/// Generates, reads and compares.
pub fn pgn() -> Result<(), String> {
    let mut steps = Steps::default();
    let Prepared { folder, python, games } = prepare(&mut steps)?;
    let mut tally = Tally::default();
    steps.step("compare with python-chess", || {
        for file in files(&games)?.into_iter().chain(files(&folder.join("chess-1.11.2/data/pgn"))?) {
            tally.compare_with_python_chess(&python, &file)?;
        }
        Ok(())
    })?;
    steps.step("compare with pgn-extract", || {
        let program = installed("pgn-extract")?;
        ["orthodox", "annotated", "endgames", "windows"]
            .iter()
            .try_for_each(|name| tally.compare_with_pgn_extract(&program, &games.join(format!("{name}.pgn"))))
    })?;
    println!(
        "{} games agree, {} differ for a known reason, {} differ",
        tally.same, tally.explained, tally.differ
    );
    match tally {
        // Files that are not where they are looked for must not look like agreement.
        Tally { same: 0, .. } => Err("there was nothing to compare".into()),
        Tally { differ: 0, .. } => Ok(()),
        Tally { differ, .. } => Err(format!("{differ} differences are not explained")),
    }
}

/// What every comparison needs.
struct Prepared {
    folder: PathBuf,
    /// The interpreter that knows python-chess.
    python: PathBuf,
    /// Where the generated games are.
    games: PathBuf,
}

/// Builds the program, fetches python-chess and generates games, as far as they are not there.
fn prepare(steps: &mut Steps) -> Result<Prepared, String> {
    let folder = target_folder().join("oracle");
    let python = folder.join("venv/bin/python");
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    steps.step("python-chess", || fetch_python_chess(&folder, &python))?;
    let mut games = PathBuf::new();
    steps.step("games", || {
        let version = run(script(&python, "pgn.py").arg("version"))?;
        games = folder.join(format!("pgn-{}", version.trim()));
        if games.exists() {
            return Ok(());
        }
        // The folder has its name once all of them are there.
        let unfinished = folder.join("pgn-unfinished");
        run(script(&python, "pgn.py").arg("generate").arg(&unfinished))?;
        fs::rename(&unfinished, &games).map_err(|error| format!("{}: {error}", games.display()))
    })?;
    Ok(Prepared { folder, python, games })
}

/// A virtual environment with python-chess, and its source with the difficult files beside it.
fn fetch_python_chess(folder: &Path, python: &Path) -> Result<(), String> {
    if folder.join("chess-1.11.2/data/pgn").exists() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")))?;
    let pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
    run(Command::new(python).args(pip).args(["install", PYTHON_CHESS]))?;
    let download = ["download", "--no-deps", "--no-binary", ":all:", PYTHON_CHESS, "--dest"];
    run(Command::new(python).args(pip).args(download).arg(folder))?;
    run(Command::new("tar").arg("-xzf").arg(folder.join("chess-1.11.2.tar.gz")).arg("-C").arg(folder))
        .map(drop)
}

/// A program of Debian's package of the same name, installed if it is missing and we may.
fn installed(name: &str) -> Result<PathBuf, String> {
    let found = || {
        let places = ["/usr/bin", "/usr/games", "/usr/local/bin"];
        places.iter().map(|place| Path::new(place).join(name)).find(|place| place.exists())
    };
    if let Some(program) = found() {
        return Ok(program);
    }
    let install = run(Command::new("apt-get").args(["install", "--yes", "--quiet", name]));
    found().ok_or_else(|| {
        let reason = install.err().unwrap_or_default();
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{name} is missing, install it with: apt-get install {name} ({reason})")
    })
}

/// How many games were read alike.
#[derive(Default)]
struct Tally {
    same: usize,
    explained: usize,
    differ: usize,
}

impl Tally {
    /// Everything must be the same; of errors only that there is one.
    fn compare_with_python_chess(&mut self, python: &Path, file: &Path) -> Result<(), String> {
        let theirs = run(script(python, "pgn.py").arg("check").arg(file))?;
        let theirs: Vec<String> = theirs.lines().map(str::to_owned).collect();
        self.compare(file, &ours(file)?, &theirs);
        Ok(())
    }

    /// It writes the final position behind each game: pieces and side to move must be the same.
    fn compare_with_pgn_extract(&mut self, program: &Path, file: &Path) -> Result<(), String> {
        let written =
            run(Command::new(program).args(["--quiet", "-C", "-N", "-V", "-F", "-w9999"]).arg(file))?;
        let theirs: Vec<String> = written.lines().filter_map(final_position).collect();
        let ours: Vec<String> = ours(file)?.iter().map(|line| placement(line)).collect();
        self.compare(file, &ours, &theirs);
        Ok(())
    }

    fn compare(&mut self, file: &Path, ours: &[String], theirs: &[String]) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let pairs =
            (0..ours.len().max(theirs.len())).map(|game| (game + 1, ours.get(game), theirs.get(game)));
        let (same, differ): (Vec<_>, Vec<_>) = pairs.partition(|(_, our, their)| our == their);
        self.same += same.len();
        if let Some((_, reason)) = EXPLAINED.iter().find(|(file, _)| *file == name) {
            println!("   {name}: {} games, {} differ: {reason}", ours.len(), differ.len());
            self.explained += differ.len();
            return;
        }
        println!("   {name}: {} games, {} differ", ours.len(), differ.len());
        for (game, our, their) in differ.iter().take(5) {
            let shown = |line: Option<&String>| line.map_or("no game", String::as_str).replace('\t', "  ");
            println!(
                "      game {game}:\n         we say   {}\n         they say {}",
                shown(*our),
                shown(*their)
            );
        }
        self.differ += differ.len();
    }
}

/// The lines of `regence pgn check` without numbers; only `error` for an error.
fn ours(file: &Path) -> Result<Vec<String>, String> {
    let program = program();
    let output = Command::new(&program).args(["pgn", "check"]).arg(file).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if output.status.code() == Some(2) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let without_number = |line: &str| match line.split_once('\t') {
        Some((_, rest)) if rest.starts_with("error\t") => "error".to_owned(),
        Some((_, rest)) => rest.to_owned(),
        None => line.to_owned(),
    };
    Ok(text.lines().map(without_number).collect())
}

/// Our program.
fn program() -> PathBuf {
    target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX))
}

/// Pieces and side to move of one of our lines.
fn placement(line: &str) -> String {
    let fen = line.split('\t').nth(1).unwrap_or(line);
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Pieces and side to move of a comment behind the last move.
fn final_position(line: &str) -> Option<String> {
    let (_, comment) = line.rsplit_once("{ \"")?;
    let (fen, _) = comment.split_once('"')?;
    Some(fen.split(' ').take(2).collect::<Vec<_>>().join(" "))
}

fn script(python: &Path, name: &str) -> Command {
    let mut command = Command::new(python);
    command.arg(root().join("xtask/oracle").join(name));
    command
}

/// The PGN files of a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listed.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    paths.sort();
    Ok(paths)
}

/// What a command writes, if all goes well.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let name = command.get_program().to_string_lossy();
    let output = output.map_err(|error| format!("cannot run {name}: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name} failed: {}", reason.lines().last().unwrap_or_default()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

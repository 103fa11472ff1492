//! `cargo xtask oracle book`: whether python-chess would make the same opening books of the same games, and finds the same
//! moves in them.

use super::{Prepared, prepare, program, run, script};
use crate::steps::Steps;
use std::path::Path;
use std::process::Command;

/// How many games a move needs, and how many half-moves count.
const RULES: [(&str, &str); 3] = [("1", "40"), ("2", "12"), ("3", "6")];

/// How many positions are asked for in each book: the program is started for each.
const PROBES: usize = 60;

/// Makes books, and compares.
pub fn book() -> Result<(), String> {
    let mut steps = Steps::default();
    let Prepared { folder, python, games } = prepare(&mut steps)?;
    for name in ["orthodox", "endgames", "repetitions"] {
        let pgn = games.join(format!("{name}.pgn"));
        for (min_games, max_plies) in RULES {
            let title = format!("{name}, at least {min_games} games, {max_plies} half-moves");
            steps.step(&title, || {
                let book = folder.join("oracle.bin");
                let wish = ["pgn", "book", "--min-games", min_games, "--max-plies", max_plies, "-o"];
                run(Command::new(program()).args(wish).arg(&book).arg(&pgn))?;
                let found = run(script(&python, "book.py").arg("list").arg(&book))?;
                let expected =
                    run(script(&python, "book.py").arg("expect").arg(&pgn).args([min_games, max_plies]))?;
                compare("entries", &found, &expected)?;
                probe(&python, &book, &pgn)
            })?;
        }
    }
    steps.summarise();
    Ok(())
}

/// Both must know the same moves with the same weights.
fn probe(python: &Path, book: &Path, pgn: &Path) -> Result<(), String> {
    let theirs = run(script(python, "book.py").arg("probe").arg(book).arg(pgn))?;
    for (fen, moves) in theirs.lines().take(PROBES).filter_map(|line| line.split_once('\t')) {
        let listed = run(Command::new(program()).args(["book", "--fen", fen]).arg(book))?;
        let known = listed.lines().filter_map(|line| {
            let mut parts = line.split('\t');
            Some(format!("{} {}", parts.next()?, parts.nth(1)?))
        });
        let mut known: Vec<String> = known.collect();
        known.sort();
        compare(fen, &known.join(", "), moves)?;
    }
    Ok(())
}

/// The same lines must be there, in any order.
fn compare(what: &str, ours: &str, theirs: &str) -> Result<(), String> {
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (our_lines, their_lines) = (sorted(ours), sorted(theirs));
    if our_lines == their_lines {
        println!("   {what}: {} lines agree", our_lines.len());
        return Ok(());
    }
    let differ = our_lines.iter().zip(&their_lines).find(|(ours, theirs)| ours != theirs);
    Err(format!(
        "{what}: we have {} lines, they {}; {differ:?}",
        ours.lines().count(),
        theirs.lines().count()
    ))
}

//! `cargo xtask openings`: the table of openings that the games crate carries, made from names and moves.

use crate::steps::root;
use regence_rules::Position;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const NOTICE: &str = "\
# Openings: ECO code, name, moves. Made by `cargo xtask openings`; do not edit.
# From the names collected by lichess.org, https://github.com/lichess-org/chess-openings, in the public domain (CC0).
";

/// A named line of moves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    eco: String,
    name: String,
    moves: String,
}

/// Takes in the rows of a source, if there is one, and makes the table from the rows we have.
pub fn run(source: Option<&str>) -> Result<(), String> {
    let folder = root().join("crates/game/data");
    let rows_file = folder.join("openings.tsv");
    if let Some(source) = source {
        let mut rows = read_source(Path::new(source))?;
        if rows.is_empty() {
            return Err(format!("{source} has no rows of openings"));
        }
        rows.sort();
        let mut text = NOTICE.to_owned();
        for Row { eco, name, moves } in &rows {
            let _ = writeln!(text, "{eco}\t{name}\t{moves}");
        }
        write(&rows_file, text.as_bytes())?;
    }
    let rows = read_rows(&read(&rows_file)?)?;
    let (table, names) = pack(&rows)?;
    write(&folder.join("openings.bin"), &table)?;
    write(&folder.join("opening-names.txt"), names.as_bytes())?;
    println!("{} rows: {} bytes of table, {} bytes of names", rows.len(), table.len(), names.len());
    Ok(())
}

/// The rows of a file, or of all `.tsv` files in a folder.
fn read_source(source: &Path) -> Result<Vec<Row>, String> {
    if !source.is_dir() {
        return read_rows(&read(source)?);
    }
    let entries = fs::read_dir(source).map_err(|error| format!("{}: {error}", source.display()))?;
    let files = entries.flatten().map(|entry| entry.path());
    let mut rows = Vec::new();
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "tsv")) {
        let found = read_rows(&read(&file)?);
        rows.extend(found.map_err(|reason| format!("{}: {reason}", file.display()))?);
    }
    Ok(rows)
}

/// The rows of a text, a line each; comments and a headline are none.
fn read_rows(text: &str) -> Result<Vec<Row>, String> {
    let is_row = |line: &&str| !line.starts_with('#') && !line.starts_with("eco\t");
    text.lines().filter(is_row).map(row_of_line).collect()
}

fn row_of_line(line: &str) -> Result<Row, String> {
    let [eco, name, moves] = line.split(['\t', ';']).collect::<Vec<_>>()[..] else {
        return Err(format!(
            "expected ECO code, name and moves with tabs or semicolons between them: `{line}`"
        ));
    };
    row(eco, name, moves)
}

/// A row with its moves as we write them.
fn row(eco: &str, name: &str, moves: &str) -> Result<Row, String> {
    let is_eco = eco.len() == 3 && code(eco).is_some();
    if !is_eco || name.is_empty() || name.contains('\n') {
        return Err(format!("expected an ECO code like B20 and a name, not `{eco}` and `{name}`"));
    }
    let (_, moves) = play(moves)?;
    Ok(Row { eco: eco.to_owned(), name: name.to_owned(), moves })
}

/// Plays moves, numbered or not: the position they lead to, and the moves as we write them.
fn play(moves: &str) -> Result<(Position, String), String> {
    let (mut position, mut written) = (Position::START, Vec::new());
    for word in moves.split_whitespace() {
        let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        if word.is_empty() {
            continue;
        }
        let mv = position.parse_san(word).map_err(|error| format!("`{word}` of `{moves}`: {error}"))?;
        written.push(position.san(mv).to_string());
        position = position.play(mv);
    }
    if written.is_empty() {
        return Err(format!("no moves in `{moves}`"));
    }
    Ok((position, written.join(" ")))
}

/// An ECO code as a number: A00 is 0, E99 is 499.
fn code(eco: &str) -> Option<u32> {
    let volume = "ABCDE".find(eco.chars().next()?)? as u32;
    eco.get(1..)?.parse::<u32>().ok().filter(|&number| number < 100).map(|number| 100 * volume + number)
}

/// The table that `regence_game::openings` reads: for each position, sorted, its key in 8 bytes and its name's place
/// times 512 plus its code in 4; and the names, a line each.
fn pack(rows: &[Row]) -> Result<(Vec<u8>, String), String> {
    let mut places: BTreeMap<&str, usize> = rows.iter().map(|row| (row.name.as_str(), 0)).collect();
    let mut names = String::new();
    for (name, place) in &mut places {
        *place = names.len();
        names.push_str(name);
        names.push('\n');
    }
    let mut table = BTreeMap::new();
    for row in rows {
        let (position, _) = play(&row.moves)?;
        let place = u32::try_from(places[row.name.as_str()]).ok().filter(|&place| place < 1 << 23);
        let place = place.ok_or("there are too many names for the table")?;
        let code = code(&row.eco).ok_or_else(|| format!("`{}` is no ECO code", row.eco))?;
        if table.insert(position.key().bits(), place << 9 | code).is_some() {
            return Err(format!("`{}` leads to a position that has a name already", row.moves));
        }
    }
    let entry = |(key, value): (u64, u32)| [&key.to_be_bytes()[..], &value.to_be_bytes()[..]].concat();
    Ok((table.into_iter().flat_map(entry).collect(), names))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

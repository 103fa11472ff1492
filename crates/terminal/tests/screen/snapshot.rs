//! Pictures of the whole screen, kept as files in `snapshots`: each place with its sign and its style.
//!
//! With `SNAPSHOTS=write` they are written anew, to be read before they are committed.

use crate::player::Player;
use ratatui::buffer::Cell;
use std::path::Path;
use std::{env, fs};

/// The names of styles, in the order in which they come.
const NAMES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Whether the screen looks like the picture of this name.
#[track_caller]
pub fn check(player: &Player, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screen/snapshots/{name}.txt"));
    let seen = picture(player);
    if env::var("SNAPSHOTS").is_ok_and(|wish| wish == "write") {
        fs::write(&path, &seen).expect("the picture is written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(seen == expected, "{name} has changed; it was\n{expected}\nand is\n{seen}");
}

/// What is on the screen, sign by sign; then the style of each place, by its name; then what the names mean.
fn picture(player: &Player) -> String {
    let buffer = player.buffer();
    let mut styles: Vec<String> = Vec::new();
    let (mut signs, mut names) = (String::new(), String::new());
    for row in buffer.content().chunks(usize::from(buffer.area.width)) {
        for cell in row {
            signs.push_str(cell.symbol());
            names.push(name(&mut styles, cell));
        }
        // Where a row ends is part of the picture.
        signs.push_str("|\n");
        names.push_str("|\n");
    }
    let legend = styles.iter().zip(NAMES.chars()).map(|(style, name)| format!("{name}: {style}\n"));
    format!("{signs}\n{names}\n{}", legend.collect::<String>())
}

fn name(styles: &mut Vec<String>, cell: &Cell) -> char {
    if cell.style() == Cell::EMPTY.style() {
        return '.';
    }
    let style = format!("{} on {}, {:?}", cell.fg, cell.bg, cell.modifier);
    let known = styles.iter().position(|one| *one == style);
    let at = known.unwrap_or_else(|| {
        styles.push(style);
        styles.len() - 1
    });
    NAMES.chars().nth(at).expect("no screen has so many styles")
}

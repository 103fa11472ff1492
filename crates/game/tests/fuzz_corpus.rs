//! A short run of the fuzz targets `pgn`, `json`, `book` and `epd_file`: every saved input, and some hundred variations of each, always the
//! same ones.

#[path = "../../../fuzz/src/book.rs"]
mod book;
#[path = "../../../fuzz/src/epd_file.rs"]
mod epd_file;
#[cfg(feature = "serde")]
#[path = "../../../fuzz/src/json.rs"]
mod json;
#[path = "../../../fuzz/src/pgn.rs"]
mod pgn;
#[path = "../../rules/tests/random/mod.rs"]
mod random;

use random::Random;
use std::fs;
use std::path::Path;

/// How often each saved input is varied.
const VARIATIONS: usize = 500;

/// Bytes and words that mean something to the readers, and some that mean nothing.
const PARTS: &[&[u8]] = &[
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b";",
    b"%",
    b"$",
    b"$3",
    b"!",
    b"?",
    b"!?",
    b"*",
    b".",
    b"...",
    b" ",
    b"\n",
    b"\r",
    b"\n\n",
    b"\"",
    b"\\",
    b"1",
    b"8",
    b"1.",
    b"(Q)",
    b"e4",
    b"Nf3",
    b"O-O",
    b"exd5+",
    b"1-0",
    b"1/2",
    b"--",
    b"[Event \"",
    b"[FEN \"",
    b"\t",
    b"\x1a",
    b"\x1b",
    b"\xc3",
    b"\xff",
    b"null",
    b"0000",
    b"\"e2e4\"",
    b"\"after\":0,",
    b"18446744073709551615",
    b"-1",
];

/// The saved inputs, in the order of their names.
fn saved(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Changes one to four things: something put in, left out, repeated, or the end of another input.
fn vary(input: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(9)).min(bytes.len());
        match random.below(8) {
            0..=3 => drop(bytes.splice(at..at, PARTS[random.below(PARTS.len())].to_vec())),
            4 => drop(bytes.splice(at..end, PARTS[random.below(PARTS.len())].to_vec())),
            5 => drop(bytes.drain(at..end)),
            6 => drop(bytes.splice(end..end, bytes[at..end].to_vec())),
            _ => {
                bytes.truncate(at);
                bytes.extend(&other[random.below(other.len() + 1)..]);
            }
        }
    }
    bytes
}

/// Tries every saved input of a target and its variations.
fn run(target: &str, property: fn(&[u8])) {
    let inputs = saved(target);
    assert!(inputs.len() > 2, "the saved inputs are gone");
    let mut random = Random::new(7);
    for input in &inputs {
        property(input);
        for _ in 0..VARIATIONS {
            let other = &inputs[random.below(inputs.len())];
            property(&vary(input, other, &mut random));
        }
    }
}

#[test]
fn pgn_holds_its_promises() {
    run("pgn", pgn::pgn);
}

#[cfg(feature = "serde")]
#[test]
fn json_holds_its_promises() {
    run("json", json::json);
}

#[test]
fn books_hold_their_promises() {
    run("book", book::book);
}

#[test]
fn epd_files_hold_their_promises() {
    run("epd_file", epd_file::epd_file);
}

//! A short run of the fuzz targets: every saved input, and some thousand variations of each, always the same ones.
#![cfg(feature = "alloc")]

#[path = "../../../fuzz/src/properties.rs"]
mod properties;

use std::fs;
use std::path::Path;

/// How often each saved input is varied.
const VARIATIONS: usize = 4_000;

/// Bytes that mean something to one reader or another, and some that mean nothing to any.
const LETTERS: &[u8] = b"pnbrqkPNBRQKabcdefghABCDEFGHwxoO0123456789/-+#=!?.,: \t\n\0\x1b\x7f\x80\xc3\xe2\xff";

/// Small, fast, and the same everywhere.
struct Chance(u64);

impl Chance {
    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }
}

/// The saved inputs of a target, in the order of their names.
fn saved(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Changes one to four things: a byte replaced, put in, left out, a part repeated, or the end of another input.
fn vary(input: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        let letter = LETTERS[chance.below(LETTERS.len())];
        match chance.below(8) {
            0..=2 if at < bytes.len() => bytes[at] = letter,
            3 | 4 => bytes.insert(at, letter),
            5 if at < bytes.len() => drop(bytes.remove(at)),
            6 => {
                let end = (at + chance.below(8)).min(bytes.len());
                bytes.splice(end..end, bytes[at..end].to_vec());
            }
            _ => {
                bytes.truncate(at);
                bytes.extend(&other[chance.below(other.len() + 1)..]);
            }
        }
    }
    bytes
}

fn check(target: &str, property: fn(&[u8])) {
    let inputs = saved(target);
    assert!(inputs.len() > 5, "the saved inputs of {target} are gone");
    let mut chance = Chance(0x5851_f42d_4c95_7f2d);
    for input in &inputs {
        property(input);
        for _ in 0..VARIATIONS {
            let other = &inputs[chance.below(inputs.len())];
            property(&vary(input, other, &mut chance));
        }
    }
}

#[test]
fn epd_holds_its_promises() {
    check("epd", properties::epd);
}

#[test]
fn fen_holds_its_promises() {
    check("fen", properties::fen);
}

#[test]
fn san_holds_its_promises() {
    check("san", properties::san);
}

#[test]
fn uci_holds_its_promises() {
    check("uci", properties::uci);
}

#[test]
fn house_fen_holds_its_promises() {
    check("house_fen", properties::house_fen);
}

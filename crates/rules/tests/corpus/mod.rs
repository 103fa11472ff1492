//! The inputs that are saved for a fuzz target, and variations of them, always the same ones.

use crate::random::Random;
use std::fs;
use std::path::Path;

/// Tries every saved input of a target, and so many variations of each, made of `parts` that mean something to its readers.
pub fn run(target: &str, parts: &[&[u8]], variations: usize, property: fn(&[u8])) {
    let inputs = saved(target);
    assert!(inputs.len() > 2, "the saved inputs of {target} are gone");
    let mut random = Random::new(7);
    for input in &inputs {
        property(input);
        for _ in 0..variations {
            let other = &inputs[random.below(inputs.len())];
            property(&vary(input, other, parts, &mut random));
        }
    }
}

/// The saved inputs, in the order of their names.
fn saved(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Changes one to four things: something put in, replaced, left out, repeated, or the end of another input.
fn vary(input: &[u8], other: &[u8], parts: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(9)).min(bytes.len());
        let part = parts[random.below(parts.len())];
        match random.below(8) {
            0..=2 => drop(bytes.splice(at..at, part.to_vec())),
            3 => drop(bytes.splice(at..(at + 1).min(bytes.len()), part.to_vec())),
            4 => drop(bytes.splice(at..end, part.to_vec())),
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

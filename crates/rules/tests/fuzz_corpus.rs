//! A short run of the fuzz targets: every saved input, and some thousand variations of each, always the same ones.
#![cfg(feature = "alloc")]

mod corpus;
#[path = "../../../fuzz/src/properties.rs"]
mod properties;
mod random;

/// How often each saved input is varied.
const VARIATIONS: usize = 4_000;

/// Bytes that mean something to one reader or another, and some that mean nothing to any.
const LETTERS: &[u8] = b"pnbrqkPNBRQKabcdefghABCDEFGHwxoO0123456789/-+#=!?.,: \t\n\0\x1b\x7f\x80\xc3\xe2\xff";

fn check(target: &str, property: fn(&[u8])) {
    let letters: Vec<&[u8]> = LETTERS.chunks(1).collect();
    corpus::run(target, &letters, VARIATIONS, property);
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

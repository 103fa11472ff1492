//! A short run of the fuzz targets `pgn`, `json`, `book` and `epd_file`: every saved input, and some hundred variations of each, always the
//! same ones.

#[path = "../../../fuzz/src/book.rs"]
mod book;
#[path = "../../rules/tests/corpus/mod.rs"]
mod corpus;
#[path = "../../../fuzz/src/epd_file.rs"]
mod epd_file;
#[cfg(feature = "serde")]
#[path = "../../../fuzz/src/json.rs"]
mod json;
#[path = "../../../fuzz/src/pgn.rs"]
mod pgn;
#[path = "../../rules/tests/random/mod.rs"]
mod random;

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
    b"\xef\xbb\xbf",
    b"1-0\n",
    b"2.",
    b"\n\n[A \"b\"]\n",
    b"null",
    b"0000",
    b"\"e2e4\"",
    b"\"after\":0,",
    b"18446744073709551615",
    b"-1",
];

fn check(target: &str, property: fn(&[u8])) {
    corpus::run(target, PARTS, VARIATIONS, property);
}

#[test]
fn pgn_holds_its_promises() {
    check("pgn", pgn::pgn);
}

#[cfg(feature = "serde")]
#[test]
fn json_holds_its_promises() {
    check("json", json::json);
}

#[test]
fn books_hold_their_promises() {
    check("book", book::book);
}

#[test]
fn epd_files_hold_their_promises() {
    check("epd_file", epd_file::epd_file);
}

//! Fuzzes FENs, read strictly, as Chess960 and leniently.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::properties::fen(bytes));

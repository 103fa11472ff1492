//! Fuzzes the reader of PGN.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::pgn::pgn(bytes));

//! Fuzzes FENs of house rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::properties::house_fen(bytes));

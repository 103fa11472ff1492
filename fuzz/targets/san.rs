//! Fuzzes moves in algebraic notation.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::properties::san(bytes));

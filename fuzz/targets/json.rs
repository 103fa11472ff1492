//! Fuzzes the reader of games as JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::json::json(bytes));

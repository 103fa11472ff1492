//! Fuzzes EPD lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::properties::epd(bytes));

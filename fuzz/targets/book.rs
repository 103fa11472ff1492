//! Fuzzes the reader of opening books.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::book::book(bytes));

//! Fuzzes the reader of EPD files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| regence_fuzz::epd_file::epd_file(bytes));

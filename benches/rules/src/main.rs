//! Measures regence-rules beside the other chess libraries of Rust, in one process and one run.

mod cpu_clock;
mod inputs;
mod operations;
mod options;
#[cfg(feature = "ours")]
mod ours;
mod peers;
mod perft;
mod report;
mod table;

use options::{Options, Section};
use perft::Mode;
use std::process::ExitCode;

fn main() -> ExitCode {
    let options = match Options::from_words(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("regence-bench-rules: {reason}\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match measure(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(mismatch) => {
            eprintln!("regence-bench-rules: {mismatch}");
            ExitCode::FAILURE
        }
    }
}

/// Measures what was asked for and prints each table as soon as it is known.
fn measure(options: &Options) -> Result<(), String> {
    let build = if cfg!(target_feature = "bmi2") { "native (BMI2)" } else { "default target (no BMI2)" };
    let (rounds, of_operations) = (options.effort.rounds(), options.effort.rounds_of_operations());
    println!("build: {build}; CPU time, best of {rounds} rounds, for single operations of {of_operations}");

    let mut printed_sizes = false;
    for mode in [Mode::Bulk, Mode::Leaf, Mode::List] {
        if options.wants(Section::Perft(mode)) {
            if !printed_sizes {
                perft::sizes().print(options.layout);
                printed_sizes = true;
            }
            perft::compare(mode, options.effort)?.print(options.layout);
        }
    }
    if options.wants(Section::Operations) {
        operations::compare(options.effort)?.print(options.layout);
    }
    Ok(())
}

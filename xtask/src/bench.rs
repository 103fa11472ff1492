//! `cargo xtask bench`: the side-by-side benchmarks, and how fast network, store and start are.

pub mod cluster;
pub mod engine;
pub mod server;

use crate::steps::{Steps, target_folder};

/// Measures the store in a folder, or where temporary files are.
pub fn store(folder: Option<&str>) -> Result<(), String> {
    let run = ["run", "--quiet", "--release", "--package", "regence-store", "--example", "appends", "--"];
    let words: Vec<&str> = run.into_iter().chain(folder).collect();
    Steps::default().cargo("moves acknowledged by the store", &words, &[])
}

/// Measures how soon the full screen shows its first picture.
pub fn startup() -> Result<(), String> {
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let program = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_str().ok_or("a folder's name is not UTF-8")?;
    let run = ["run", "--quiet", "--release", "--package", "regence", "--example", "startup", "--", program];
    steps.cargo("the first picture", &run, &[])
}

/// Measures the network of the engine, or that of a file.
pub fn network(file: &[&str]) -> Result<(), String> {
    let run = ["run", "--quiet", "--release", "--package", "regence-engine", "--example", "network", "--"];
    Steps::default().cargo("the network beside the written evaluation", &[&run[..], file].concat(), &[])
}

/// The rules, built for any CPU and for this one; `words` go to the benchmark.
pub fn rules(words: &[&str]) -> Result<(), String> {
    let mut steps = Steps::default();
    for (name, folder, flags) in [
        ("default target", "bench-default", ""),
        ("this machine's CPU", "bench-native", "-C target-cpu=native"),
    ] {
        let folder = target_folder().join(folder);
        let folder = folder.to_str().ok_or("the target folder's name is not UTF-8")?;
        let manifest = ["--manifest-path", "benches/rules/Cargo.toml", "--target-dir", folder];
        let run = ["run", "--quiet", "--release", "--features", "ours"];
        let words = [&run[..], &manifest, &["--"], words].concat();
        steps.cargo(name, &words, &[("RUSTFLAGS", flags)])?;
    }
    Ok(())
}

/// Reading PGN, with the built program besides; `words` go to the benchmark.
pub fn pgn(words: &[&str]) -> Result<(), String> {
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let program = target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX));
    let [folder, files] = ["bench-default", "bench-pgn-files"].map(|folder| target_folder().join(folder));
    let text =
        |path: &std::path::Path| path.to_str().map(str::to_owned).ok_or("a folder's name is not UTF-8");
    let (program, folder, files) = (text(&program)?, text(&folder)?, text(&files)?);
    let manifest = ["--manifest-path", "benches/pgn/Cargo.toml", "--target-dir", &folder];
    let options = ["--", "--files", &files, "--program", &program];
    let words = [&["run", "--quiet", "--release"][..], &manifest, &options, words].concat();
    steps.cargo("reading PGN", &words, &[])
}

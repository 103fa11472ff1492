//! `cargo xtask bench`: the rules side by side with other libraries, built for any CPU and for this one; and how fast the
//! store acknowledges moves.

use crate::steps::{Steps, target_folder};

/// Measures the store in a folder, or where temporary files are.
pub fn store(folder: Option<&str>) -> Result<(), String> {
    let run = ["run", "--quiet", "--release", "--package", "regence-store", "--example", "appends", "--"];
    let words: Vec<&str> = run.into_iter().chain(folder).collect();
    Steps::default().cargo("moves acknowledged by the store", &words, &[])
}

/// Builds and runs both; `words` go to the benchmark.
pub fn run(words: &[&str]) -> Result<(), String> {
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

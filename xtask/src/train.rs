//! `cargo xtask train`: the trainer, built for speed.

use crate::steps::root;
use std::process::Command;

/// Builds and runs it; `words` go to the trainer, and files are those of the folder at hand.
pub fn run(words: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "regence-trainer", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .arg("--")
        .args(words)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the trainer has given up".into()),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}

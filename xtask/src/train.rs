//! `cargo xtask train`: the trainer, built for speed.

use crate::steps::{forget_whose_it_is, root};
use std::process::Command;

/// What goes on for hours, and gives way to whatever else the machine is asked for.
const PATIENT: [&str; 3] = ["generate", "generation", "spsa"];

/// Builds and runs it; `words` go to the trainer, and files are those of the folder at hand.
pub fn run(words: &[&str]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let is_patient = cfg!(unix) && words.first().is_some_and(|word| PATIENT.contains(word));
    let mut command = if is_patient { Command::new("nice") } else { Command::new(&cargo) };
    if is_patient {
        command.args(["-n", "19"]).arg(&cargo);
    }
    forget_whose_it_is(&mut command);
    let status = command
        .args(["run", "--quiet", "--release", "--package", "regence-trainer", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .arg("--")
        .args(words)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the trainer has given up".into()),
        Err(error) => Err(format!("cannot run {}: {error}", command.get_program().display())),
    }
}

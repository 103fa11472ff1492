//! `cargo xtask levels`: holds all levels to their promises, with many games.

use crate::steps::Steps;

/// Runs the checks of the arena's tests with full numbers, for the levels named or for all.
pub fn run(levels: &[&str]) -> Result<(), String> {
    let run =
        ["run", "--quiet", "--release", "--package", "regence-arena", "--example", "check_levels", "--"];
    Steps::default().cargo("levels keep their promises", &[&run, levels].concat(), &[])
}

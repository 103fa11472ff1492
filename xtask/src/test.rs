//! `cargo xtask test`: everything that must be well before a commit.

use crate::cluster;
use crate::licences;
use crate::nats;
use crate::postgres;
use crate::steps::{Steps, cargo};
use crate::web;
use std::path::PathBuf;

/// Runs every check, and stops at the first that fails.
pub fn run() -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let found = cargo(&[tool, "--version"]).output().is_ok_and(|output| output.status.success());
        if !found {
            return Err(format!("{component} is missing; install it with: rustup component add {component}"));
        }
    }
    let mut steps = Steps::default();
    let postgres = server(&mut steps, "PostgreSQL", "REGENCE_POSTGRES", postgres::find)?;
    let nats = server(&mut steps, "NATS", "REGENCE_NATS", nats::find)?;
    steps.cargo("format", &["fmt", "--all", "--check"], &[])?;
    for manifest in ["fuzz/Cargo.toml", "benches/rules/Cargo.toml", "benches/pgn/Cargo.toml"] {
        steps.cargo(
            &format!("format of {manifest}"),
            &["fmt", "--check", "--manifest-path", manifest],
            &[],
        )?;
    }
    let lints = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    steps.cargo("lints", &lints, &[])?;
    for manifest in ["benches/rules/Cargo.toml", "benches/pgn/Cargo.toml"] {
        let lints = ["clippy", "--manifest-path", manifest, "--", "-D", "warnings"];
        steps.cargo(&format!("lints of {manifest}"), &lints, &[])?;
    }
    let bare = ["clippy", "--package", "regence-rules", "--no-default-features", "--", "-D", "warnings"];
    steps.cargo("the rules without an allocator", &bare, &[])?;
    steps.cargo(
        "tests",
        &["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--examples"],
        &[("REGENCE_POSTGRES", &postgres), ("REGENCE_NATS", &nats)],
    )?;
    // All features make the numbers of the search changeable: here they are as in the program that is shipped.
    let shipped = ["test", "--package", "regence-engine", "--package", "regence-levels", "--lib"];
    steps.cargo("the engine as it is shipped", &shipped, &[])?;
    if !postgres.is_empty() && !nats.is_empty() {
        steps.step("a cluster", || cluster::try_out(&web::program("debug")))?;
    }
    steps.cargo("doc tests", &["test", "--workspace", "--all-features", "--doc"], &[])?;
    steps.cargo(
        "docs",
        &["doc", "--workspace", "--all-features", "--no-deps"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    web::check(&mut steps)?;
    steps.step("licences of what we ship", licences::check)?;
    steps.summarise();
    Ok(())
}

/// Where a server is that tests start. What is missing, and cannot be installed, is a failure: a test that was not run has
/// not succeeded. Only who says so leaves it out, by an empty variable.
fn server(
    steps: &mut Steps,
    name: &str,
    variable: &str,
    find: fn() -> Result<PathBuf, String>,
) -> Result<String, String> {
    if std::env::var_os(variable).is_some_and(|named| named.is_empty()) {
        steps.leave_out(&format!("what needs {name}: {variable} is empty"));
        return Ok(String::new());
    }
    let found = find().map_err(|why| format!("{name}: {why}; {variable}= leaves out what needs it"))?;
    Ok(found.to_string_lossy().into_owned())
}

//! `cargo xtask test`: everything that must be well before a commit.

use crate::licences;
use crate::postgres;
use crate::steps::{Steps, cargo};
use crate::web;

/// Runs every check, and stops at the first that fails.
pub fn run() -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let found = cargo(&[tool, "--version"]).output().is_ok_and(|output| output.status.success());
        if !found {
            return Err(format!("{component} is missing; install it with: rustup component add {component}"));
        }
    }
    let mut steps = Steps::default();
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
    let postgres = postgres::find().map(|folder| folder.to_string_lossy().into_owned());
    if postgres.is_none() {
        steps.leave_out("the store on PostgreSQL: it is missing (Debian: apt-get install postgresql)");
    }
    let variables: Vec<(&str, &str)> =
        postgres.iter().map(|folder| ("REGENCE_POSTGRES", folder.as_str())).collect();
    steps.cargo(
        "tests",
        &["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--examples"],
        &variables,
    )?;
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

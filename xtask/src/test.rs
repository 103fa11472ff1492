//! `cargo xtask test`: everything that must be well before a commit.

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
    let postgres = postgres::find().unwrap_or_else(|why| {
        steps.leave_out(&format!("the store on PostgreSQL: {why}"));
        PathBuf::new()
    });
    let postgres = postgres.to_string_lossy();
    let nats = nats::find().unwrap_or_else(|why| {
        steps.leave_out(&format!("servers that lose NATS: {why}"));
        PathBuf::new()
    });
    let nats = nats.to_string_lossy();
    steps.cargo(
        "tests",
        &["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--examples"],
        &[("REGENCE_POSTGRES", &postgres), ("REGENCE_NATS", &nats)],
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

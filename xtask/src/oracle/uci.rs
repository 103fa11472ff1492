//! `cargo xtask oracle uci`: whether the engine works for programs that were not written for it: python-chess, and xboard by way of
//! Debian's Polyglot.

use super::{fetch_python_chess, installed, program, run, script};
use crate::steps::{Steps, target_folder};

/// Uses the engine as they do.
pub fn uci() -> Result<(), String> {
    let mut steps = Steps::default();
    let folder = target_folder().join("oracle");
    let python = folder.join("venv/bin/python");
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    steps.step("python-chess", || fetch_python_chess(&folder, &python))?;
    steps.step("by UCI", || {
        print!("{}", run(script(&python, "uci.py").arg("uci").arg(program()))?);
        Ok(())
    })?;
    steps.step("by the protocol of xboard", || {
        let polyglot = installed("polyglot")?;
        print!("{}", run(script(&python, "uci.py").arg("xboard").arg(polyglot).arg(program()))?);
        Ok(())
    })?;
    steps.summarise();
    Ok(())
}

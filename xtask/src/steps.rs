//! Commands run one after another, each announced and timed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The folder that holds the workspace.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Where cargo builds.
pub fn target_folder() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from))
}

/// The cargo that runs us, called in the workspace as if by hand.
pub fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    forget_whose_it_is(&mut command);
    command
}

/// Leaves out of a command's environment what cargo has told us of our own package. Some build scripts look at that, and would
/// have half the program compiled anew whenever cargo is called by hand and by us in turn.
pub fn forget_whose_it_is(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
}

/// The steps done so far.
#[derive(Default)]
pub struct Steps {
    done: Vec<(String, Duration)>,
    left_out: Vec<String>,
}

impl Steps {
    /// Runs a command of cargo's as one step. `variables` are set in its environment.
    pub fn cargo(&mut self, name: &str, words: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
        let written: Vec<String> = variables
            .iter()
            .map(|(name, value)| format!("{name}='{value}'"))
            .chain(["cargo".to_owned()])
            .chain(
                words.iter().map(|&word| if word.contains(' ') { format!("'{word}'") } else { word.into() }),
            )
            .collect();
        let written = written.join(" ");
        self.step(name, || {
            let status = cargo(words).envs(variables.iter().copied()).status();
            match status {
                Ok(status) if status.success() => Ok(()),
                Ok(_) => Err(format!("repeat it with: {written}")),
                Err(error) => Err(format!("cannot run cargo: {error}")),
            }
        })
    }

    /// Does anything as one step.
    pub fn step(&mut self, name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        println!("── {name}");
        let started = Instant::now();
        let result = work();
        let took = started.elapsed();
        self.done.push((name.to_owned(), took));
        match result {
            Ok(()) => {
                println!("   done in {:.1} s", took.as_secs_f64());
                Ok(())
            }
            Err(reason) => Err(format!("{name} failed; {reason}")),
        }
    }

    /// Notes what this machine cannot do, and why.
    pub fn leave_out(&mut self, what: &str) {
        println!("── left out: {what}");
        self.left_out.push(what.to_owned());
    }

    /// Lists what was done and how long it took.
    pub fn summarise(&self) {
        let total: Duration = self.done.iter().map(|(_, took)| *took).sum();
        println!("── all well");
        for (name, took) in &self.done {
            println!("   {:6.1} s  {name}", took.as_secs_f64());
        }
        println!("   {:6.1} s  in all", total.as_secs_f64());
        for what in &self.left_out {
            println!("   LEFT OUT  {what}");
        }
    }
}

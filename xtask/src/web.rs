//! The page's own checks: types, style and tests with npm, and a real browser that plays against the built program.

use crate::steps::{Steps, root, target_folder};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the checks of `web/`. What this machine cannot run is left out, and the summary says so.
pub fn check(steps: &mut Steps) -> Result<(), String> {
    if !succeeds(npm(&["--version"]).stdout(Stdio::null())) {
        steps.leave_out("the page: npm is missing (Debian: apt-get install npm)");
        return Ok(());
    }
    if !is_installed() {
        steps.step("packages of the page", || {
            let [exact, fitting] = [&["ci"][..], &["install", "--no-save", "--no-package-lock"]]
                .map(|words| [words, &["--no-audit", "--no-fund"]].concat());
            // The lock file may not name what this kind of machine needs.
            run(npm(&exact).stderr(Stdio::null())).or_else(|_| run(&mut npm(&fitting)))
        })?;
    }
    for (name, script) in
        [("types of the page", "check"), ("style of the page", "lint"), ("tests of the page", "test")]
    {
        steps.step(name, || run(&mut npm(&["run", "--silent", script])))?;
    }
    if find_browser().is_none() {
        steps.leave_out("the page in a browser: chromium is missing (Debian: apt-get install chromium)");
        return Ok(());
    }
    let program = program("debug");
    steps.step("the page in a browser", || run(npm(&["run", "--silent", "e2e"]).env("REGENCE", program)))
}

/// Makes the README's pictures of the page anew.
pub fn pictures(steps: &mut Steps) -> Result<(), String> {
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    let program = program("release");
    find_browser().ok_or("chromium is missing (Debian: apt-get install chromium)")?;
    steps.step("pictures of the page", || run(npm(&["run", "--silent", "pictures"]).env("REGENCE", program)))
}

/// The built program.
pub fn program(profile: &str) -> PathBuf {
    target_folder().join(profile).join(format!("regence{}", std::env::consts::EXE_SUFFIX))
}

fn npm(words: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(words).current_dir(root().join("web"));
    command
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

fn run(command: &mut Command) -> Result<(), String> {
    let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    if succeeds(command) { Ok(()) } else { Err(format!("repeat it in web/ with: npm {}", words.join(" "))) }
}

/// Whether the packages that npm has installed are those of the lock file.
fn is_installed() -> bool {
    let changed = |file: &str| root().join("web").join(file).metadata().and_then(|file| file.modified()).ok();
    let (wanted, installed) = (changed("package-lock.json"), changed("node_modules/.package-lock.json"));
    installed.is_some() && installed >= wanted
}

/// A chromium: the one that `CHROMIUM` names, or that of the system, installed if need be and possible.
fn find_browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let find = || {
        let mut places = named.clone().into_iter().chain(usual.map(|name| Path::new("/usr/bin").join(name)));
        places.find(|place| place.exists())
    };
    find().or_else(|| {
        let install = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium"];
        println!("   installing chromium");
        succeeds(Command::new("apt-get").args(install).stdout(Stdio::null()).stderr(Stdio::null()));
        find()
    })
}

//! `cargo xtask fuzz`: libFuzzer with stable Rust.

use crate::steps::{Steps, root, target_folder};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What makes the compiler report to libFuzzer which code an input reaches.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Fuzzes one target or all.
pub fn run(words: &[&str]) -> Result<(), String> {
    let (seconds, wanted) = match words {
        ["--seconds", seconds, rest @ ..] | [rest @ .., "--seconds", seconds] => {
            // libFuzzer takes 0 for "without end".
            let number = seconds.parse::<u32>().ok().filter(|&number| number > 0);
            (number.ok_or(format!("--seconds needs a number above 0, not `{seconds}`"))?, rest)
        }
        [.., "--seconds"] => return Err("--seconds needs a number".to_owned()),
        rest => (60, rest),
    };
    let all = targets()?;
    let chosen = match wanted {
        [] => all,
        [name] if all.iter().any(|target| target == name) => vec![(*name).to_owned()],
        [_, _, ..] => return Err("one target at a time, or none for all".to_owned()),
        [name] => return Err(format!("no target `{name}`; there are {}", all.join(", "))),
    };
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !Command::new(compiler)
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        return Err("libFuzzer needs a C++ compiler; install g++ or clang, or name one in CXX".to_owned());
    }
    let host = host()?;
    let folder = target_folder().join("fuzz");
    let mut steps = Steps::default();
    // With a target named, build scripts are spared the flags.
    let build = ["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--target", &host];
    let place = ["--target-dir", folder.to_str().ok_or("the target folder's name is not UTF-8")?];
    steps.cargo("build", &[&build[..], &place].concat(), &[("RUSTFLAGS", COVERAGE)])?;
    for target in &chosen {
        let program = folder.join(&host).join("release").join(target);
        steps.step(&format!("{target}, {seconds} s"), || fuzz(target, &program, &folder, seconds))?;
    }
    steps.summarise();
    Ok(())
}

/// Runs one target. What it learns goes to the target folder, what is saved in the repository is only read.
fn fuzz(target: &str, program: &Path, folder: &Path, seconds: u32) -> Result<(), String> {
    let (learned, found) = (folder.join("learned").join(target), folder.join("found").join(target));
    for folder in [&learned, &found] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let saved = root().join("fuzz/corpus").join(target);
    let status = Command::new(program)
        .args([format!("-max_total_time={seconds}"), format!("-artifact_prefix={}/", found.display())])
        .args(["-timeout=10", "-verbosity=0", "-print_funcs=0", "-print_final_stats=1"])
        .args([&learned, &saved])
        .status()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("the input is in {}; keep it in fuzz/corpus/{target}/ and mend the fault", found.display()))
}

fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = files.flatten().filter_map(|file| name(&file.path())).collect();
    names.sort();
    Ok(names)
}

/// The platform we run on, as the compiler calls it.
fn host() -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(compiler).arg("-vV").output().map_err(|error| format!("cannot run rustc: {error}"))?;
    let listed = String::from_utf8_lossy(&output.stdout);
    let host = listed.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what its host is".to_owned())
}

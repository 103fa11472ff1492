//! `cargo xtask cluster`: several servers on one database behind a proxy, on this machine and in a temporary folder.

mod database;
mod proxy;

use crate::postgres;
use crate::steps::{Steps, target_folder};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How many servers there are.
const NODES: usize = 3;
/// How often to look whether something has come or gone, and how long in all.
const LOOK: Duration = Duration::from_millis(50);
const LOOKS: usize = 600;

pub use proxy::run as proxy;

/// Where everything of a cluster is.
fn folder() -> PathBuf {
    std::env::temp_dir().join("regence-cluster")
}

/// Starts a cluster, which runs until it is stopped.
pub fn up() -> Result<(), String> {
    let folder = folder();
    if folder.exists() {
        return Err(format!(
            "there is a cluster in {}; stop it with: cargo xtask cluster down",
            folder.display()
        ));
    }
    let programs = postgres::find().map_err(|why| format!("PostgreSQL: {why}"))?;
    let program = program()?;
    fs::create_dir(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let started = start(&folder, &programs, &program);
    if started.is_err() {
        // What could not be started is said below; what was is not left behind.
        let _ = down();
    }
    started
}

fn start(folder: &Path, programs: &Path, program: &Path) -> Result<(), String> {
    let url = database::start(folder, programs)?;
    println!("PostgreSQL is at {url}");
    let mut addresses = Vec::new();
    for number in 1..=NODES {
        let mut node = Command::new(program);
        node.args(["serve", "--listen", "127.0.0.1:0", "--database", &url]);
        let address = launch(folder, &format!("node{number}"), &mut node)?;
        println!("node {number} is at http://{address}/");
        addresses.push(address);
    }
    let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut proxy = Command::new(own);
    proxy.args(["cluster", "proxy"]).args(&addresses);
    let address = launch(folder, "proxy", &mut proxy)?;
    println!("Regence is at http://{address}/ (stop it with: cargo xtask cluster down)");
    println!("What they say is in {}", folder.display());
    Ok(())
}

/// The built program: the one that `REGENCE` names, or ours.
fn program() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("REGENCE") {
        return Ok(named.into());
    }
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    Ok(target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX)))
}

/// Starts a program that stays when we go; its first line says where it is.
fn launch(folder: &Path, name: &str, command: &mut Command) -> Result<String, String> {
    let file = |kind: &str| {
        let path = folder.join(format!("{name}.{kind}"));
        File::create(&path).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    command.stdin(Stdio::null()).stdout(file("out")?).stderr(file("log")?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().map_err(|error| format!("cannot start {name}: {error}"))?;
    let note = fs::write(folder.join(format!("{name}.pid")), child.id().to_string());
    note.map_err(|error| format!("cannot note the number of {name}: {error}"))?;
    for _ in 0..LOOKS {
        let said = fs::read_to_string(folder.join(format!("{name}.out"))).unwrap_or_default();
        if let Some(address) = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()) {
            return Ok(address.to_owned());
        }
        if let Ok(Some(status)) = child.try_wait() {
            let why = fs::read_to_string(folder.join(format!("{name}.log"))).unwrap_or_default();
            return Err(format!("{name} has ended ({status}): {}", why.trim()));
        }
        sleep(LOOK);
    }
    Err(format!("{name} does not say where it is"))
}

/// Stops the cluster and removes all of it.
pub fn down() -> Result<(), String> {
    let folder = folder();
    if !folder.exists() {
        return Err("there is no cluster; start one with: cargo xtask cluster up".to_owned());
    }
    let names: Vec<String> =
        ["proxy".to_owned()].into_iter().chain((1..=NODES).map(|n| format!("node{n}"))).collect();
    for name in &names {
        stop(&folder, name);
    }
    database::stop(&folder);
    fs::remove_dir_all(&folder).map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
    println!("the cluster is stopped");
    Ok(())
}

/// Asks a program to stop, and waits until it has; in the end it is not asked any more.
fn stop(folder: &Path, name: &str) {
    let Ok(number) = fs::read_to_string(folder.join(format!("{name}.pid"))) else { return };
    for round in 0..LOOKS {
        if !is_ours(&number) {
            return;
        }
        let signal = if round + 1 == LOOKS { "-KILL" } else { "-TERM" };
        if round == 0 || round + 1 == LOOKS {
            // It may just have ended.
            let _ = Command::new("kill").args([signal, &number]).status();
        }
        sleep(LOOK);
    }
}

/// Whether a process is one that we have started: numbers are given again.
fn is_ours(number: &str) -> bool {
    let told = Command::new("ps").args(["-o", "args=", "-p", number]).output();
    told.is_ok_and(|told| {
        let words = String::from_utf8_lossy(&told.stdout).into_owned();
        words.contains(" serve --listen ") || words.contains(" cluster proxy ")
    })
}

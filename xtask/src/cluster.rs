//! `cargo xtask cluster`: several servers on one database behind a proxy, on this machine and in a temporary folder.

mod database;
mod measured;
mod proxy;
mod trial;

use crate::steps::{Steps, target_folder};
use crate::{nats, postgres};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How many servers there are, and how many workers.
const NODES: usize = 3;
const WORKERS: usize = 2;
/// How often to look whether something has come or gone, and how long in all.
const LOOK: Duration = Duration::from_millis(50);
const LOOKS: usize = 600;

pub use measured::Cluster;
pub use proxy::run as proxy;

/// Where everything of a cluster is.
fn folder() -> PathBuf {
    std::env::temp_dir().join("regence-cluster")
}

/// Where the servers of a cluster are, and the proxy before them.
struct Places {
    nodes: Vec<String>,
    proxy: String,
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
    let places = start(&folder, &program()?)?;
    println!("Regence is at http://{}/ (stop it with: cargo xtask cluster down)", places.proxy);
    println!("What they say is in {}", folder.display());
    Ok(())
}

/// Starts a cluster beside any that runs, plays on it, and stops it: what can go wrong there for somebody who has just come.
pub fn try_out(program: &Path) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("regence-cluster-{}", std::process::id()));
    let places = start(&folder, program)?;
    let played = trial::play(&places);
    let stopped = stop_all(&folder);
    played.and(stopped)?;
    println!("   computers' moves came from workers, and every server saw them");
    Ok(())
}

/// Starts everything in a folder of its own, or leaves nothing behind.
fn start(folder: &Path, program: &Path) -> Result<Places, String> {
    let programs = postgres::find().map_err(|why| format!("PostgreSQL: {why}"))?;
    let bus = nats::find().map_err(|why| format!("NATS: {why}"))?;
    fs::create_dir(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let started = start_all(folder, &programs, &bus, program);
    if started.is_err() {
        // What could not be started is said; what was is not left behind.
        let _ = stop_all(folder);
    }
    started
}

fn start_all(folder: &Path, programs: &Path, bus: &Path, program: &Path) -> Result<Places, String> {
    let url = database::start(folder, programs)?;
    println!("PostgreSQL is at {url}");
    let bus = start_bus(folder, bus)?;
    println!("NATS is at {bus}");
    let mut nodes = Vec::new();
    for number in 1..=NODES {
        let mut node = Command::new(program);
        node.args(["serve", "--listen", "127.0.0.1:0", "--database", &url, "--bus", &bus]);
        let address = launch(folder, &format!("node{number}"), &mut node, address_in)?;
        println!("node {number} is at http://{address}/");
        nodes.push(address);
    }
    for number in 1..=WORKERS {
        let mut worker = Command::new(program);
        worker.args(["worker", "--threads", "1", "--database", &url, "--bus", &bus]);
        launch(folder, &format!("worker{number}"), &mut worker, |said, _| {
            said.contains("works for").then(String::new)
        })?;
        println!("worker {number} works");
    }
    let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut proxy = Command::new(own);
    proxy.args(["cluster", "proxy"]).args(&nodes);
    let proxy = launch(folder, "proxy", &mut proxy, address_in)?;
    Ok(Places { nodes, proxy })
}

/// Starts NATS at some port of its own, and says its URL.
fn start_bus(folder: &Path, program: &Path) -> Result<String, String> {
    let mut bus = Command::new(program);
    bus.args(["--addr", "127.0.0.1", "--port", "-1"]);
    let port = launch(folder, "nats", &mut bus, |_, log| {
        // `Listening for client connections on 127.0.0.1:PORT`
        let rest = log.split("client connections on 127.0.0.1:").nth(1)?;
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        rest.contains('\n').then_some(port)
    })?;
    Ok(format!("nats://127.0.0.1:{port}"))
}

/// Where a server says that it is.
fn address_in(said: &str, _log: &str) -> Option<String> {
    said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).map(ToOwned::to_owned)
}

/// The built program: the one that `REGENCE` names, or ours.
pub fn program() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("REGENCE") {
        return Ok(named.into());
    }
    let mut steps = Steps::default();
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    Ok(target_folder().join("release").join(format!("regence{}", std::env::consts::EXE_SUFFIX)))
}

/// Starts a program that stays when we go, and waits until what it says and its log tell what is wanted of them.
fn launch(
    folder: &Path,
    name: &str,
    command: &mut Command,
    wanted: impl Fn(&str, &str) -> Option<String>,
) -> Result<String, String> {
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
        let read = |kind: &str| fs::read_to_string(folder.join(format!("{name}.{kind}"))).unwrap_or_default();
        if let Some(told) = wanted(&read("out"), &read("log")) {
            return Ok(told);
        }
        if let Ok(Some(status)) = child.try_wait() {
            let why = read("log");
            return Err(format!("{name} has ended ({status}): {}", why.trim()));
        }
        sleep(LOOK);
    }
    Err(format!("{name} does not say that it is ready"))
}

/// Stops the cluster and removes all of it.
pub fn down() -> Result<(), String> {
    let folder = folder();
    if !folder.exists() {
        return Err("there is no cluster; start one with: cargo xtask cluster up".to_owned());
    }
    stop_all(&folder)?;
    println!("the cluster is stopped");
    Ok(())
}

fn stop_all(folder: &Path) -> Result<(), String> {
    let workers = (1..=WORKERS).map(|number| format!("worker{number}"));
    let nodes = (1..=NODES).map(|number| format!("node{number}"));
    let names = ["proxy".to_owned()].into_iter().chain(workers).chain(nodes).chain(["nats".to_owned()]);
    for name in &names.collect::<Vec<_>>() {
        stop(folder, name);
    }
    database::stop(folder);
    fs::remove_dir_all(folder).map_err(|error| format!("cannot remove {}: {error}", folder.display()))
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
        let ours = [" serve --listen ", " cluster proxy ", " worker --threads ", "nats-server --addr "];
        ours.iter().any(|ours| words.contains(ours))
    })
}

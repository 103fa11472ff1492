//! `cargo xtask bench cluster`: the same people on one server and on three, all on one PostgreSQL of its own: how fast moves
//! are, and what each costs in CPU, commits and log.

use super::server::people;
use crate::cluster::{Cluster, program};
use crate::steps::Steps;
use std::path::Path;

/// How many games at once, how many moves a second step by step, and for how many seconds each.
const USUAL: [&str; 3] = ["300", "100,200,400,600,800,1000,1500,2000", "10"];
/// How many servers there are in each run.
const NODES: [usize; 2] = [1, 3];

/// Measures: how many games, how many moves a second (one step after the other), for how many seconds each.
pub fn run(words: &[&str]) -> Result<(), String> {
    let [games, rates, seconds] = match *words {
        [] => USUAL,
        [games, rates, seconds] => [games, rates, seconds],
        _ => return Err("expected GAMES MOVES_A_SECOND[,MORE...] SECONDS".into()),
    };
    let program = program()?;
    let load = ["build", "--release", "--package", "regence-server", "--example", "load"];
    Steps::default().cargo("build its people", &load, &[])?;
    for nodes in NODES {
        println!("\n{nodes} of them, on one database:\n");
        let cluster = Cluster::start(&program, nodes)?;
        measure(&cluster, games, rates, seconds)?;
    }
    Ok(())
}

fn measure(cluster: &Cluster, games: &str, rates: &str, seconds: &str) -> Result<(), String> {
    let addresses = cluster.addresses.join(",");
    let processes: Vec<String> = cluster.processes()?.iter().map(ToString::to_string).collect();
    let ledger = cluster.folder().join("ledger");
    let ledger = ledger.to_str().ok_or("the temporary folder's name is not UTF-8")?;
    let before = Spent::until_now(cluster)?;
    people(&["spread", &addresses, games, rates, seconds, ledger, &processes.join(",")])?;
    let spent = Spent::until_now(cluster)?.since(&before);
    println!("{}", spent.a_move(moves_in(Path::new(ledger))?));
    people(&["check", &cluster.addresses[0], ledger, "spread"])
}

/// How many moves were acknowledged.
fn moves_in(ledger: &Path) -> Result<u32, String> {
    let text = std::fs::read_to_string(ledger).map_err(|error| format!("no ledger: {error}"))?;
    // The first word of a line is the game's name.
    Ok(text.lines().map(|line| line.split_whitespace().skip(1).count() as u32).sum())
}

/// What servers and database have spent.
struct Spent {
    /// CPU seconds.
    servers: f64,
    database: f64,
    commits: f64,
    /// Bytes of the write-ahead log.
    log: f64,
}

impl Spent {
    fn until_now(cluster: &Cluster) -> Result<Self, String> {
        let counts = cluster.ask(
            "SELECT (SELECT sum(xact_commit) FROM pg_stat_database), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')",
        )?;
        let mut counts = counts.trim().split('|').map(|count| count.parse::<f64>().unwrap_or(0.0));
        let servers = cluster.processes()?.into_iter().map(cpu).sum();
        let database = cluster.database_processes()?.into_iter().map(cpu).sum();
        let (commits, log) = (counts.next().unwrap_or(0.0), counts.next().unwrap_or(0.0));
        Ok(Self { servers, database, commits, log })
    }

    fn since(&self, then: &Self) -> Self {
        Self {
            servers: self.servers - then.servers,
            database: self.database - then.database,
            commits: self.commits - then.commits,
            log: self.log - then.log,
        }
    }

    /// The share of each move.
    fn a_move(&self, moves: u32) -> String {
        let share = |all: f64| all / f64::from(moves.max(1));
        format!(
            "each of {moves} moves: {:.2} ms of CPU in the servers, {:.2} ms in the database, {:.2} commits, {:.0} bytes of log",
            share(self.servers) * 1000.0,
            share(self.database) * 1000.0,
            share(self.commits),
            share(self.log)
        )
    }
}

/// The CPU seconds of a process and of its children that have ended, where the system tells them in Linux's way.
fn cpu(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in brackets, may contain anything.
    let rest = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = rest.split(' ').skip(11).take(4).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

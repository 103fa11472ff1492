//! A cluster that lives as long as its measurement: some servers on a PostgreSQL of their own.

use super::{address_in, database, launch, stop};
use crate::postgres;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Servers that run; they are stopped and forgotten when this is let go.
pub struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    nodes: usize,
    /// Where the servers are.
    pub addresses: Vec<String>,
}

impl Cluster {
    /// Starts so many servers. They believe whoever comes from this machine for whom they speak.
    pub fn start(program: &Path, nodes: usize) -> Result<Self, String> {
        let programs = postgres::find().map_err(|why| format!("PostgreSQL: {why}"))?;
        let folder = std::env::temp_dir().join(format!("regence-measured-{}", std::process::id()));
        fs::create_dir(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        // From here on, what was started is stopped even if the rest is not.
        let mut cluster = Self { folder, programs, nodes: 0, addresses: Vec::new() };
        let url = database::start(&cluster.folder, &cluster.programs)?;
        for number in 1..=nodes {
            let mut node = Command::new(program);
            node.args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--threads",
                "1",
                "--proxy",
                "127.0.0.1",
                "--database",
            ]);
            cluster.nodes = number;
            let name = format!("node{number}");
            cluster.addresses.push(launch(&cluster.folder, &name, node.arg(&url), address_in)?);
        }
        Ok(cluster)
    }

    /// Where everything of it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The numbers of the servers' processes.
    pub fn processes(&self) -> Result<Vec<u32>, String> {
        (1..=self.nodes).map(|number| process_in(&self.folder.join(format!("node{number}.pid")))).collect()
    }

    /// The numbers of the database's processes.
    pub fn database_processes(&self) -> Result<Vec<u32>, String> {
        let first = process_in(&self.folder.join("postgres/data/postmaster.pid"))?;
        let told = Command::new("ps").args(["-o", "pid=", "--ppid", &first.to_string()]).output();
        let told = told.map_err(|error| format!("cannot run ps: {error}"))?;
        let children = String::from_utf8_lossy(&told.stdout).into_owned();
        Ok(children.split_whitespace().filter_map(|number| number.parse().ok()).chain([first]).collect())
    }

    /// Asks the database something.
    pub fn ask(&self, question: &str) -> Result<String, String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.arg("-h").arg(self.folder.join("postgres"));
        let told = psql.args(["-U", "regence", "-At", "-c", question, "regence"]).output();
        let told = told.map_err(|error| format!("cannot run psql: {error}"))?;
        if told.status.success() {
            return Ok(String::from_utf8_lossy(&told.stdout).into_owned());
        }
        Err(format!("the database refuses: {}", String::from_utf8_lossy(&told.stderr).trim()))
    }
}

/// The number of a process, which stands first in a file.
fn process_in(file: &Path) -> Result<u32, String> {
    let text =
        fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let first = text.lines().next().unwrap_or_default().trim();
    first.parse().map_err(|_| format!("{} begins with {first:?}, expected a number", file.display()))
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for number in 1..=self.nodes {
            stop(&self.folder, &format!("node{number}"));
        }
        database::stop(&self.folder);
        // What cannot be removed is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

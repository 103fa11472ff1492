//! Servers in processes of their own, on a database of their own.

use crate::cable::Cable;
use crate::deadline::first_line;
use crate::nats::Nats;
use crate::postgres::Postgres;
use regence_store::GameId;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Where people find servers, as a load balancer knows them.
#[derive(Clone)]
pub struct Addresses(Arc<Mutex<Vec<SocketAddr>>>);

impl Addresses {
    /// The address of one of them, counted round and round.
    pub fn get(&self, number: usize) -> SocketAddr {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all[number % all.len()]
    }
}

/// How long somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Servers that run.
pub struct Cluster {
    pub postgres: Postgres,
    pub url: String,
    pub addresses: Addresses,
    /// Between each server and the database.
    pub cables: Vec<Cable>,
    /// By what they wake each other, if not by the database.
    pub nats: Option<Nats>,
    nodes: Vec<Child>,
}

impl Cluster {
    /// Starts so many servers; none where PostgreSQL is to be left out.
    pub fn start(count: usize) -> Option<Self> {
        Self::with(count, None)
    }

    /// The same with a bus of their own; none where NATS is to be left out.
    pub fn with_bus(count: usize) -> Option<Self> {
        Self::with(count, Some(Nats::start()?))
    }

    fn with(count: usize, nats: Option<Nats>) -> Option<Self> {
        let postgres = Postgres::alone()?;
        let url = postgres.new_database();
        let cables: Vec<Cable> = (0..count).map(|_| Cable::lay(&url)).collect();
        let (nodes, addresses) = cables.iter().map(|cable| start(cable, nats.as_ref())).unzip();
        let addresses = Addresses(Arc::new(Mutex::new(addresses)));
        Some(Self { postgres, url, addresses, cables, nats, nodes })
    }

    /// Which server has a game.
    pub fn owner(&self, game: GameId) -> usize {
        let sql =
            format!("SELECT n.address FROM games g JOIN nodes n ON n.id = g.node WHERE g.code = '{game}'");
        let address = self.postgres.psql(&self.url, &sql).expect("it is read");
        let is_there = |number: &usize| self.addresses.get(*number).to_string() == address;
        (0..self.nodes.len()).find(is_there).unwrap_or_else(|| panic!("{game} is at {address:?}"))
    }

    /// The status with which a server answers that it is well, or not; none if it does not answer.
    pub fn health(&self, number: usize) -> Option<u16> {
        let ask = || -> io::Result<String> {
            let mut stream = TcpStream::connect_timeout(&self.addresses.get(number), PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: chess.example\r\nConnection: close\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).map(|_| answer)
        };
        ask().ok()?.split(' ').nth(1)?.parse().ok()
    }

    /// Starts another server in the place of one that was killed.
    pub fn replace(&mut self, number: usize) {
        let (node, address) = start(&self.cables[number], self.nats.as_ref());
        self.nodes[number] = node;
        self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner)[number] = address;
    }

    /// Kills a server without warning.
    pub fn kill(&mut self, number: usize) {
        self.nodes[number].kill().expect("it can be killed");
        self.nodes[number].wait().expect("it ends");
    }

    /// Cuts all servers off from the database, or connects them again.
    pub fn cut_all(&self, is_cut: bool) {
        self.cables.iter().for_each(|cable| cable.cut(is_cut));
    }

    /// Sends a server a signal.
    pub fn signal(&self, number: usize, signal: &str) {
        let process = self.nodes[number].id().to_string();
        let sent = Command::new("kill").args([format!("-{signal}"), process]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{signal} is sent");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in &mut self.nodes {
            // It may have ended by itself.
            let _ = node.kill();
            let _ = node.wait();
        }
    }
}

fn start(cable: &Cable, nats: Option<&Nats>) -> (Child, SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--threads",
        "1",
        "--hash",
        "1",
        "--database",
        &cable.url,
    ]);
    if let Some(nats) = nats {
        command.args(["--bus", &nats.url()]);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let line = first_line(child.stdout.take().expect("its output is a pipe"));
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    (child, address.expect("an address").parse().expect("an address"))
}

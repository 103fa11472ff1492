//! Many people at once: plays random games over real sockets at a fixed pace, faster step by step until moves take too
//! long, and says how long they take to be judged, kept and seen by the opponent. Whatever was acknowledged is written
//! down, so that another run can ask whether it is still there.
//!
//! Usage: `load play ADDRESS GAMES RATES SECONDS LEDGER [PROCESS]` and `load check ADDRESS LEDGER`; with `spread` instead of
//! `play`, there may be several addresses and processes with commas between them, and the two at a table come to different
//! servers.

mod ledger;
mod pair;
mod report;
mod wire;

use pair::{Pair, Seen};
use report::{BAR, Cpu, Step};
use std::error::Error;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use wire::Way;

type Failure = Box<dyn Error + Send + Sync>;

/// How many tables are opened at the same time.
const DOORS: usize = 50;

/// For so long people play before it counts: opening the tables has left everybody busy.
const WARM_UP: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["check", address, file] => ledger::check(address, file, false).await,
        ["check", address, file, "spread"] => ledger::check(address, file, true).await,
        [how @ ("play" | "spread"), addresses, games, rates, seconds, file, processes @ ..] => {
            let rates: Result<Vec<u32>, _> = rates.split(',').map(str::parse).collect();
            let processes = processes.first().into_iter().flat_map(|processes| processes.split(','));
            let load = Load {
                addresses: addresses.split(',').map(Arc::from).collect(),
                is_spread: *how == "spread",
                games: games.parse()?,
                rates: rates?,
                time: Duration::from_secs(seconds.parse()?),
                processes: processes.map(str::parse).collect::<Result<_, _>>()?,
            };
            load.run(file).await
        }
        _ => Err(
            "expected play or spread ADDRESS GAMES RATES SECONDS LEDGER [PROCESS] or check ADDRESS LEDGER"
                .into(),
        ),
    }
}

/// What is to be played.
struct Load {
    /// Where the servers are.
    addresses: Vec<Arc<str>>,
    /// Whether everybody comes by way of a proxy, which sends them to one server after the other.
    is_spread: bool,
    /// How many games at once.
    games: u32,
    /// How many moves a second in all, one step after the other.
    rates: Vec<u32>,
    /// For how long each.
    time: Duration,
    /// The servers' processes, whose work is to be told as well.
    processes: Vec<u32>,
}

impl Load {
    /// Plays step by step until two in a row take too long, and writes down what was acknowledged.
    async fn run(&self, file: &str) -> Result<(), Failure> {
        let began = Instant::now();
        let mut pairs = self.open().await?;
        let opened = began.elapsed();
        println!("{} games at once, {} sockets; opened in {opened:.1?}\n", self.games, 2 * self.games);
        println!("{}", report::HEAD);
        let mut over = Vec::new();
        let (mut held, mut bent) = (None, None);
        let rates: Vec<u32> = self.rates.iter().copied().filter(|&rate| rate > 0).collect();
        if let Some(&first) = rates.first() {
            self.step(&mut pairs, &mut over, first, WARM_UP).await?;
        }
        for rate in rates {
            let step = self.step(&mut pairs, &mut over, rate, self.time).await?;
            println!("{step}");
            match (step.holds(), bent) {
                (true, _) => (held, bent) = (Some(rate), None),
                (false, None) => bent = Some(rate),
                // Once may have been the disk's mood.
                (false, Some(_)) => break,
            }
        }
        println!("\n{}", report::verdict(held, bent));
        over.extend(pairs.into_iter().map(Pair::leave));
        println!("{} games, {} moves acknowledged", over.len(), ledger::moves(&over));
        ledger::write(file, &over)
    }

    /// By which way the two of a pair come.
    fn ways(&self, pair: u32) -> [Way; 2] {
        [0, 1].map(|side| {
            let person = 2 * pair + side;
            let address = &self.addresses[(pair + side) as usize % self.addresses.len()];
            let visitor = self.is_spread.then(|| Ipv4Addr::from_bits(0x0a00_0001 + person));
            Way { address: Arc::clone(address), visitor }
        })
    }

    /// Opens all tables, some at a time.
    async fn open(&self) -> Result<Vec<Pair>, Failure> {
        let mut pairs = Vec::new();
        for start in (0..self.games).step_by(DOORS) {
            let some = (start..self.games).take(DOORS);
            let some: Vec<_> = some.map(|index| tokio::spawn(Pair::open(self.ways(index), index))).collect();
            for opened in some {
                pairs.push(opened.await??);
            }
        }
        Ok(pairs)
    }

    /// Lets everybody play at a pace. Games that have ended are put aside, and others take their place.
    async fn step(
        &self,
        pairs: &mut Vec<Pair>,
        over: &mut Vec<ledger::Played>,
        rate: u32,
        time: Duration,
    ) -> Result<Step, Failure> {
        let pace = Duration::from_secs(1) * self.games / rate;
        let start = Instant::now() + Duration::from_millis(100);
        let cpu = Cpu::now(&self.processes);
        let tasks: Vec<_> = std::mem::take(pairs)
            .into_iter()
            .zip(0..)
            .map(|(pair, index)| {
                tokio::spawn(pair.play(start + pace * index / self.games, pace, start + time))
            })
            .collect();
        let mut all = Seen::default();
        for task in tasks {
            let (pair, seen) = task.await??;
            pairs.push(pair);
            all.acknowledged.extend(seen.acknowledged);
            all.pushed.extend(seen.pushed);
            over.extend(seen.over);
        }
        let took = start.elapsed();
        Ok(Step::new(rate, time, took, cpu.since(&self.processes), all.acknowledged, all.pushed))
    }
}

/// Whether a time is one that people do not notice.
fn is_quick(time: Duration) -> bool {
    time <= BAR
}

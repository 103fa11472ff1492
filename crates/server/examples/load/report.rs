//! How long it took, as a table.

use crate::is_quick;
use std::fmt::{self, Display};
use std::time::Duration;

/// What 99 of 100 moves must not exceed until the opponent sees them.
pub const BAR: Duration = Duration::from_millis(50);

/// The head of the table.
pub const HEAD: &str = "\
| moves a second | played | acknowledged: median | p99 | p99.9 | seen by the opponent: median | p99 | p99.9 | servers' CPUs | clients' CPUs |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// CPU time of the servers and of ourselves, in seconds.
#[derive(Clone, Copy)]
pub struct Cpu {
    server: Option<f64>,
    clients: Option<f64>,
}

impl Cpu {
    /// What has been used so far, where the system tells it in Linux's way.
    pub fn now(servers: &[u32]) -> Self {
        let used = |process: &str| {
            let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            // The name of the program, in brackets, may contain anything.
            let (_, rest) = text.rsplit_once(") ")?;
            let mut ticks = rest.split(' ').skip(11).take(2).map(str::parse::<u32>);
            let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
            Some(f64::from(user + system) / 100.0)
        };
        let all: Option<f64> = servers.iter().map(|process| used(&process.to_string())).sum();
        Self { server: all.filter(|_| !servers.is_empty()), clients: used("self") }
    }

    /// What was used since then.
    pub fn since(self, servers: &[u32]) -> Self {
        let now = Self::now(servers);
        let between = |then: Option<f64>, now: Option<f64>| Some(now? - then?);
        Self { server: between(self.server, now.server), clients: between(self.clients, now.clients) }
    }
}

/// What came of a pace.
pub struct Step {
    rate: u32,
    time: Duration,
    took: Duration,
    cpu: Cpu,
    acknowledged: Vec<Duration>,
    pushed: Vec<Duration>,
}

impl Step {
    /// A pace in moves a second, for how long it was to be kept, how long it took, and how long each move took.
    pub fn new(
        rate: u32,
        time: Duration,
        took: Duration,
        cpu: Cpu,
        mut acknowledged: Vec<Duration>,
        mut pushed: Vec<Duration>,
    ) -> Self {
        acknowledged.sort_unstable();
        pushed.sort_unstable();
        Self { rate, time, took, cpu, acknowledged, pushed }
    }

    /// Whether moves were quick enough. (A move that is late counts from when it was due, so that whoever cannot keep the
    /// pace is not quick either.)
    pub fn holds(&self) -> bool {
        is_quick(at(&self.pushed, 990)) && is_quick(at(&self.acknowledged, 990))
    }
}

/// The time that so many of a thousand do not exceed.
fn at(times: &[Duration], thousandths: usize) -> Duration {
    let last = times.len().saturating_sub(1);
    times.get((times.len() * thousandths / 1000).min(last)).copied().unwrap_or_default()
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = self.pushed.len() as u128 * 1000 / self.took.max(self.time).as_millis().max(1);
        write!(f, "| {} | {played} |", self.rate)?;
        for times in [&self.acknowledged, &self.pushed] {
            for thousandths in [500, 990, 999] {
                write!(f, " {:.1} ms |", at(times, thousandths).as_secs_f64() * 1000.0)?;
            }
        }
        for used in [self.cpu.server, self.cpu.clients] {
            match used {
                Some(used) => write!(f, " {:.2} |", used / self.took.as_secs_f64())?,
                None => write!(f, " - |")?,
            }
        }
        Ok(())
    }
}

/// Where it bends: the last pace that held, and the first that did not.
pub fn verdict(held: Option<u32>, bent: Option<u32>) -> String {
    let bar = BAR.as_millis();
    match (held, bent) {
        (Some(held), Some(bent)) => {
            format!("p99 stays under {bar} ms at {held} moves a second, and bends before {bent}")
        }
        (Some(held), None) => {
            format!("p99 stays under {bar} ms at {held} moves a second, the most that was tried")
        }
        (None, Some(bent)) => format!("p99 is over {bar} ms at {bent} moves a second already"),
        (None, None) => "nothing was tried".into(),
    }
}

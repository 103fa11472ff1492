//! `regence worker`: thinks for servers, and for whoever analyses games, until it is stopped.

use super::analyze::Workbench;
use super::web::Log;
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::keeping::Keeping;
use regence_arena::Stop;
use regence_server::stop_asked;
use regence_server::worker::{Worker as Running, WorkerConfig};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

/// What the command takes.
pub const FLAGS: [Flag; 6] = [Flag::Data, Flag::Database, Flag::Bus, Flag::Threads, Flag::Hash, Flag::Json];

/// What it says about itself.
pub const HELP: &str = "\
Thinks for others: takes jobs from the queue in a store, does them, and says what came of it, until it is told to
terminate; then it gives back at once what it has in hand. Any number of workers share the work. Moves, for which
people wait, come before reviews of games, and those before the games that `regence analyze` queues. Servers on the
same PostgreSQL database let workers think about computers' moves as long as there are any.

Usage: regence worker [--data DIR | --database URL [--bus URL]] [--threads N] [--hash MB] [--json]

  --data DIR      the folder with the queue; without it, one in your home folder
  --database URL  a PostgreSQL database instead, postgres://USER@HOST:PORT/DATABASE
  --bus URL       the NATS server by which the servers are woken, nats://HOST:PORT; without it, the database
  --threads N     how many jobs are done at once, 1 to 256; without it, one for each processor
  --hash MB       how much each thread remembers that thinks about moves, 1 to 65536; without it, 16
  --json          the log, on standard error, in JSON
";

const MOST_THREADS: u32 = 256;
const MOST_MEGABYTES: u32 = 1 << 16;
const MEGABYTES: usize = 16;

/// A wish to work.
pub struct Worker {
    config: WorkerConfig,
    log: Log,
}

impl Worker {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let threads = available_parallelism().map_or(1, NonZero::get);
        let place = PathBuf::new().into();
        let mut config = WorkerConfig { place, bus: None, threads, memory: MEGABYTES };
        let (mut keeping, mut log) = (Keeping::default(), Log::Text);
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ (Flag::Data | Flag::Database)) => keeping.take(flag, arguments)?,
                Argument::Flag(flag @ Flag::Bus) => config.bus = Some(arguments.parsed(flag)?),
                Argument::Flag(flag @ Flag::Threads) => {
                    config.threads = arguments.number(flag, 1..=MOST_THREADS)? as usize;
                }
                Argument::Flag(flag @ Flag::Hash) => {
                    config.memory = arguments.number(flag, 1..=MOST_MEGABYTES)? as usize;
                }
                Argument::Flag(_) => log = Log::Json,
                Argument::Word(word) => return Err(Error::StrayWord { word, command }),
            }
        }
        config.place = keeping.place()?;
        Ok(Self { config, log })
    }

    /// Works until somebody stops it.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        self.log.begin();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let worker = Running::begin(self.config.clone()).await?;
            writeln!(out, "Regence works for {} (Ctrl-C stops it)", self.config.place)?;
            out.flush()?;
            let stop = Stop::default();
            let bench = Arc::new(Workbench { stop: stop.clone() });
            let stopped = async move {
                stop_asked().await;
                stop.set();
            };
            Ok(worker.run(bench, stopped).await?)
        })
    }
}

//! `regence web` and `regence serve`: chess in the browser, for oneself or for others.

use super::Command;
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::keeping::Keeping;
use regence_server::{Config, Limits, Server, stop_asked};
use std::ffi::OsString;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command as Program, Stdio};
use std::str::FromStr;
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Where the page is found if nobody says otherwise: the year of the first international tournament.
const USUAL_PORT: u16 = 1851;

/// The flags that both take.
pub const WEB_FLAGS: [Flag; 5] = [Flag::NoOpen, Flag::Port, Flag::Data, Flag::Threads, Flag::Hash];
/// The flags of a server for others.
pub const SERVE_FLAGS: [Flag; 11] = [
    Flag::Listen,
    Flag::Data,
    Flag::Database,
    Flag::Advertise,
    Flag::Bus,
    Flag::Host,
    Flag::Proxy,
    Flag::Https,
    Flag::Threads,
    Flag::Hash,
    Flag::Json,
];

/// A wish for a server.
pub struct Web {
    config: Config,
    listen: SocketAddr,
    /// Whether any other port will do.
    is_flexible: bool,
    opens: bool,
    log: Log,
}

/// What is told on standard error.
#[derive(Clone, Copy, PartialEq)]
pub enum Log {
    /// What goes wrong; whoever plays alone need not know of the rest.
    Trouble,
    /// Every request, for people.
    Text,
    /// Every request, for programs.
    Json,
}

impl Log {
    /// Begins to tell it.
    pub fn begin(self) {
        let level = if self == Self::Trouble { LevelFilter::WARN } else { LevelFilter::INFO };
        let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level).with_target(false);
        // We say once that NATS is away; its client says so twice a second.
        let ours = Targets::new().with_default(level).with_target("async_nats", LevelFilter::OFF);
        // Only a second server in the same program would fail here.
        let _ = if self == Self::Json {
            log.json().finish().with(ours).try_init()
        } else {
            log.with_ansi(false).finish().with(ours).try_init()
        };
    }
}

impl Web {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let is_public = command == Command::Serve;
        let mut web = Self {
            config: Config::new(PathBuf::new()),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, USUAL_PORT)),
            is_flexible: !is_public,
            opens: !is_public,
            log: if is_public { Log::Text } else { Log::Trouble },
        };
        if is_public {
            web.config.limits = Limits::USUAL;
        } else {
            // Pages elsewhere must not reach what runs here by another name for this machine.
            web.config.hosts = ["localhost", "127.0.0.1", "[::1]"].map(String::from).to_vec();
        }
        let mut keeping = Keeping::default();
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ (Flag::Data | Flag::Database)) => keeping.take(flag, arguments)?,
                Argument::Flag(flag) => web.take(flag, arguments)?,
                Argument::Word(word) => return Err(Error::StrayWord { word, command }),
            }
        }
        web.config.place = keeping.place()?;
        web.config.is_personal = !is_public && web.listen.ip().is_loopback();
        Ok(web)
    }

    fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        match flag {
            Flag::NoOpen => self.opens = false,
            Flag::Port => {
                self.listen.set_port(arguments.number(flag, 0..=65_535)? as u16);
                self.is_flexible = false;
            }
            Flag::Advertise => {
                let Reachable(address) = arguments.parsed(flag)?;
                self.config.advertise = Some(address);
            }
            Flag::Bus => self.config.bus = Some(arguments.parsed(flag)?),
            Flag::Listen => self.listen = arguments.parsed(flag)?,
            Flag::Host => self.config.hosts.push(arguments.parsed(flag)?),
            Flag::Proxy => self.config.proxies.push(arguments.parsed(flag)?),
            Flag::Https => self.config.is_https = true,
            Flag::Threads => self.config.thinkers = arguments.number(flag, 1..=256)? as usize,
            Flag::Hash => self.config.memory = arguments.number(flag, 1..=65_536)? as usize,
            _ => self.log = Log::Json,
        }
        Ok(())
    }

    /// Serves until somebody stops it.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        self.log.begin();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = self.listen().await?;
            let mut config = self.config.clone();
            config.advertise.get_or_insert(near(listener.local_addr()?).to_string());
            let server = Server::open(config).await?;
            let address = format!("http://{}/", listener.local_addr()?);
            writeln!(out, "Regence is at {address} (Ctrl-C stops it)")?;
            out.flush()?;
            if self.opens {
                open(&address);
            }
            server.serve(listener, stop_asked()).await.map_err(Error::Output)
        })
    }

    async fn listen(&self) -> Result<TcpListener, Error> {
        let bound = TcpListener::bind(self.listen).await;
        let bound = match bound {
            Err(error) if self.is_flexible && error.kind() == io::ErrorKind::AddrInUse => {
                TcpListener::bind(SocketAddr::new(self.listen.ip(), 0)).await
            }
            bound => bound,
        };
        bound.map_err(|error| Error::Listen { address: self.listen, error })
    }
}

/// Where a server is reached: `HOST:PORT`.
struct Reachable(String);

impl FromStr for Reachable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_name = |host: &str| !host.is_empty() && !host.contains(['/', '@', ' ']);
        match text.rsplit_once(':') {
            Some((host, port)) if is_name(host) && port.parse().is_ok_and(|port: u16| port > 0) => {
                Ok(Self(text.to_owned()))
            }
            _ => Err(format!("'{}' is nowhere to be reached, expected HOST:PORT", text.escape_debug())),
        }
    }
}

/// Where programs on this machine find what listens at an address.
fn near(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Shows an address in the browser, if there is one: whoever has none reads the line.
fn open(address: &str) {
    let words: &[&str] = match () {
        () if cfg!(target_os = "macos") => &["open"],
        () if cfg!(windows) => &["cmd", "/c", "start", ""],
        () => &["xdg-open"],
    };
    let Some((program, rest)) = words.split_first() else { return };
    let mut program = Program::new(OsString::from(program));
    program.args(rest).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = program.spawn();
}

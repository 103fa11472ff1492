//! What whoever starts the server decides.

use crate::bus::BusUrl;
use crate::time::Time;
use regence_store::Place;
use std::net::IpAddr;
use std::time::Duration;

/// How the server is to be.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where games are kept.
    pub place: Place,
    /// How many threads think.
    pub thinkers: usize,
    /// How many megabytes each of them remembers.
    pub memory: usize,
    /// How long a computer thinks about a move at most.
    pub longest_thought: Duration,
    /// How long the engine shows lines without being asked again.
    pub longest_lines: Duration,
    /// How many positions the engine looks at for each position of a game that is reviewed.
    pub review_nodes: u64,
    /// How long computers that play each other wait before each move, unless told otherwise.
    pub usual_speed: Duration,
    /// How long a player may be away before the other may claim the win.
    pub patience: Duration,
    /// How much one address may do.
    pub limits: Limits,
    /// Whether everybody who comes is the one whose machine this is, so that the games that other programs keep here are
    /// theirs as well.
    pub is_personal: bool,
    /// Whether people come by HTTPS, through some other program before this one: then cookies go that way only.
    pub is_https: bool,
    /// The names by which people may call the server; any if there are none.
    pub hosts: Vec<String>,
    /// The addresses of programs before this one whose word is taken for where people come from.
    pub proxies: Vec<IpAddr>,
    /// Where other servers on the same store reach this one; nowhere if it is not said.
    pub advertise: Option<String>,
    /// By what servers and workers on the same store wake each other; by the store itself if it is not said.
    pub bus: Option<BusUrl>,
    /// How long a computer's move waits for a worker to take it; and how much longer than it should a worker may think. Then
    /// the server thinks itself.
    pub patience_with_workers: Duration,
    /// How long another server may take over a request that is passed on to it.
    pub patience_with_nodes: Duration,
    /// What time it is.
    pub time: Time,
}

/// How much one address may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests a second, over some time.
    pub requests: u32,
    /// New games, accounts and attempts to sign in a minute, over some time.
    pub efforts: u32,
    /// Sockets at once.
    pub sockets: usize,
    /// Connections at once, sockets included.
    pub connections: usize,
    /// Messages a second over one socket, over some time.
    pub messages: u32,
}

impl Limits {
    /// For the open internet.
    pub const USUAL: Self = Self { requests: 20, efforts: 30, sockets: 50, connections: 150, messages: 20 };
    /// For one's own machine, or a measurement.
    pub const NONE: Self = Self {
        requests: u32::MAX,
        efforts: u32::MAX,
        sockets: usize::MAX,
        connections: usize::MAX,
        messages: u32::MAX,
    };
}

impl Config {
    /// For one's own machine.
    pub fn new(place: impl Into<Place>) -> Self {
        Self {
            place: place.into(),
            thinkers: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory: 16,
            longest_thought: Duration::from_secs(1),
            longest_lines: Duration::from_mins(2),
            review_nodes: 50_000,
            usual_speed: Duration::from_millis(700),
            patience: Duration::from_mins(1),
            limits: Limits::NONE,
            is_personal: false,
            is_https: false,
            hosts: Vec::new(),
            proxies: Vec::new(),
            advertise: None,
            bus: None,
            patience_with_workers: Duration::from_millis(250),
            // Longer than the store takes to say that something cannot be kept.
            patience_with_nodes: Duration::from_secs(20),
            time: Time::system(),
        }
    }
}

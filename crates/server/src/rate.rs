//! How much one address may do: buckets that fill with time.

use crate::config::Limits;
use regence_store::Moment;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// For how many seconds' worth somebody may do at once what is allowed over time.
const BURST: f64 = 5.0;
/// Beyond so many addresses those that have done little are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// Something that fills with time and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: f64,
    size: f64,
    level: f64,
    at: Moment,
}

impl Bucket {
    /// A full one that fills with so much a second.
    pub fn new(rate: f64, now: Moment) -> Self {
        let size = (rate * BURST).max(5.0);
        Self { rate, size, level: size, at: now }
    }

    /// Takes one out, or says in how many seconds there will be one.
    pub fn take(&mut self, now: Moment) -> Result<(), u64> {
        let passed = seconds(self.at, now);
        self.at = now;
        self.level = (self.level + passed * self.rate).min(self.size);
        if self.level >= 1.0 {
            self.level -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.level) / self.rate).ceil() as u64)
    }

    fn is_full(&self, now: Moment) -> bool {
        let passed = seconds(self.at, now);
        self.level + passed * self.rate >= self.size
    }
}

/// How many seconds lie between two moments; none if time went backwards.
fn seconds(from: Moment, to: Moment) -> f64 {
    Duration::from_millis((to.0 - from.0).max(0).cast_unsigned()).as_secs_f64()
}

/// How much each address has done lately.
#[derive(Debug)]
pub struct Rates {
    limits: Limits,
    addresses: Mutex<HashMap<IpAddr, Address>>,
}

#[derive(Clone, Copy, Debug)]
struct Address {
    requests: Bucket,
    efforts: Bucket,
    sockets: usize,
    connections: usize,
}

impl Address {
    /// Whether there is nothing to remember of it.
    fn is_idle(&self, now: Moment) -> bool {
        self.sockets == 0 && self.connections == 0 && self.efforts.is_full(now)
    }
}

/// What somebody does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A request.
    Request,
    /// One that costs more: a new game, a password.
    Effort,
}

impl Rates {
    /// With these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, addresses: Mutex::default() }
    }

    fn with<T>(&self, address: IpAddr, now: Moment, ask: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() > MOST_ADDRESSES {
            addresses.retain(|_, known| !known.is_idle(now));
        }
        let known = addresses.entry(prefix(address)).or_insert_with(|| Address {
            requests: Bucket::new(self.limits.requests.into(), now),
            efforts: Bucket::new(f64::from(self.limits.efforts) / 60.0, now),
            sockets: 0,
            connections: 0,
        });
        ask(known)
    }

    /// Notes a deed, or says in how many seconds it may be tried again.
    pub fn note(&self, address: IpAddr, deed: Deed, now: Moment) -> Result<(), u64> {
        self.with(address, now, |known| match deed {
            Deed::Request => known.requests.take(now),
            Deed::Effort => known.efforts.take(now),
        })
    }

    /// Notes a socket; `false` if there are too many.
    pub fn open_socket(&self, address: IpAddr, now: Moment) -> bool {
        let most = self.limits.sockets;
        self.with(address, now, |known| {
            let is_free = known.sockets < most;
            known.sockets += usize::from(is_free);
            is_free
        })
    }

    /// Notes a connection; `false` if there are too many.
    pub fn open_connection(&self, address: IpAddr, now: Moment) -> bool {
        let most = self.limits.connections;
        self.with(address, now, |known| {
            let is_free = known.connections < most;
            known.connections += usize::from(is_free);
            is_free
        })
    }

    /// A connection is gone.
    pub fn close_connection(&self, address: IpAddr, now: Moment) {
        self.with(address, now, |known| known.connections = known.connections.saturating_sub(1));
    }

    /// A socket is gone.
    pub fn close_socket(&self, address: IpAddr, now: Moment) {
        self.with(address, now, |known| known.sockets = known.sockets.saturating_sub(1));
    }
}

/// Whoever has one address of the sixth version has a whole network of them.
fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_what_fills_it() {
        let mut bucket = Bucket::new(2.0, Moment(0));
        let taken = (0..100).take_while(|_| bucket.take(Moment(0)).is_ok()).count();
        assert_eq!(taken, 10, "five seconds' worth at once");
        assert_eq!(bucket.take(Moment(0)), Err(1));
        assert_eq!(bucket.take(Moment(499)), Err(1));
        assert_eq!(bucket.take(Moment(1000)), Ok(()));
    }

    #[test]
    fn addresses_do_not_pay_for_each_other() {
        let rates = Rates::new(Limits { requests: 1, ..Limits::USUAL });
        let [ann, bob]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        while rates.note(ann, Deed::Request, Moment(0)).is_ok() {}
        assert_eq!(rates.note(bob, Deed::Request, Moment(0)), Ok(()));
        assert!(rates.note(ann, Deed::Request, Moment(0)).is_err());
    }

    #[test]
    fn one_network_of_the_sixth_version_is_one_address() {
        let [one, other]: [IpAddr; 2] =
            ["2001:db8::1".parse().expect("an address"), "2001:db8::2".parse().expect("an address")];
        assert_eq!(prefix(one), prefix(other));
        assert_eq!(prefix("::ffff:10.0.0.1".parse().expect("an address")), IpAddr::from([10, 0, 0, 1]));
    }
}

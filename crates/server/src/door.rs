//! The door: who may connect at all. No address holds more connections than its share, and whoever says nothing for long
//! is shown out, so that nobody can keep others waiting outside.

use crate::shared::Shared;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};

/// How long a connection may be silent. Sockets of games have to speak more often than that.
const SILENCE: Duration = Duration::from_mins(2);

/// Lets people in.
pub struct Door {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Door {
    /// The door of a server.
    pub fn new(listener: TcpListener, shared: Arc<Shared>) -> Self {
        Self { listener, shared }
    }
}

impl Listener for Door {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            // A proxy stands for many people, whose requests are counted one by one.
            let is_proxy = self.shared.config.proxies.contains(&from.ip().to_canonical());
            let place = if is_proxy { None } else { Place::take(&self.shared, from.ip()) };
            if place.is_none() && !is_proxy {
                self.shared.metrics.refused.add(1);
                continue;
            }
            // A move must not wait for what else may be said. If that cannot be had, it goes on without.
            let _ = stream.set_nodelay(true);
            let silence = Box::pin(tokio::time::sleep(SILENCE));
            return (Connection { stream, heard: Instant::now(), silence, place: place.map(Arc::new) }, from);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Where somebody comes from, and the place they hold there.
#[derive(Clone)]
pub struct Peer {
    /// The address.
    pub address: SocketAddr,
    place: Option<Arc<Place>>,
}

impl Peer {
    /// Other servers of ours speak for many people as well, but they are known only by what they say.
    pub fn excuse(&self) {
        if let Some(place) = &self.place {
            place.give_back();
        }
    }
}

impl Connected<IncomingStream<'_, Door>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Self { address: *stream.remote_addr(), place: stream.io().place.clone() }
    }
}

/// A connection that an address holds, until it is given back.
struct Place {
    shared: Arc<Shared>,
    address: IpAddr,
    is_held: AtomicBool,
}

impl Place {
    fn take(shared: &Arc<Shared>, address: IpAddr) -> Option<Self> {
        let is_free = shared.rates.open_connection(address, shared.config.time.now());
        is_free.then(|| Self { shared: Arc::clone(shared), address, is_held: AtomicBool::new(true) })
    }

    fn give_back(&self) {
        if self.is_held.swap(false, Ordering::Relaxed) {
            self.shared.rates.close_connection(self.address, self.shared.config.time.now());
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Somebody who was let in.
pub struct Connection {
    stream: TcpStream,
    /// When something was last heard.
    heard: Instant,
    /// Wakes up when it may be time to show them out. It is set anew only then: most of what is heard comes long before.
    silence: Pin<Box<Sleep>>,
    place: Option<Arc<Place>>,
}

impl Connection {
    /// Whether nothing was heard for too long; otherwise the task is woken when that may be so.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            ready!(self.silence.as_mut().poll(context));
            let end = self.heard + SILENCE;
            if end <= Instant::now() {
                return Poll::Ready(());
            }
            self.silence.as_mut().reset(end);
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            self.heard = Instant::now();
            return Poll::Ready(read);
        }
        ready!(self.poll_silence(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

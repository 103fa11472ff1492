//! The way from a server to the database, which can be cut: then nothing comes through, and nobody is told.

use std::io;
use std::net::TcpListener as StdListener;
use std::thread;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// A way to the database that can be cut.
pub struct Cable {
    /// The database at this end.
    pub url: String,
    state: watch::Sender<State>,
}

/// How it is.
#[derive(Clone, Copy, Default)]
struct State {
    is_cut: bool,
    /// How often all connections were lost.
    losses: u32,
}

impl Cable {
    /// Lays one to the database of a URL, which is behind a socket in a folder.
    pub fn lay(url: &str) -> Self {
        let (rest, folder) = url.split_once("?host=").expect("a folder");
        let database = rest.rsplit('/').next().expect("a database");
        let socket = format!("{folder}/.s.PGSQL.5432");
        let listener = StdListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("it can be awaited");
        let address = listener.local_addr().expect("an address");
        let (state, seen) = watch::channel(State::default());
        // It must work before the tests have a runtime, and whatever that is busy with.
        thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                while let Ok((near, _)) = listener.accept().await {
                    tokio::spawn(join(near, socket.clone(), seen.clone()));
                }
            });
        });
        Self { url: format!("postgres://regence@{address}/{database}"), state }
    }

    /// Cuts it, or mends it. What was on its way comes through then.
    #[allow(dead_code)] // Not every test does.
    pub fn cut(&self, is_cut: bool) {
        self.state.send_modify(|state| state.is_cut = is_cut);
    }

    /// Lets nothing through any more on the connections that there are, for ever, and says so to neither end: as
    /// something on the way that has forgotten them. New ones are as good as ever.
    pub fn lose(&self) {
        self.state.send_modify(|state| state.losses += 1);
    }
}

async fn join(near: TcpStream, socket: String, state: watch::Receiver<State>) -> io::Result<()> {
    let far = UnixStream::connect(socket).await?;
    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
    tokio::select! {
        done = copy(from_near, to_far, state.clone()) => done,
        done = copy(from_far, to_near, state) => done,
    }
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) -> io::Result<()> {
    let losses = state.borrow().losses;
    let mut bytes = [0; 8192];
    loop {
        let read = from.read(&mut bytes).await?;
        // Once the tests are over nobody mends anything.
        let Ok(now) = state.wait_for(|state| !state.is_cut).await.map(|state| *state) else { return Ok(()) };
        match read {
            // Neither end hears that the other has gone.
            0 if now.losses > losses => return std::future::pending().await,
            0 => return Ok(()),
            _ if now.losses > losses => {}
            read => to.write_all(&bytes[..read]).await?,
        }
    }
}

//! A NATS server of the test's own, which can be stopped and started again.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long it may take to start.
const DEADLINE: Duration = Duration::from_mins(1);

/// A server that runs, or did.
pub struct Nats {
    program: PathBuf,
    address: SocketAddr,
    child: Child,
}

impl Nats {
    /// Starts one; none where NATS is to be left out.
    pub fn start() -> Option<Self> {
        let program = find()?;
        // A port that was free a moment ago, so that it can be had again.
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = address.expect("a port");
        let child = spawn(&program, address);
        Some(Self { program, address, child })
    }

    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Stops it at once.
    pub fn stop(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Starts it where it was.
    pub fn start_again(&mut self) {
        self.child = spawn(&self.program, self.address);
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // It may be stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(program: &PathBuf, address: SocketAddr) -> Child {
    let mut command = Command::new(program);
    command.args(["--addr", "127.0.0.1", "--port", &address.port().to_string()]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("NATS starts");
    let until = Instant::now() + DEADLINE;
    while TcpStream::connect(address).is_err() {
        assert!(Instant::now() < until, "NATS does not listen");
        assert!(child.try_wait().expect("it can be asked").is_none(), "NATS has ended");
        sleep(Duration::from_millis(10));
    }
    child
}

/// Where the program is: where `REGENCE_NATS` says, or where Debian puts it. None if that is empty: only who says so may
/// leave tests out.
fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("REGENCE_NATS") {
        return (!named.is_empty()).then(|| named.into());
    }
    let usual = PathBuf::from("/usr/sbin/nats-server");
    let missing = "NATS is missing (Debian: apt-get install nats-server; `cargo xtask test` fetches it); \
                   REGENCE_NATS= leaves out what needs it";
    assert!(usual.exists(), "{missing}");
    Some(usual)
}
